package tenancy

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
)

// Deps is what the service stands on.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Rights *epoch.Registry
	Events *events.Recorder
	Audit  *audit.Log
	Keys   *secret.Keyring
	// Passwords bounds how many password hashes run at once on this node.
	Passwords *secret.Passwords
	Log       *slog.Logger
	// Brand is the service's own name, as authenticator apps show it.
	Brand string
	// SessionIdle is how long a session lasts unused, SessionLifetime how long it
	// lasts at most; zero means the default.
	SessionIdle, SessionLifetime time.Duration
	// AllowInvitation refuses a mail that invites somebody to a place when there
	// were too many; nil where nobody counts.
	AllowInvitation func(ctx context.Context, place fmt.Stringer, recipient string) error
	// SelfServicePlans lets those who manage a business choose its plan. Else the
	// operator does.
	SelfServicePlans bool
	// Founded is called in the transaction that makes a business, for what every
	// business has from its first moment; nil when there is nothing.
	Founded func(ctx context.Context, tx *pg.Tx, b Business) error
	// Erased is called in the transaction that erases a business, for what has to
	// end with it; nil when there is nothing.
	Erased func(ctx context.Context, tx *pg.Tx, business ident.Business) error
}

// Service is who is who.
type Service struct{ Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service {
	deps.SessionIdle = cmp.Or(deps.SessionIdle, DefaultSessionIdle)
	deps.SessionLifetime = cmp.Or(deps.SessionLifetime, DefaultSessionLifetime)
	return &Service{Deps: deps}
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

// Active reports whether the user may act at all.
func (u User) Active() bool { return u.SuspendedAt == nil && u.RestrictedAt == nil }

// standing refuses a user who may not act.
func (u User) standing() error {
	switch {
	case u.SuspendedAt != nil:
		return ErrAccountSuspended
	case u.RestrictedAt != nil:
		return ErrAccountRestricted
	}
	return nil
}

// takeRights commits something that takes rights away from the subjects. It
// opens the transaction; see package epoch for what it promises.
func (s *Service) takeRights(ctx context.Context, subjects []epoch.Subject, fn func(tx *pg.Tx) error) error {
	return s.Rights.Change(ctx, subjects, func(ctx context.Context) error { return s.DB.InTx(ctx, fn) })
}
