package console

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	webhookdelivery "github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) webhookRoutes() []route.Route {
	const all, one = " /developer/apps/{id}/webhooks", " /developer/apps/{id}/webhooks/{webhookId}"
	return []route.Route{
		{Pattern: "GET" + all, Role: viewer, Handle: route.JSON(http.StatusOK, f.listWebhooks)},
		{Pattern: "POST" + all, Role: developer, Handle: route.JSON(http.StatusCreated, f.addWebhook)},
		{Pattern: "GET" + one, Role: viewer, Handle: route.JSON(http.StatusOK, f.readWebhook)},
		{Pattern: "PATCH" + one, Role: developer, Handle: route.JSON(http.StatusOK, f.changeWebhook)},
		{Pattern: "DELETE" + one, Role: developer, Handle: route.JSON(http.StatusNoContent, f.removeWebhook)},
		{Pattern: "POST" + one + "/rotate-secret", Role: developer, Handle: route.JSON(http.StatusOK, f.rotateWebhookSecret)},
		{Pattern: "POST" + one + "/probe", Role: developer, Handle: sayWhen(route.JSON(http.StatusOK, f.probeWebhook))},
		{Pattern: "POST" + one + "/test", Role: developer, Handle: sayWhen(route.JSON(http.StatusOK, f.testWebhook))},
	}
}

// webhookNamed is a request about one webhook.
type webhookNamed struct {
	Webhook ident.Webhook `path:"webhookId" absent:"WEBHOOK_NOT_FOUND"`
}

// webhookOf finds the webhook that a request is about.
func (f *Face) webhookOf(ctx context.Context, in webhookNamed) (webhooks.Webhook, error) {
	return f.deps.Webhooks.Webhook(ctx, appIn(ctx), in.Webhook)
}

type webhook struct {
	ID                      ident.Webhook `json:"id"`
	AppID                   ident.App     `json:"appId"`
	URL                     string        `json:"url"`
	Description             string        `json:"description"`
	Events                  []event.Name  `json:"events"`
	Enabled                 bool          `json:"enabled"`
	IgnoreOwnChanges        bool          `json:"ignoreOwnChanges"`
	PreviousSecretExpiresAt *route.Time   `json:"previousSecretExpiresAt"` // null: one secret signs
	Version                 int           `json:"version"`
	CreatedAt               route.Time    `json:"createdAt"`
	UpdatedAt               route.Time    `json:"updatedAt"`
}

// RecordVersion goes into the header ETag.
func (w webhook) RecordVersion() int { return w.Version }

func webhookFrom(w webhooks.Webhook) webhook {
	return webhook{
		ID: w.ID, AppID: w.App, URL: w.URL, Description: w.Description, Events: w.Events, Enabled: w.Enabled,
		IgnoreOwnChanges: w.IgnoreOwnChanges, PreviousSecretExpiresAt: (*route.Time)(w.PreviousSecretExpiresAt),
		Version: w.Version, CreatedAt: route.Time(w.CreatedAt), UpdatedAt: route.Time(w.UpdatedAt),
	}
}

func (f *Face) listWebhooks(ctx context.Context, _ route.None) (route.List[webhook], error) {
	list, err := f.deps.Webhooks.Webhooks(ctx, appIn(ctx))
	out := route.List[webhook]{Data: make([]webhook, len(list))}
	for i, w := range list {
		out.Data[i] = webhookFrom(w)
	}
	return out, err
}

type newWebhook struct {
	URL              string       `json:"url"`
	Description      string       `json:"description"`
	Events           []event.Name `json:"events"`
	Enabled          *bool        `json:"enabled"` // true where it is left out
	IgnoreOwnChanges bool         `json:"ignoreOwnChanges"`
}

// webhookMade is a new webhook with its secret, which is shown this once.
type webhookMade struct {
	webhook
	Secret string `json:"secret"`
}

func (f *Face) addWebhook(ctx context.Context, in newWebhook) (webhookMade, error) {
	made, secret, err := f.deps.Webhooks.Register(ctx, appIn(ctx), webhooks.NewWebhook{Details: webhooks.Details{
		URL: in.URL, Description: in.Description, Events: in.Events, Enabled: in.Enabled == nil || *in.Enabled, IgnoreOwnChanges: in.IgnoreOwnChanges,
	}})
	return webhookMade{webhookFrom(made), secret}, err
}

func (f *Face) readWebhook(ctx context.Context, in webhookNamed) (webhook, error) {
	w, err := f.webhookOf(ctx, in)
	return webhookFrom(w), err
}

