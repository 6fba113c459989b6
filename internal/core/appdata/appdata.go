package appdata

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs"
)

// RecordState is what has become of a record.
type RecordState string

// The states of a record.
const (
	Gone   RecordState = "GONE" // or never there
	There  RecordState = "THERE"
	Erased RecordState = "ERASED" // there, with nothing personal left
)

// Records knows what has become of a record of a business.
type Records interface {
	State(ctx context.Context, tx *pg.Tx, business ident.Business, record Record) (RecordState, error)
}

// Deps is what the service needs.
type Deps struct {
	DB       *pg.DB
	Now      clock.Now
	Events   *events.Recorder
	Audit    *audit.Log
	Installs *installs.Service
	Records  Records
}

// Service keeps apps' fields and values.
type Service struct{ deps Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }
