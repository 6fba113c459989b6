package webhooks

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

const (
	maxListenersOfPerson = 5
	maxListenersOfApp    = 20
	// heldFor is how long a stream holds its listener without saying so again. A
	// program that comes back holds it at once; another waits for that long.
	heldFor = 15 * time.Second
	// listenerLeft is for how long deliveries wait for somebody to connect.
	listenerLeft = 5 * time.Minute
	// listenerUnused is for how long a listener is kept that nobody uses.
	listenerUnused = 30 * 24 * time.Hour
	listenersSwept = 100 // in one look at a slice; the next run goes on
)

// Listener is a webhook without an address: a person's own machine, which is offered
// what is due from sandboxes.
type Listener struct {
	ID        ident.Webhook
	App       ident.App
	Owner     ident.User
	Name      string
	Events    []event.Name
	Enabled   bool // off: nobody was connected for a while, and it hears nothing
	Every     bool // it hears sandboxes that are made later too
	Connected bool
	SeenAt    time.Time // when somebody was last connected
	CreatedAt time.Time
}

// Listening is a wish to listen.
type Listening struct {
	Owner  ident.User
	Name   string       // of a machine
	Events []event.Name // none: those of the app's webhooks, else all that the app may hear
	// Sandboxes are those that it hears, of the app's own organization. Every says
	// that they are all, and that it is to hear new ones too.
	Sandboxes []ident.Business
	Every     bool
	Takeover  bool // whoever is connected by this name is not any more
	NewSecret bool // in place of the one it has; there is no overlap
}

// Admission is what a program needs to listen.
type Admission struct {
	Listener   Listener
	Secret     string
	Connection string // names the program; its streams carry it
}

