package webhooks

import (
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/live"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Deps is what the service is made of.
type Deps struct {
	DB       *pg.DB
	Now      clock.Now
	Keys     *secret.Keyring
	Egress   *egress.Client
	Delivery *delivery.Service
	Apps     *apps.Service
	Audit    *audit.Log
	// Live is told of deliveries that are queued from the console.
	Live *live.Service
}

// Service keeps webhooks, and shows what was sent to them.
type Service struct {
	deps     Deps
	carriers sync.Map // of this node, by their listeners
}

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

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

// Listener is its name where it is a listener: a webhook without an address, whose
// deliveries are offered to whoever holds its stream. Else it is empty.
func (w Webhook) Listener() string { return delivery.ListenerName(w.URL) }

// Delivery is one event for one webhook.
type Delivery struct {
	ID           ident.Delivery
	Webhook      ident.Webhook
	Event        ident.Event    // zero for a test
	Business     ident.Business // zero for a test
	Type         event.Name
	APIVersion   string
	Status       delivery.Status
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
