package console

import (
	"context"
	"encoding/base64"
	"net/http"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	webhookdelivery "github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) listenerRoutes() []route.Route {
	const all, one = " /developer/apps/{id}/listeners", " /developer/apps/{id}/listeners/{listenerId}"
	return []route.Route{
		{Pattern: "GET" + all, Role: viewer, Handle: route.JSON(http.StatusOK, f.listListeners)},
		{Pattern: "POST" + all, Role: developer, Handle: route.JSON(http.StatusOK, f.addListener)},
		{Pattern: "DELETE" + one, Role: developer, Handle: route.JSON(http.StatusNoContent, f.removeListener)},
		{Pattern: "GET" + one + "/stream", Role: developer, Handle: route.Events(f.streamListener)},
		{Pattern: "POST" + one + "/answers", Role: developer, Handle: route.JSON(http.StatusOK, f.answerOffers)},
	}
}

// listenerNamed is a request about one listener.
type listenerNamed struct {
	Listener ident.Webhook `path:"listenerId" absent:"LISTENER_NOT_FOUND"`
}

// changes is listenerOf for what changes something: whoever was removed meanwhile is
// refused before anything is looked at.
func (f *Face) changes(ctx context.Context, in listenerNamed) (webhooks.Listener, error) {
	if err := f.deps.Webhooks.Permitted(ctx); err != nil {
		return webhooks.Listener{}, err
	}
	return f.listenerOf(ctx, in)
}

// listenerOf finds the listener that a request is about: one of the caller's own.
func (f *Face) listenerOf(ctx context.Context, in listenerNamed) (webhooks.Listener, error) {
	who, _ := session.From(ctx)
	return f.deps.Webhooks.Listener(ctx, appIn(ctx), who.User.ID, in.Listener)
}

type listener struct {
	ID         ident.Webhook `json:"id"`
	UserID     ident.User    `json:"userId"`
	Name       string        `json:"name"`
	Events     []event.Name  `json:"events"`
	Enabled    bool          `json:"enabled"`
	Connected  bool          `json:"connected"`
	LastSeenAt route.Time    `json:"lastSeenAt"`
}

func listenerFrom(l webhooks.Listener) listener {
	return listener{ID: l.ID, UserID: l.Owner, Name: l.Name, Events: l.Events, Enabled: l.Enabled, Connected: l.Connected, LastSeenAt: route.Time(l.SeenAt)}
}

func (f *Face) listListeners(ctx context.Context, _ route.None) (route.List[listener], error) {
	list, err := f.deps.Webhooks.Listeners(ctx, appIn(ctx))
	return route.ListOf(list, listenerFrom), err
}

type newListener struct {
	Name        string           `json:"name"`
	Events      []event.Name     `json:"events"`
	BusinessIDs []ident.Business `json:"businessIds"` // none: all sandboxes of the organization
	Takeover    bool             `json:"takeover"`
	NewSecret   bool             `json:"newSecret"`
}

// listenerMade is a listener with what its program needs.
type listenerMade struct {
	listener
	Secret      string           `json:"secret"`
	Connection  string           `json:"connection"`
	BusinessIDs []ident.Business `json:"businessIds"`
}

// addListener makes a listener or finds it by its name. It hears sandboxes of the
// app's own organization, and no other business.
func (f *Face) addListener(ctx context.Context, in newListener) (listenerMade, error) {
	who, _ := session.From(ctx)
	sandboxes, err := f.sandboxIDs(ctx)
	if err != nil {
		return listenerMade{}, err
	}
	for _, id := range in.BusinessIDs {
		if !slices.Contains(sandboxes, id) {
			return listenerMade{}, tenancy.ErrSandboxNotFound
		}
	}
	if len(in.BusinessIDs) > 0 {
		sandboxes = in.BusinessIDs
	}
	made, err := f.deps.Webhooks.Listen(ctx, appIn(ctx), webhooks.Listening{
		Owner: who.User.ID, Name: in.Name, Events: in.Events, Sandboxes: sandboxes, Every: len(in.BusinessIDs) == 0, Takeover: in.Takeover, NewSecret: in.NewSecret,
	})
	if err != nil {
		return listenerMade{}, err
	}
	return listenerMade{listenerFrom(made.Listener), made.Secret, made.Connection, sandboxes}, nil
}

// sandboxIDs are those of the organization that owns the app.
func (f *Face) sandboxIDs(ctx context.Context) ([]ident.Business, error) {
	list, err := f.deps.Tenancy.SandboxesOf(ctx, organizationIn(ctx))
	ids := make([]ident.Business, len(list))
	for i, s := range list {
		ids[i] = s.ID
	}
	return ids, err
}

