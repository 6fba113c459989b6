package pending

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/pending/internal/db"
)

const (
	// Valid is how long a question waits for its answer, and then a yes for its use.
	Valid = 15 * time.Minute
	// MostOpen is how many questions of one installation wait at a time.
	MostOpen = 20
	// refusedInARow refusals pause writing for pause.
	refusedInARow = 3
	pause         = time.Hour
	// kept is how long a row stays: the answer to its key is repeated for a day after
	// it was done, and the key must not ask for the same anew before that is over.
	kept = 48 * time.Hour
)

// State is where an action stands.
type State string

// The states. Expired is not stored: the clock says it.
const (
	Asked    State = "asked"
	Approved State = "approved"
	Refused  State = "refused"
	Changed  State = "changed"
	Done     State = "done"
	Expired  State = "expired"
)

// Action is one that a person is asked to approve, or was.
type Action struct {
	ID           ident.PendingAction
	Business     ident.Business
	Installation ident.Installation
	App          ident.App
	User         ident.User // for whom the app acts, and who decides
	Tool         Tool
	State        State
	Facts        Facts
	CreatedAt    time.Time
	ExpiresAt    time.Time // of the question, and then of the yes
	DecidedAt    *time.Time

	seen    versions
	request [32]byte
}

// Deps is what the service works with.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Ledger *ledger.Service
	Sales  *sales.Service
	Audit  *audit.Log
}

// Service keeps the actions.
type Service struct{ deps Deps }

// New returns the service.
func New(deps Deps) *Service { return &Service{deps: deps} }

// ByID finds an action of a person's own. Another's is not there.
func (s *Service) ByID(ctx context.Context, user ident.User, id ident.PendingAction) (Action, error) {
	row, err := db.New(s.deps.DB).ByID(ctx, db.ByIDParams{Shard: id.Shard, ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Action{}, ErrNotFound
	}
	if err != nil {
		return Action{}, fmt.Errorf("find action %s: %w", id, err)
	}
	if row.UserID != user.UUID {
		return Action{}, ErrNotFound
	}
	return s.from(row)
}

func (s *Service) from(row db.PendingAction) (Action, error) {
	a := Action{
		ID: ident.Of[ident.PendingAction](row.Shard, row.ID), Business: ident.Of[ident.Business](row.Shard, row.BusinessID),
		Installation: ident.Of[ident.Installation](row.Shard, row.InstallationID), App: ident.Of[ident.App](ident.Control, row.AppID),
		User: ident.Of[ident.User](ident.Control, row.UserID), Tool: Tool(row.Tool), State: State(row.State),
		CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt, DecidedAt: row.DecidedAt, request: [32]byte(row.RequestHash),
	}
	if (a.State == Asked || a.State == Approved) && !s.deps.Now().Before(a.ExpiresAt) {
		a.State = Expired
	}
	if err := errors.Join(json.Unmarshal(row.Facts, &a.Facts), json.Unmarshal(row.Seen, &a.seen)); err != nil {
		return Action{}, fmt.Errorf("read action %s: %w", a.ID, err)
	}
	return a, nil
}