// listenerName is what goes into an address; see delivery.ListenerURL.
var listenerName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$`)

// Listen makes a listener, or finds the one of this name, and lets a program hold its
// stream. It opens its own transactions.
func (s *Service) Listen(ctx context.Context, app apps.App, in Listening) (Admission, error) {
	if err := s.checkListening(ctx, app, &in); err != nil {
		return Admission{}, err
	}
	id, text, err := s.ensureListener(ctx, app, in)
	if err != nil {
		return Admission{}, err
	}
	connection := rand.Text()
	now, machine := s.deps.Now(), clock.System()
	_, err = db.New(s.deps.DB).AdmitConnection(ctx, db.AdmitConnectionParams{
		Shard: id.Shard, WebhookID: id.UUID, Connection: connection, HeldUntil: machine, Now: now, MachineNow: machine, Takeover: in.Takeover,
	})
	if errors.Is(err, pg.ErrNoRows) {
		return Admission{}, s.inUse(ctx, id, in.Name)
	}
	if err != nil {
		return Admission{}, fmt.Errorf("let a program listen as %s: %w", id, err)
	}
	if in.NewSecret {
		text = secret.New(secret.Webhook)
	}
	if err := s.renewListener(ctx, app, id, in, text); err != nil {
		return Admission{}, err
	}
	return Admission{Connection: connection, Secret: text, Listener: Listener{
		ID: id, App: app.ID, Owner: in.Owner, Name: in.Name, Events: in.Events, Enabled: true, Every: in.Every, SeenAt: now, CreatedAt: now,
	}}, nil
}

// checkListening tells what is wrong with a wish, and fills in the events.
func (s *Service) checkListening(ctx context.Context, app apps.App, in *Listening) error {
	var p fault.Problems
	p.Want(listenerName.MatchString(in.Name), "name must be 1 to 63 letters, digits, dots, hyphens and underscores")
	if in.Events == nil {
		in.Events = []event.Name{}
	}
	Details{URL: delivery.ListenerURL(in.Name), Events: in.Events}.check(&p)
	if err := p.Err(); err != nil {
		return err
	}
	if !app.Usable() {
		return errAppNotActive
	}
	if len(in.Events) > 0 {
		return checkScopes(app, in.Events)
	}
	hooks, err := s.Webhooks(ctx, app)
	if err != nil {
		return err
	}
	in.Events = wanted(app, hooks)
	return nil
}

// wanted are the events that the webhooks of an app listen to, or where there are
// none all that it may hear of.
func wanted(app apps.App, hooks []Webhook) []event.Name {
	var some, all []event.Name
	for _, t := range event.All() {
		if !t.OpenTo(app.Scopes) {
			continue
		}
		all = append(all, t.Name)
		if slices.ContainsFunc(hooks, func(w Webhook) bool { return slices.Contains(w.Events, t.Name) }) {
			some = append(some, t.Name)
		}
	}
	if len(some) > 0 {
		return some
	}
	return all
}

// ensureListener finds the listener, or adds it.
func (s *Service) ensureListener(ctx context.Context, app apps.App, in Listening) (id ident.Webhook, text string, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := apps.Lock(ctx, tx, app.ID); err != nil {
			return err
		}
		row, err := db.New(tx).FindListener(ctx, db.FindListenerParams{ListenerOf: in.Owner.UUID, AppID: app.ID.UUID, ListenerName: in.Name})
		if errors.Is(err, pg.ErrNoRows) {
			id, text, err = s.addListener(ctx, tx, app, in)
			return err
		}
		if err != nil {
			return fmt.Errorf("find a listener of app %s: %w", app.ID, err)
		}
		id = ident.Of[ident.Webhook](row.HomeShard, row.ID)
		opened, err := s.deps.Keys.Open(delivery.SecretContext(id), row.Secret)
		if err != nil {
			return fmt.Errorf("open the secret of listener %s: %w", id, err)
		}
		text = string(opened)
		return nil
	})
	return id, text, err
}

func (s *Service) addListener(ctx context.Context, tx *pg.Tx, app apps.App, in Listening) (ident.Webhook, string, error) {
	now := s.deps.Now()
	id, text := ident.New[ident.Webhook](ident.RandomShard(), now), secret.New(secret.Webhook)
	n, err := db.New(tx).CountListeners(ctx, db.CountListenersParams{AppID: app.ID.UUID, ListenerOf: in.Owner.UUID})
	switch {
	case err != nil:
		return id, "", fmt.Errorf("count the listeners of app %s: %w", app.ID, err)
	case n.OfPerson >= maxListenersOfPerson, n.OfApp >= maxListenersOfApp:
		return id, "", errListenerLimit.With(maxListenersOfPerson, maxListenersOfApp)
	}
	err = db.New(tx).AddListener(ctx, db.AddListenerParams{
		ID: id.UUID, HomeShard: id.Shard, AppID: app.ID.UUID, Url: delivery.ListenerURL(in.Name), Events: texts(in.Events),
		Secret: s.deps.Keys.Seal(delivery.SecretContext(id), []byte(text)), ListenerOf: in.Owner.UUID, ListenerName: in.Name,
		Businesses: ident.UUIDs(in.Sandboxes), EverySandboxOf: everyOf(app, in.Every), Now: now,
	})
	if err != nil {
		return id, "", fmt.Errorf("add listener %s of app %s: %w", id, app.ID, err)
	}
	return id, text, nil
}

// renewListener says what the listener hears from now on, and that somebody listens.
func (s *Service) renewListener(ctx context.Context, app apps.App, id ident.Webhook, in Listening, text string) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		err := db.New(tx).RenewListener(ctx, db.RenewListenerParams{
			ID: id.UUID, Events: texts(in.Events), Businesses: ident.UUIDs(in.Sandboxes), EverySandboxOf: everyOf(app, in.Every),
			Secret: s.deps.Keys.Seal(delivery.SecretContext(id), []byte(text)), Now: s.deps.Now(),
		})
		if err != nil {
			return fmt.Errorf("renew listener %s: %w", id, err)
		}
		return s.note(ctx, tx, app, audit.ListenerStarted, id, audit.Facts{"events": in.Events, "takeover": in.Takeover, "newSecret": in.NewSecret})
	})
}

func everyOf(app apps.App, every bool) *uuid.UUID {
	if !every {
		return nil
	}
	return &app.Organization.UUID
}

// inUse says who listens already.
func (s *Service) inUse(ctx context.Context, id ident.Webhook, name string) error {
	state, err := db.New(s.deps.DB).ListenerState(ctx, db.ListenerStateParams{Shard: id.Shard, WebhookID: id.UUID})
	if err != nil {
		return fmt.Errorf("find who listens as %s: %w", id, err)
	}
	return errListenerInUse.With(name, state.Since.UTC().Format(time.RFC3339))
}

// Permitted is nil while whoever asks may still ask: their rights are looked at in a
// transaction of its own. It is for changes that no transaction of a request makes.
func (s *Service) Permitted(ctx context.Context) error {
	return s.deps.DB.InTx(ctx, func(*pg.Tx) error { return nil })
}

// Listeners lists the listeners of an app, oldest first.
func (s *Service) Listeners(ctx context.Context, app apps.App) ([]Listener, error) {
	rows, err := db.New(s.deps.DB).ListenersOf(ctx, app.ID.UUID)
	if err != nil {
		return nil, fmt.Errorf("list the listeners of app %s: %w", app.ID, err)
	}
	list := make([]Listener, len(rows))
	for i, row := range rows {
		if list[i], err = s.listenerFrom(ctx, row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (s *Service) listenerFrom(ctx context.Context, row db.ListenersOfRow) (Listener, error) {
	l := Listener{
		ID: ident.Of[ident.Webhook](row.HomeShard, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID), Owner: ident.Of[ident.User](ident.Control, row.ListenerOf),
		Name: row.ListenerName, Events: []event.Name{}, Enabled: row.Enabled, Every: row.EverySandboxOf != nil, SeenAt: row.CreatedAt, CreatedAt: row.CreatedAt,
	}
	for _, name := range row.Events {
		l.Events = append(l.Events, event.Name(name))
	}
	state, err := db.New(s.deps.DB).ListenerState(ctx, db.ListenerStateParams{Shard: l.ID.Shard, WebhookID: l.ID.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return l, nil
	}
	if err != nil {
		return l, fmt.Errorf("find who listens as %s: %w", l.ID, err)
	}
	l.SeenAt, l.Connected = state.SeenAt, state.HeldUntil.After(clock.System())
	return l, nil
}

// Listener finds one of an app that belongs to somebody; anybody else's does not exist.
func (s *Service) Listener(ctx context.Context, app apps.App, owner ident.User, id ident.Webhook) (Listener, error) {
	list, err := s.Listeners(ctx, app)
	if err != nil {
		return Listener{}, err
	}
	at := slices.IndexFunc(list, func(l Listener) bool { return l.ID == id && l.Owner == owner })
	if at < 0 {
		return Listener{}, errListenerNotFound
	}
	return list[at], nil
}

// RemoveListener ends a listener. What waits for it is dropped. It opens its own
// transaction.
func (s *Service) RemoveListener(ctx context.Context, app apps.App, l Listener) error {
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		n, err := db.New(tx).ForgetListener(ctx, db.ForgetListenerParams{ID: l.ID.UUID, Now: s.deps.Now()})
		if err != nil {
			return fmt.Errorf("remove listener %s: %w", l.ID, err)
		}
		if n == 0 {
			return errListenerNotFound
		}
		return s.note(ctx, tx, app, audit.ListenerRemoved, l.ID, nil)
	})
	if err != nil {
		return err
	}
	return s.forgetStream(ctx, l.ID)
}

func (s *Service) forgetStream(ctx context.Context, id ident.Webhook) error {
	if err := db.New(s.deps.DB).DeleteListener(ctx, db.DeleteListenerParams{Shard: id.Shard, WebhookID: id.UUID}); err != nil {
		return fmt.Errorf("forget who listened as %s: %w", id, err)
	}
	return nil
}

// HearSandbox has everybody who listens to all sandboxes of an organization hear a new
// one.
func (s *Service) HearSandbox(ctx context.Context, of ident.Organization, sandbox ident.Business) error {
	err := db.New(s.deps.DB).HearSandbox(ctx, db.HearSandboxParams{Organization: of.UUID, Business: sandbox.UUID, Now: s.deps.Now()})
	if err != nil {
		return fmt.Errorf("have listeners hear sandbox %s: %w", sandbox, err)
	}
	return nil
}

// SweepListeners switches listeners off that nobody has been connected to for a while,
// so that what waits for them fails and can be sent again later; and forgets those that
// nobody uses. It looks at those whose home is in some shards.
func (s *Service) SweepListeners(ctx context.Context, shards []ident.Shard) (int64, error) {
	return across.Write(ctx, shards, s.sweepListeners)
}

func (s *Service) sweepListeners(ctx context.Context, slice []int16) (swept int64, err error) {
	now := s.deps.Now()
	rows, err := db.New(s.deps.DB).LeftListeners(ctx, db.LeftListenersParams{
		Shards: slice, MachineNow: clock.System(), LeftBefore: now.Add(-listenerLeft), UnusedBefore: now.Add(-listenerUnused), Most: listenersSwept,
	})
	if err != nil {
		return 0, fmt.Errorf("look for listeners that nobody is connected to: %w", err)
	}
	for _, row := range rows {
		id := ident.Of[ident.Webhook](row.Shard, row.WebhookID)
		if err := s.sweep(ctx, id, !row.SeenAt.After(now.Add(-listenerUnused))); err != nil {
			return swept, err
		}
		swept++
	}
	return swept, nil
}

// sweep makes due what waits, so that it fails now and not when its next attempt would
// have been, and then switches the listener off. In this order a crash leaves nothing
// undone.
func (s *Service) sweep(ctx context.Context, id ident.Webhook, forget bool) error {
	if err := s.deps.Delivery.Hasten(ctx, id); err != nil {
		return err
	}
	if err := s.switchListener(ctx, id, false); err != nil || !forget {
		return err
	}
	if _, err := db.New(s.deps.DB).ForgetListener(ctx, db.ForgetListenerParams{ID: id.UUID, Now: s.deps.Now()}); err != nil {
		return fmt.Errorf("forget listener %s: %w", id, err)
	}
	return s.forgetStream(ctx, id)
}

func (s *Service) switchListener(ctx context.Context, id ident.Webhook, on bool) error {
	if _, err := db.New(s.deps.DB).SwitchListener(ctx, db.SwitchListenerParams{ID: id.UUID, Enabled: on, Now: s.deps.Now()}); err != nil {
		return fmt.Errorf("switch listener %s: %w", id, err)
	}
	return nil
}
