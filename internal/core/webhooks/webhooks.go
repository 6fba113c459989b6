package webhooks

import (
	"cmp"
	"log/slog"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Deps is what the service stands on.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Keys   *secret.Keyring
	Egress *egress.Client
	Outbox *events.Outbox
	Apps   *apps.Service
	Audit  *audit.Book
	Log    *slog.Logger
	// SendLimit is how long an endpoint has, from the look-up of its name to the
	// last byte of its answer; 10 seconds if it is zero.
	SendLimit time.Duration
}

// Service keeps webhooks and what was sent to them.
type Service struct {
	// Queued is called when deliveries were queued here, to hurry whoever sends
	// them.
	Queued func()

	Deps
	client *egress.Client // the guarded client, with a delivery's limits
}

// New returns the service on the given parts.
func New(deps Deps) *Service {
	deps.SendLimit = cmp.Or(deps.SendLimit, sendLimit)
	return &Service{Deps: deps, client: deps.Egress.Within(egress.Limits{Time: deps.SendLimit, Body: bodyKept, Truncate: true})}
}

const (
	// Kept is how long a delivery can be seen and sent again.
	Kept      = 30 * 24 * time.Hour
	sendLimit = 10 * time.Second
	// bodyKept is how much of an answer is kept for the inspector.
	bodyKept = 16 << 10
)

// Webhook is where an app wants to be told of events.
type Webhook struct {
	ID               ident.Webhook
	App              ident.App
	URL              string
	Description      string
	Events           []event.Name
	Enabled          bool
	IgnoreOwnChanges bool // app_data.updated that the app itself caused is not sent
	// PreviousSecretExpiresAt is until when the secret before the last rotation
	// still signs; nil when there is none.
	PreviousSecretExpiresAt *time.Time
	Version                 int
	CreatedAt               time.Time
	UpdatedAt               time.Time
}

// Status is where a delivery stands.
type Status string

// The statuses.
const (
	Queued    Status = "queued"
	Retrying  Status = "retrying"
	Delivered Status = "delivered"
	Failed    Status = "failed"
)

// Delivery is one event for one webhook.
type Delivery struct {
	ID           ident.Delivery
	Webhook      ident.Webhook
	Event        ident.Event    // zero for a test
	Business     ident.Business // zero for a test
	Type         event.Name
	APIVersion   string
	Status       Status
	Attempts     int // of this round
	Round        int // counts redeliveries
	NextAt       *time.Time
	ResponseCode *int   // of the last attempt that got an answer
	LastError    string // what the last attempt failed for, or why it was not sent
	CreatedAt    time.Time
	EndedAt      *time.Time
}

// Test reports whether the delivery was asked for from the console.
func (d Delivery) Test() bool { return d.Event.IsZero() }