func (f *Face) removeListener(ctx context.Context, in listenerNamed) (route.None, error) {
	l, err := f.changes(ctx, in)
	if err != nil {
		return route.None{}, err
	}
	return route.None{}, f.deps.Webhooks.RemoveListener(ctx, appIn(ctx), l)
}

// offerAnswers are how some offers went.
type offerAnswers struct {
	listenerNamed
	Answers []offerAnswer `json:"answers"`
}

type offerAnswer struct {
	Offer      string              `json:"offer"`
	Status     int                 `json:"status"` // 0: no answer came
	Headers    map[string][]string `json:"headers"`
	Body       string              `json:"body"` // its beginning
	Encoding   string              `json:"encoding"`
	Truncated  bool                `json:"truncated"`
	Failure    egress.Kind         `json:"failure"`
	Error      string              `json:"error"`
	DurationMs float64             `json:"durationMs"`
	Retry      *bool               `json:"retry"` // true where it is left out
}

const (
	longestAnswer = 16 << 10 // of a body
	longestError  = 200
	longestTry    = time.Minute
)

// Check tells what is wrong with the answers.
func (in offerAnswers) Check(p *route.Problems) {
	p.Want(len(in.Answers) >= 1 && len(in.Answers) <= webhooks.Window, "answers must contain 1 to %d elements", webhooks.Window)
	for i, a := range in.Answers[:min(len(in.Answers), webhooks.Window)] {
		_, known := webhookdelivery.ParseOfferID(a.Offer)
		p.Want(known, "answers.%d.offer must be an offer's id", i)
		body, err := a.body()
		p.Want(err == nil && len(body) <= longestAnswer, "answers.%d.body must be at most %d bytes, in the encoding that is named", i, longestAnswer)
		p.Want(a.DurationMs >= 0 && a.DurationMs <= float64(longestTry.Milliseconds()), "answers.%d.durationMs must be between 0 and %d", i, longestTry.Milliseconds())
		switch a.Failure {
		case "":
			p.Want(a.Status >= 100 && a.Status <= 599, "answers.%d.status must be between 100 and 599", i)
		case egress.Connect, egress.TLS, egress.Timeout, egress.Protocol:
			p.Want(a.Status == 0, "answers.%d has either a status or a failure", i)
			p.Want(a.Error != "" && len(a.Error) <= longestError, "answers.%d.error must have 1 to %d characters", i, longestError)
		default:
			p.Want(false, "answers.%d.failure must be one of connect, tls, timeout, protocol", i)
		}
	}
}

func (a offerAnswer) body() ([]byte, error) {
	if a.Encoding == "base64" {
		return base64.StdEncoding.DecodeString(a.Body)
	}
	return []byte(a.Body), nil
}

func (a offerAnswer) reply() webhookdelivery.Reply {
	body, _ := a.body() // Check has read it
	r := webhookdelivery.Reply{Took: time.Duration(a.DurationMs * float64(time.Millisecond)), Final: a.Retry != nil && !*a.Retry}
	if a.Failure != "" {
		r.Failed = &egress.Error{Kind: a.Failure, Reason: a.Error}
		return r
	}
	r.Answer = egress.Response{Status: a.Status, Header: egress.Header{}, Body: body, Truncated: a.Truncated}
	for name, values := range a.Headers {
		r.Answer.Header[http.CanonicalHeaderKey(name)] = values
	}
	return r
}

// offerAnswered is what an answer made of a delivery.
type offerAnswered struct {
	Offer       string                  `json:"offer"`
	Refused     *string                 `json:"refused"` // null: the answer counts
	Status      *webhookdelivery.Status `json:"status"`
	Attempts    *int                    `json:"attempts"`
	NextRetryAt *route.Time             `json:"nextRetryAt"`
}

// offerOver says that an answer came too late, or to an offer that there never was.
const offerOver = "OFFER_OVER"

func (f *Face) answerOffers(ctx context.Context, in offerAnswers) (route.List[offerAnswered], error) {
	l, err := f.changes(ctx, in.listenerNamed)
	if err != nil {
		return route.List[offerAnswered]{}, err
	}
	out := route.List[offerAnswered]{Data: make([]offerAnswered, len(in.Answers))}
	for i, a := range in.Answers {
		id, _ := webhookdelivery.ParseOfferID(a.Offer)
		answered, err := f.deps.Webhooks.Answer(ctx, l, id, a.reply())
		if err != nil {
			return out, err
		}
		out.Data[i] = answeredFrom(a.Offer, answered)
	}
	return out, nil
}

func answeredFrom(offer string, a webhooks.Answered) offerAnswered {
	if !a.Taken {
		return offerAnswered{Offer: offer, Refused: new(offerOver)}
	}
	out := offerAnswered{Offer: offer, Status: &a.Status, Attempts: &a.Attempts}
	if !a.NextAt.IsZero() {
		out.NextRetryAt = new(route.Time(a.NextAt))
	}
	return out
}
