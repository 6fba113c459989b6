package accounts

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// Deps is what the service needs.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Rights *epoch.Registry
	Audit  *audit.Log
	Keys   *secret.Keyring
	// Passwords bounds how many password hashes run at once on this node.
	Passwords *secret.Passwords
	Log       *slog.Logger
	// Brand is the service's own name, as authenticator apps show it.
	Brand string
	// AppURL is the origin of the app host, which passkeys belong to. Where that has
	// an address and no name, browsers make none.
	AppURL string
	// SessionIdle is how long a session lasts unused, SessionLifetime how long it
	// lasts at most; zero means the default.
	SessionIdle, SessionLifetime time.Duration
	// SignUp says who gets an account without the operator's help; zero means those
	// who were invited.
	SignUp SignUp
	// Memberships answers for tenancy, which stands above this package; nil where
	// nobody is a member of anything.
	Memberships Memberships
}

// Memberships reports which businesses users belong to.
type Memberships interface {
	// IsMember reports whether a user belongs to a business.
	IsMember(ctx context.Context, user ident.User, business ident.Business) (bool, error)
	// MembershipsOf lists the businesses that a user belongs to, the one joined
	// first first.
	MembershipsOf(ctx context.Context, user ident.User) ([]Membership, error)
}

// Membership is a business that a user belongs to.
type Membership struct {
	Business ident.Business
	Name     string
}

// Service is who may sign in.
type Service struct {
	deps Deps
	// passkeys checks what authenticators say; nil where there are none.
	passkeys *webauthn.WebAuthn
}

// New returns the service on the given parts.
func New(deps Deps) *Service {
	deps.SessionIdle = cmp.Or(deps.SessionIdle, DefaultSessionIdle)
	deps.SessionLifetime = cmp.Or(deps.SessionLifetime, DefaultSessionLifetime)
	deps.SignUp = cmp.Or(deps.SignUp, SignUpInvited)
	if deps.Memberships == nil {
		deps.Memberships = noMemberships{}
	}
	return &Service{deps: deps, passkeys: relyingParty(deps)}
}

type noMemberships struct{}

func (noMemberships) IsMember(context.Context, ident.User, ident.Business) (bool, error) {
	return false, nil
}

func (noMemberships) MembershipsOf(context.Context, ident.User) ([]Membership, error) {
	return nil, nil
}

// User is a person who signs in.
type User struct {
	ID           ident.User
	Email        string
	Name         string
	Locale       string
	Operator     bool
	HasPassword  bool
	SuspendedAt  *time.Time
	RestrictedAt *time.Time
	CreatedAt    time.Time
	// PasswordChangedAt is nil while the password is as first set.
	PasswordChangedAt *time.Time
}

// Person is what others may know of a user.
type Person struct {
	ID     ident.User
	Name   string
	Email  string
	Locale string
}

// Active reports whether the user may act at all.
func (u User) Active() bool { return u.SuspendedAt == nil && u.RestrictedAt == nil }

// mayAct refuses a user who may not act.
func (u User) mayAct() error {
	switch {
	case u.SuspendedAt != nil:
		return ErrAccountSuspended
	case u.RestrictedAt != nil:
		return ErrAccountRestricted
	}
	return nil
}

// takeRights commits something that takes rights away from a user. It opens the
// transaction; see package epoch for what it promises.
func (s *Service) takeRights(ctx context.Context, user ident.User, fn func(tx *pg.Tx) error) error {
	return s.deps.Rights.Change(ctx, []epoch.Subject{epoch.User(user)}, func(ctx context.Context) error { return s.deps.DB.InTx(ctx, fn) })
}
