package webhooks

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/egress"
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
	maxWebhooks    = 20 // of an app
	maxURL         = 2048
	maxDescription = 500
	minSecret      = 24 // of a given one; those that we make are longer
)

// Details are what an app's makers say of a webhook.
type Details struct {
	URL              string
	Description      string
	Events           []event.Name
	Enabled          bool
	IgnoreOwnChanges bool
}

// NewWebhook is a webhook to be.
type NewWebhook struct {
	Details
	// Secret is made up where it is empty. It is given only for worlds that are
	// written down beforehand, and so is AnyAddress: such a world may name a
	// receiver that cannot be reached from here yet. No address is dialled
	// unchecked in either case.
	Secret     string
	AnyAddress bool
}

// Register adds a webhook to an app, and returns its secret, which nobody can
// read again. It opens its own transaction.
func (s *Service) Register(ctx context.Context, app apps.App, in NewWebhook) (Webhook, string, error) {
	if err := s.checkNew(ctx, app, in); err != nil {
		return Webhook{}, "", err
	}
	text := in.Secret
	if text == "" {
		text = secret.New(secret.Webhook)
	}
	made := s.draft(app, in.Details)
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := checkCount(ctx, tx, app); err != nil {
			return err
		}
		return s.add(ctx, tx, app, made, text)
	})
	if err != nil {
		return Webhook{}, "", err
	}
	return made, text, nil
}

func (s *Service) draft(app apps.App, d Details) Webhook {
	now := s.deps.Now()
	made := Webhook{ID: ident.New[ident.Webhook](ident.RandomShard(), now), App: app.ID, Version: 1, CreatedAt: now, UpdatedAt: now}
	made.set(d)
	return made
}

// checkCount refuses one webhook too many, exactly: those who add to one app wait
// for each other.
func checkCount(ctx context.Context, tx *pg.Tx, app apps.App) error {
	if err := apps.Lock(ctx, tx, app.ID); err != nil {
		return err
	}
	n, err := db.New(tx).CountWebhooks(ctx, app.ID.UUID)
	if err != nil {
		return fmt.Errorf("count the webhooks of app %s: %w", app.ID, err)
	}
	if n >= maxWebhooks {
		return errLimit.With(maxWebhooks)
	}
	return nil
}

func (s *Service) add(ctx context.Context, tx *pg.Tx, app apps.App, w Webhook, text string) error {
	err := db.New(tx).AddWebhook(ctx, db.AddWebhookParams{
		ID: w.ID.UUID, HomeShard: w.ID.Shard, AppID: app.ID.UUID, Url: w.URL, Description: w.Description, Events: texts(w.Events),
		Enabled: w.Enabled, IgnoreOwnChanges: w.IgnoreOwnChanges, Secret: s.deps.Keys.Seal(delivery.SecretContext(w.ID), []byte(text)), Now: w.CreatedAt,
	})
	if err != nil {
		return fmt.Errorf("add webhook %s of app %s: %w", w.ID, app.ID, err)
	}
	return s.note(ctx, tx, app, audit.WebhookAdded, w.ID, audit.Facts{"events": w.Events, "enabled": w.Enabled})
}

// note writes down an operation on a webhook. Its URL stays out of the record: some
// carry a secret of their owner's.
func (s *Service) note(ctx context.Context, tx *pg.Tx, app apps.App, action audit.Action, id ident.Webhook, facts audit.Facts) error {
	if facts == nil {
		facts = audit.Facts{}
	}
	facts["app"] = app.ID
	return s.deps.Audit.Note(ctx, tx, action, id, app.Organization, facts)
}

// checkNew tells what is wrong with a new webhook.
func (s *Service) checkNew(ctx context.Context, app apps.App, in NewWebhook) error {
	var p fault.Problems
	p.Want(in.Secret == "" || secretFits(in.Secret), "secret must begin with whsec_ and have at least %d visible ASCII characters", minSecret)
	in.check(&p)
	if err := p.Err(); err != nil {
		return err
	}
	if err := checkScopes(app, in.Events); err != nil || in.AnyAddress {
		return err
	}
	return s.checkAddress(ctx, in.URL)
}

// check tells all that is wrong with the form of the details.
func (d Details) check(p *fault.Problems) {
	p.Want(d.URL != "", "url should not be empty")
	p.Want(utf8.RuneCountInString(d.URL) <= maxURL, "url must be at most %d characters long", maxURL)
	p.Want(utf8.RuneCountInString(d.Description) <= maxDescription, "description must be at most %d characters long", maxDescription)
	all := len(event.All())
	p.Want(d.Events != nil, "events must be an array")
	p.Want(len(d.Events) <= all, "events must contain no more than %d elements", all)
	for i, name := range d.Events[:min(len(d.Events), all)] {
		_, known := event.Lookup(name)
		p.Want(known, "events.%d must be the name of an event", i)
		p.Want(!slices.Contains(d.Events[:i], name), "events.%d is a repetition", i)
	}
}

// checkScopes refuses events that the app could never be told of.
func checkScopes(app apps.App, names []event.Name) error {
	for _, name := range names {
		if t, _ := event.Lookup(name); !t.OpenTo(app.Scopes) {
			return errScopeNotRegistered.With(name, t.Scope)
		}
	}
	return nil
}

// checkAddress tells what is wrong with a URL, as far as that can be known
// before the first delivery; each of those is guarded again when it is dialled.
// Not even development opens plain http to webhooks: what they carry is signed,
// not hidden.
func (s *Service) checkAddress(ctx context.Context, text string) error {
	if len(text) < len("https://") || !strings.EqualFold(text[:len("https://")], "https://") {
		return errURLRefused.With("the address must start with https://")
	}
	err := s.deps.Egress.CheckURL(ctx, text)
	if refused, ok := errors.AsType[*egress.Error](err); ok {
		return errURLRefused.With(refused.Reason)
	}
	if err != nil {
		return fmt.Errorf("check a webhook's address: %w", err)
	}
	return nil
}

func secretFits(text string) bool {
	return strings.HasPrefix(text, string(secret.Webhook)+"_") && len(text) >= minSecret &&
		!strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

func texts(names []event.Name) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = string(name)
	}
	return list
}
