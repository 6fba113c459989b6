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

// Standing is how a record stands now.
type Standing string

// The standings.
const (
	Gone   Standing = "GONE" // or never there
	There  Standing = "THERE"
	Erased Standing = "ERASED" // there, with nothing personal left
)

// Records tells how a record of a business stands.
type Records interface {
	Standing(ctx context.Context, tx *pg.Tx, business ident.Business, record Record) (Standing, error)
}

// Deps is what the service stands on.
type Deps struct {
	DB       *pg.DB
	Now      clock.Now
	Events   *events.Recorder
	Audit    *audit.Log
	Installs *installs.Service
	Records  Records
}

// Service keeps apps' fields and values.
type Service struct{ Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{Deps: deps} }