type webhookChange struct {
	webhookNamed
	Seen             route.ETag                 `header:"If-Match"`
	URL              route.Change[string]       `json:"url"`
	Description      route.Change[string]       `json:"description"`
	Events           route.Change[[]event.Name] `json:"events"`
	Enabled          route.Change[bool]         `json:"enabled"`
	IgnoreOwnChanges route.Change[bool]         `json:"ignoreOwnChanges"`
}

// Check refuses null: a webhook has all of these.
func (in webhookChange) Check(p *route.Problems) {
	wantKept(p, "url", in.URL)
	wantKept(p, "description", in.Description)
	wantKept(p, "events", in.Events)
	wantKept(p, "enabled", in.Enabled)
	wantKept(p, "ignoreOwnChanges", in.IgnoreOwnChanges)
}

func wantKept[T any](p *route.Problems, name string, c route.Change[T]) {
	p.Want(!c.Given || c.To != nil, "%s should not be empty", name)
}

func (f *Face) changeWebhook(ctx context.Context, in webhookChange) (webhook, error) {
	changed, err := f.deps.Webhooks.Update(ctx, appIn(ctx), in.Webhook, int(in.Seen), func(d *webhooks.Details) {
		d.URL, d.Description, d.Events = *in.URL.Or(&d.URL), *in.Description.Or(&d.Description), *in.Events.Or(&d.Events)
		d.Enabled, d.IgnoreOwnChanges = *in.Enabled.Or(&d.Enabled), *in.IgnoreOwnChanges.Or(&d.IgnoreOwnChanges)
	})
	return webhookFrom(changed), err
}

func (f *Face) removeWebhook(ctx context.Context, in webhookNamed) (route.None, error) {
	return route.None{}, f.deps.Webhooks.Remove(ctx, appIn(ctx), in.Webhook)
}

type secretRotated struct {
	Secret                  string     `json:"secret"`
	PreviousSecretExpiresAt route.Time `json:"previousSecretExpiresAt"`
}

func (f *Face) rotateWebhookSecret(ctx context.Context, in webhookNamed) (secretRotated, error) {
	secret, expires, err := f.deps.Webhooks.RotateSecret(ctx, appIn(ctx), in.Webhook)
	if err != nil {
		return secretRotated{}, err
	}
	return secretRotated{secret, route.Time(expires)}, nil
}

// trial is a wish for a test delivery.
type trial struct {
	webhookNamed
	Event event.Name `json:"event"` // empty for the first that the webhook listens to
}

func (f *Face) testWebhook(ctx context.Context, in trial) (delivery, error) {
	app := appIn(ctx)
	w, err := f.webhookOf(ctx, in.webhookNamed)
	if err != nil {
		return delivery{}, err
	}
	if err := f.count(ctx, limits.TrialsByApp, app.ID); err != nil {
		return delivery{}, err
	}
	queued, err := f.deps.Webhooks.Try(ctx, app, w, in.Event)
	if err != nil {
		return delivery{}, err
	}
	f.deps.WakeDelivery()
	return deliveryFrom(queued), nil
}

// probed is how a webhook took a wrong signature.
type probed struct {
	Outcome webhookdelivery.Verdict `json:"outcome"`
	Status  *int                    `json:"status"` // of the answer; null: there was none
	Says    string                  `json:"says"`
}

func (f *Face) probeWebhook(ctx context.Context, in webhookNamed) (probed, error) {
	app := appIn(ctx)
	w, err := f.webhookOf(ctx, in)
	if err != nil {
		return probed{}, err
	}
	if err := f.count(ctx, limits.TrialsByApp, app.ID); err != nil {
		return probed{}, err
	}
	found, err := f.deps.Webhooks.Probe(ctx, app, w)
	shown := probed{Outcome: found.Verdict, Says: found.Says}
	if found.Status > 0 {
		shown.Status = &found.Status
	}
	return shown, err
}

// count refuses what is asked for too often.
func (f *Face) count(ctx context.Context, rule limits.Rule, by fmt.Stringer) error {
	wait, err := f.deps.Windows.Refused(ctx, limits.Hit{Rule: rule, Key: by.String()})
	if err == nil && wait > 0 {
		return tooSoon(wait)
	}
	return err
}

// tooSoon is for how long a limit says no.
type tooSoon time.Duration

func (tooSoon) Error() string { return "too many requests" }

// sayWhen answers a limit's refusal with the time to wait.
func sayWhen(next route.Handler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		err := next(w, r)
		if wait, ok := errors.AsType[tooSoon](err); ok {
			return session.TooMany(w, time.Duration(wait))
		}
		return err
	}
}
