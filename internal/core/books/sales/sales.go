package sales

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/events"
)

// Deps is what the service needs.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Events *events.Recorder
	Audit  *audit.Log
	Ledger *ledger.Service
	// AllowMail refuses a mail of a business to a recipient when there were too
	// many; nil where nobody counts.
	AllowMail func(ctx context.Context, business fmt.Stringer, recipient string) error
}

// Service sells.
type Service struct{ deps Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }
