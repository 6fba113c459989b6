package delivery

import (
	"cmp"
	"context"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/live"
)

// Deps is what the service is made of.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Keys   *secret.Keyring
	Egress *egress.Client
	Outbox *events.Outbox
	// Live is told of deliveries that are made, and of attempts.
	Live *live.Service
	// Functions runs a function, and SwitchOff switches one off that failed so often in
	// a row.
	Functions func(context.Context, Call) (Ran, error)
	SwitchOff func(ctx context.Context, function ident.Function, failures int) error
	// SendLimit is how long an endpoint has, from the look-up of its name to the
	// last byte of its answer; 10 seconds if it is zero.
	SendLimit time.Duration
}

// Service makes deliveries of events, and sends them.
type Service struct {
	db        *pg.DB
	now       clock.Now
	keys      *secret.Keyring
	outbox    *events.Outbox
	live      *live.Service
	client    *egress.Client // the guarded client, with a delivery's limits
	sendLimit time.Duration
	functions func(context.Context, Call) (Ran, error)
	switchOff func(context.Context, ident.Function, int) error
}

// New returns the service on the given parts.
func New(deps Deps) *Service {
	limit := cmp.Or(deps.SendLimit, sendLimit)
	return &Service{
		db: deps.DB, now: deps.Now, keys: deps.Keys, outbox: deps.Outbox, live: deps.Live, sendLimit: limit,
		functions: deps.Functions, switchOff: deps.SwitchOff,
		client: deps.Egress.Within(egress.Limits{Time: limit, Body: bodyKept, Truncate: true}),
	}
}

const (
	// Kept is how long a delivery can be seen and sent again.
	Kept      = 30 * 24 * time.Hour
	sendLimit = 10 * time.Second
	// bodyKept is how much of an answer is kept for the inspector.
	bodyKept = 16 << 10
)

// SendLimit is how long an endpoint has to answer.
func (s *Service) SendLimit() time.Duration { return s.sendLimit }

// Status is the state of a delivery.
type Status string

// The statuses.
const (
	Queued    Status = "queued"
	Retrying  Status = "retrying"
	Delivered Status = "delivered"
	Failed    Status = "failed"
)

// SecretContext binds a sealed secret to its webhook.
func SecretContext(id ident.Webhook) string { return "secret of webhook " + id.String() }
