package accounts

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

const (
	maxEmail = 254 // what SMTP carries (RFC 5321)

	defaultLocale = "en"
)

// localeForm is a language, perhaps with a script and a region: "pt-BR".
var localeForm = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$`)

// NewUser is what is known of a user at first. Without a password the user sets
// one by a reset; without a locale the pages are in English.
type NewUser struct {
	Email    string
	Name     string
	Password string
	Locale   string
	Operator bool
	// AnyPassword takes even a password that is easy to guess: for worlds that
	// are written down beforehand.
	AnyPassword bool

	// PasswordRequired refuses to make a user who could not sign in.
	PasswordRequired bool
	// Avoid are words that the password must not be made of, beside the user's own.
	Avoid []string
}

// CreateUser makes a user. It opens a transaction.
func (s *Service) CreateUser(ctx context.Context, n NewUser) (User, error) {
	draft, err := s.DraftUser(ctx, n)
	if err != nil {
		return User{}, err
	}
	if err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error { return s.AddUser(ctx, tx, draft) }); err != nil {
		return User{}, err
	}
	return draft.User(), nil
}

// Draft is a user who can be added.
type Draft struct{ row db.AccountsUser }

// User is who the draft will be.
func (d Draft) User() User { return userFrom(d.row) }

// DraftUser checks what is known of a user and hashes the password. That is slow,
// so it happens before any transaction.
func (s *Service) DraftUser(ctx context.Context, n NewUser) (Draft, error) {
	if n.PasswordRequired && n.Password == "" {
		return Draft{}, errPasswordShort.With(secret.MinPassword)
	}
	n = n.trimmed()
	if err := n.check(); err != nil {
		return Draft{}, err
	}
	now := s.deps.Now()
	row := db.AccountsUser{
		ID: ident.New[ident.User](ident.Control, now).UUID, Email: n.Email, EmailKey: EmailKey(n.Email),
		Name: n.Name, Locale: n.Locale, Operator: n.Operator, CreatedAt: now,
	}
	if n.Password == "" {
		return Draft{row}, nil
	}
	hash, err := s.hashFirst(ctx, n, userFrom(row))
	if err != nil {
		return Draft{}, err
	}
	row.PasswordHash, row.PasswordChangedAt = &hash, &now
	return Draft{row}, nil
}

// hashFirst makes what is stored of a user's first password.
func (s *Service) hashFirst(ctx context.Context, n NewUser, user User) (string, error) {
	if n.AnyPassword {
		return s.deps.Passwords.Hash(ctx, secret.Known, n.Password)
	}
	return s.hashNew(ctx, n.Password, user, n.Avoid...)
}

// AddUser makes the user of a draft.
func (s *Service) AddUser(ctx context.Context, tx *pg.Tx, draft Draft) error {
	row, user := draft.row, draft.User()
	err := db.New(tx).AddUser(ctx, db.AddUserParams{
		ID: row.ID, Email: row.Email, EmailKey: row.EmailKey, Name: row.Name, Locale: row.Locale,
		PasswordHash: row.PasswordHash, PasswordChangedAt: row.PasswordChangedAt,
		Operator: row.Operator, CreatedAt: row.CreatedAt,
	})
	if pg.IsUnique(err, "users_email_key") {
		return errEmailTaken
	}
	if err != nil {
		return fmt.Errorf("create user %s: %w", user.ID, err)
	}
	return s.noteOn(ctx, tx, audit.UserCreated, user.ID, audit.Facts{"operator": user.Operator})
}

// UserByID finds a user.
func (s *Service) UserByID(ctx context.Context, id ident.User) (User, error) {
	row, err := db.New(s.deps.DB).User(ctx, id.UUID)
	return userOrNotFound(row, err)
}

// UserIn finds a user within a transaction.
func (s *Service) UserIn(ctx context.Context, tx *pg.Tx, id ident.User) (User, error) {
	return userOrNotFound(db.New(tx).User(ctx, id.UUID))
}

// RequireUser refuses whoever does not exist, or was erased.
func (s *Service) RequireUser(ctx context.Context, tx *pg.Tx, id ident.User) error {
	row, err := db.New(tx).User(ctx, id.UUID)
	if err == nil && row.ErasedAt != nil {
		return ErrUserNotFound
	}
	_, err = userOrNotFound(row, err)
	return err
}

// UserByEmail finds a user by the e-mail address, however it is spelt.
func (s *Service) UserByEmail(ctx context.Context, email string) (User, error) {
	row, err := db.New(s.deps.DB).UserByEmail(ctx, EmailKey(email))
	return userOrNotFound(row, err)
}

// HasAccount reports whether an e-mail address, however it is spelt, is a user's.
func (s *Service) HasAccount(ctx context.Context, email string) (bool, error) {
	has, err := db.New(s.deps.DB).HasAccount(ctx, EmailKey(email))
	if err != nil {
		return false, fmt.Errorf("look for the account of an address: %w", err)
	}
	return has, nil
}

// Users lists users, newest first, from before the given one; the zero user
// means from the newest.
func (s *Service) Users(ctx context.Context, before ident.User, most int) ([]User, error) {
	start := uuid.Max
	if !before.IsZero() {
		start = before.UUID
	}
	rows, err := db.New(s.deps.DB).Users(ctx, db.UsersParams{Before: start, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list users: %w", err)
	}
	users := make([]User, len(rows))
	for i, row := range rows {
		users[i] = userFrom(row)
	}
	return users, nil
}

func userOrNotFound(row db.AccountsUser, err error) (User, error) {
	if errors.Is(err, pg.ErrNoRows) {
		return User{}, ErrUserNotFound
	}
	if err != nil {
		return User{}, fmt.Errorf("find a user: %w", err)
	}
	return userFrom(row), nil
}

func userFrom(row db.AccountsUser) User {
	user := User{
		ID: ident.Of[ident.User](ident.Control, row.ID), Email: row.Email, Name: row.Name, Locale: row.Locale,
		Operator: row.Operator, HasPassword: row.PasswordHash != nil,
		SuspendedAt: row.SuspendedAt, RestrictedAt: row.RestrictedAt, CreatedAt: row.CreatedAt,
	}
	if changed := row.PasswordChangedAt; changed != nil && changed.After(row.CreatedAt) {
		user.PasswordChangedAt = changed
	}
	return user
}

// takeTurn keeps a user's password and second factor as they are, but for the
// transaction's own changes, until it ends; and lets no other sign-in of the user in
// between. It is the transaction's first lock.
func takeTurn(ctx context.Context, tx *pg.Tx, user ident.User) error {
	if err := db.New(tx).TakeTurn(ctx, db.TakeTurnParams{Shard: sessionShard(user), UserID: user.UUID}); err != nil {
		return fmt.Errorf("wait for the turn of user %s: %w", user, err)
	}
	return nil
}

// passwordStands reports whether a second factor is owed beside the password that was
// just checked against a row; ok is false if the password was changed meanwhile. It
// takes the user's turn.
func passwordStands(ctx context.Context, tx *pg.Tx, row db.AccountsUser) (owed, ok bool, err error) {
	if err := takeTurn(ctx, tx, userFrom(row).ID); err != nil {
		return false, false, err
	}
	owed, err = db.New(tx).PasswordStands(ctx, db.PasswordStandsParams{ID: row.ID, PasswordRound: row.PasswordRound})
	if errors.Is(err, pg.ErrNoRows) {
		return false, false, nil
	}
	return owed, err == nil, err
}

// lockUser locks a user's row until the transaction ends. Operations that change a
// password or end several sessions take it before any other row.
func lockUser(ctx context.Context, tx *pg.Tx, id ident.User) (db.AccountsUser, error) {
	if err := takeTurn(ctx, tx, id); err != nil {
		return db.AccountsUser{}, err
	}
	row, err := db.New(tx).LockUser(ctx, id.UUID)
	if _, err := userOrNotFound(row, err); err != nil {
		return db.AccountsUser{}, err
	}
	if row.ErasedAt != nil {
		return db.AccountsUser{}, ErrUserNotFound
	}
	return row, nil
}

// LockUser makes others wait who would change a user, or count what is theirs,
// until the transaction ends.
func (s *Service) LockUser(ctx context.Context, tx *pg.Tx, id ident.User) error {
	_, err := lockUser(ctx, tx, id)
	return err
}

// noteOn writes down an operation on a user.
func (s *Service) noteOn(ctx context.Context, tx *pg.Tx, action audit.Action, user ident.User, facts audit.Facts) error {
	return s.deps.Audit.Note(ctx, tx, action, user, ident.Organization{}, facts)
}

func (n NewUser) trimmed() NewUser {
	n.Email, n.Name, n.Locale = strings.TrimSpace(n.Email), strings.TrimSpace(n.Name), strings.TrimSpace(n.Locale)
	if n.Locale == "" {
		n.Locale = defaultLocale
	}
	return n
}

func (n NewUser) check() error {
	var p fault.Problems
	p.Want(ValidEmail(n.Email), "email must be an email")
	mailing.WantDisplayName(&p, "name", n.Name)
	p.Want(localeForm.MatchString(n.Locale), "locale must be a language tag")
	return p.Err()
}

// ValidEmail reports whether a text has the form of one plain address. Whether
// it is anybody's, only a mail to it can tell.
func ValidEmail(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Address == text && len(text) <= maxEmail && fault.Printable(text)
}

// EmailKey is an address as it is compared. What PostgreSQL could not even be
// asked for becomes a key that no user has.
func EmailKey(text string) string {
	return strings.ToLower(strings.TrimSpace(storable(text)))
}

// storable makes any bytes a text that PostgreSQL takes.
func storable(text string) string {
	const replacement = string(utf8.RuneError)
	return strings.ReplaceAll(strings.ToValidUTF8(text, replacement), "\x00", replacement)
}
