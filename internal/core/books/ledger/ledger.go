package ledger

import (
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
)

// Deps is what the service needs.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Events *events.Recorder
	Audit  *audit.Log
}

// Service keeps the books.
type Service struct{ deps Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }
