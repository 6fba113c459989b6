package tenancy

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
)

// Deps is what the service needs.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Rights *epoch.Registry
	Events *events.Recorder
	Audit  *audit.Log
	// Accounts are the people who belong somewhere.
	Accounts *accounts.Service
	// AllowInvitation refuses a mail that invites somebody to a place when there
	// were too many; nil where nobody counts.
	AllowInvitation func(ctx context.Context, place fmt.Stringer, recipient string) error
	// SelfServicePlans lets those who manage a business choose its plan. Else the
	// operator does.
	SelfServicePlans bool
	// OnCreate is called in the transaction that makes a business, for what every
	// business has from its first moment; nil when there is nothing.
	OnCreate func(ctx context.Context, tx *pg.Tx, b Business) error
	// OnErase is called in the transaction that erases a business, for what has to
	// end with it; nil when there is nothing.
	OnErase func(ctx context.Context, tx *pg.Tx, business ident.Business) error
}

// Service is who belongs where.
type Service struct{ deps Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

// takeRights commits something that takes rights away in a business. It
// opens the transaction; see package epoch for what it promises.
func (s *Service) takeRights(ctx context.Context, business ident.Business, fn func(tx *pg.Tx) error) error {
	return s.deps.Rights.Change(ctx, []epoch.Subject{epoch.Business(business)}, func(ctx context.Context) error { return s.deps.DB.InTx(ctx, fn) })
}
