package accounts

import (
	"context"
	"encoding/hex"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
)

// What the tests of users, passwords and sessions share.

const (
	password    = "a lamp by the quiet river"
	newPassword = "seven geese over the mill"
)

var visit = Visit{Address: netip.MustParseAddr("203.0.113.9"), UserAgent: "Firefox"}

// hashed is the hash of the tests' password, made once for all of them.
var hashed = sync.OnceValues(func() (string, error) {
	return secrettest.Passwords().Hash(context.Background(), secret.Known, password)
})

// withPassword makes a user with the tests' password.
func (f *fixture) withPassword(t testing.TB, name string) User {
	t.Helper()
	hash, err := hashed()
	must(t, err)
	user := f.user(t, name)
	f.storePassword(t, user, hash)
	user.HasPassword = true
	return user
}

func (f *fixture) storePassword(t testing.TB, user User, hash string) {
	t.Helper()
	_, err := f.deps.DB.Exec(t.Context(), "UPDATE accounts.users SET password_hash = $1 WHERE id = $2", hash, user.ID.UUID)
	must(t, err)
}

func (f *fixture) signIn(t testing.TB, user User) (token string, session Session) {
	t.Helper()
	entry, err := f.SignIn(t.Context(), user.Email, password, visit)
	must(t, err)
	return entry.Token, entry.Session
}

// resets sets a new password by a mailed secret.
func (f *fixture) resets(t testing.TB, token, password string) error {
	t.Helper()
	_, err := f.Reset(t.Context(), token, password)
	return err
}

// letsIn fails the test unless the token is good.
func (f *fixture) letsIn(t testing.TB, token string) SignedIn {
	t.Helper()
	in, err := f.Authenticate(t.Context(), token)
	must(t, err)
	return in
}

func (f *fixture) refuses(t testing.TB, token, code string) {
	t.Helper()
	_, err := f.Authenticate(t.Context(), token)
	refused(t, err, code)
}

// protect turns a user's second factor on, and moves on to the next step.
func (f *fixture) protect(t testing.TB, user User) (key string, recovery []string) {
	t.Helper()
	enrolment, err := f.BeginSecondFactor(t.Context(), user.ID)
	must(t, err)
	recovery, err = f.ConfirmSecondFactor(t.Context(), user.ID, f.code(t, enrolment.Key))
	must(t, err)
	f.clock.Move(stepSeconds * time.Second)
	return enrolment.Key, recovery
}

// code is what the authenticator app shows now.
func (f *fixture) code(t testing.TB, key string) string {
	t.Helper()
	code, err := totp.GenerateCode(key, f.deps.Now())
	must(t, err)
	return code
}

// asked asks for a reset and mails it.
func (f *fixture) asked(t testing.TB, user User) (token string) {
	t.Helper()
	must(t, f.RequestReset(t.Context(), user.Email))
	return f.mail(t)
}

// mail mails the reset that is due and tells the secret in the mail.
func (f *fixture) mail(t testing.TB) (token string) {
	t.Helper()
	for _, id := range f.due(t) {
		must(t, f.MailReset(t.Context(), id, func(_ User, mailed string) error { token = mailed; return nil }))
	}
	if token == "" {
		t.Fatal("want a mail to be due")
	}
	return token
}

// notKept fails the test if any row of ours holds one of the secrets.
func (f *fixture) notKept(t testing.TB, secrets ...string) {
	t.Helper()
	tables := f.texts(t, `SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables
		WHERE table_schema IN ('accounts', 'tenancy', 'audit', 'events') AND table_type = 'BASE TABLE'`)
	for _, table := range tables {
		dump := strings.Join(f.texts(t, "SELECT row::text FROM "+table+" row"), "\n")
		for _, text := range secrets {
			if strings.Contains(dump, text) || strings.Contains(dump, hex.EncodeToString([]byte(text))) {
				t.Errorf("%s holds a secret as it is", table)
			}
		}
	}
}

// statements sees every statement of a node, and can act before one.
type statements struct {
	before func(sql string)

	mu   sync.Mutex
	seen []string
}

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	s.seen = append(s.seen, data.SQL)
	s.mu.Unlock()
	if s.before != nil {
		s.before(data.SQL)
	}
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// during lists the statements that fn runs.
func (s *statements) during(fn func()) []string {
	s.seen = nil
	fn()
	return s.seen
}

// once makes a hook that acts before the first statement of the given name.
func once(name string, act func()) func(sql string) {
	var done sync.Once
	return func(sql string) {
		if strings.HasPrefix(sql, "-- name: "+name+" ") {
			done.Do(act)
		}
	}
}
