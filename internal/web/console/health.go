package console

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) healthRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /developer/apps/{id}/webhook-health", Role: viewer, Handle: route.JSON(http.StatusOK, f.webhookHealth)},
	}
}

type webhookDoing struct {
	WebhookID       ident.Webhook `json:"webhookId"`
	State           string        `json:"state"`
	FailingSince    *route.Time   `json:"failingSince"`
	LastDeliveredAt *route.Time   `json:"lastDeliveredAt"`
}

// webhookHealth tells how each of the app's webhooks is doing.
func (f *Face) webhookHealth(ctx context.Context, _ route.None) (route.List[webhookDoing], error) {
	hooks, err := f.deps.Webhooks.Webhooks(ctx, appIn(ctx))
	if err != nil {
		return route.List[webhookDoing]{}, err
	}
	found, err := f.deps.Webhooks.HealthOf(ctx, hooks)
	out := route.List[webhookDoing]{Data: make([]webhookDoing, len(hooks))}
	for i, w := range hooks {
		h := found[w.ID]
		out.Data[i] = webhookDoing{w.ID, stateOf(w, h), (*route.Time)(h.FailingSince), (*route.Time)(h.LastSuccess)}
	}
	return out, err
}

// stateOf says in a word how a webhook is doing.
func stateOf(w webhooks.Webhook, h webhooks.Health) string {
	switch {
	case !w.Enabled:
		return "off"
	case h.FailingSince != nil:
		return "failing"
	case h.LastSuccess != nil:
		return "working"
	}
	return "unused"
}
