package sandboxes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/plan"
)

// Deps is what the service needs.
type Deps struct {
	DB        *pg.DB
	Tenancy   *tenancy.Service
	Ledger    *ledger.Service
	Sales     *sales.Service
	Purchases *purchases.Service
	Erased    *erasure.Queue
	Installs  *installs.Service
	AppData   *appdata.Service
	Events    *events.Log
	Now       clock.Now
	// Forget removes what others keep about the records of a business.
	Forget []func(ctx context.Context, business ident.Business) error
}

// Service fills sandboxes.
type Service struct{ deps Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

// NewSandbox is what is known of a sandbox at first.
type NewSandbox struct {
	Organization ident.Organization
	Name         string
	Template     Code
}

// Create makes a sandbox and fills its books. It opens transactions.
func (s *Service) Create(ctx context.Context, n NewSandbox) (tenancy.Sandbox, error) {
	template, known := Lookup(n.Template)
	var p fault.Problems
	p.Want(known, "template must be one of SERVICES, RETAIL")
	if err := p.Err(); err != nil {
		return tenancy.Sandbox{}, err
	}
	made, err := s.deps.Tenancy.CreateSandbox(ctx, tenancy.NewBusiness{
		// Whoever tries an app should not run into a ceiling by it.
		Name: n.Name, Plan: plan.Scale, Currency: template.currency, Timezone: template.timezone, SandboxOf: n.Organization,
	}, string(n.Template))
	if err != nil {
		return tenancy.Sandbox{}, err
	}
	if err := s.deps.Tenancy.BeginFilling(ctx, made, ""); err != nil {
		return tenancy.Sandbox{}, err
	}
	return s.fill(ctx, made, func(context.Context, *pg.Tx) error { return nil })
}

// Reset empties a sandbox's books and fills them as they were at first. It opens
// transactions; where it broke off, it can be called again.
func (s *Service) Reset(ctx context.Context, sandbox tenancy.Sandbox) (tenancy.Sandbox, error) {
	if err := s.deps.Tenancy.BeginFilling(ctx, sandbox, audit.SandboxReset); err != nil {
		return tenancy.Sandbox{}, err
	}
	if err := s.empty(ctx, sandbox.ID); err != nil {
		return tenancy.Sandbox{}, fmt.Errorf("empty sandbox %s: %w", sandbox.ID, err)
	}
	sandbox.Ahead = 0
	return s.fill(ctx, sandbox, func(ctx context.Context, tx *pg.Tx) error {
		return s.deps.Ledger.CreateBooks(ctx, tx, sandbox.Business)
	})
}

// MoveClock puts a sandbox's clock forward. What it passes happens at once: invoices
// fall due. It opens a transaction.
func (s *Service) MoveClock(ctx context.Context, sandbox tenancy.Sandbox, to time.Time) (tenancy.Sandbox, error) {
	return s.deps.Tenancy.MoveClock(ctx, sandbox, to, func(tx *pg.Tx) error {
		err := s.deps.Sales.RecordOverdueIn(ctx, tx, sandbox.ID)
		if errors.Is(err, tenancy.ErrBusinessNotFound) { // its books are closed, for a reset
			err = tenancy.ErrSandboxBusy
		}
		return err
	})
}

// empty closes the books, so that nobody writes into them meanwhile, and deletes
// what is in them and what others keep about it. The clock goes back with them.
func (s *Service) empty(ctx context.Context, business ident.Business) error {
	err := s.deps.Tenancy.ResetClock(ctx, business, func(tx *pg.Tx) error { return s.deps.Ledger.Close(ctx, tx, business) })
	if err != nil {
		return err
	}
	if err := s.deps.Erased.EraseBooks(ctx, business); err != nil {
		return err
	}
	for _, forget := range s.deps.Forget {
		if err := forget(ctx, business); err != nil {
			return err
		}
	}
	return nil
}

// fill writes what the template says into empty books, which begin opens where they
// are closed. It opens a transaction.
func (s *Service) fill(ctx context.Context, sandbox tenancy.Sandbox, begin func(context.Context, *pg.Tx) error) (tenancy.Sandbox, error) {
	template, known := Lookup(Code(sandbox.Template))
	if !known {
		return tenancy.Sandbox{}, fmt.Errorf("fill sandbox %s: no template %q", sandbox.ID, sandbox.Template)
	}
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := begin(ctx, tx); err != nil {
			return err
		}
		if err := s.write(pg.Within(ctx, s.deps.DB, tx), sandbox.Business, template); err != nil {
			return err
		}
		at, err := s.deps.Tenancy.Filled(ctx, tx, sandbox)
		sandbox.FilledAt = &at
		return err
	})
	if err != nil {
		return tenancy.Sandbox{}, fmt.Errorf("fill sandbox %s: %w", sandbox.ID, err)
	}
	return sandbox, nil
}
