package console

import (
	"context"
	"encoding/base64"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	webhookdelivery "github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) deliveryRoutes() []route.Route {
	const hook = " /developer/apps/{id}/webhooks/{webhookId}"
	return []route.Route{
		{Pattern: "GET" + hook + "/deliveries", Role: viewer, Handle: route.JSON(http.StatusOK, f.listDeliveries)},
		{Pattern: "GET" + hook + "/delivery-counts", Role: viewer, Handle: route.JSON(http.StatusOK, f.countDeliveries)},
		{Pattern: "GET" + hook + "/deliveries/{deliveryId}", Role: viewer, Handle: route.JSON(http.StatusOK, f.inspectDelivery)},
		{Pattern: "POST" + hook + "/deliveries/{deliveryId}/redeliver", Role: developer, Handle: route.JSON(http.StatusOK, f.redeliver)},
		{Pattern: "POST" + hook + "/redeliver-failed", Role: developer, Handle: route.JSON(http.StatusOK, f.redeliverFailed)},
	}
}

type delivery struct {
	ID           ident.Delivery         `json:"id"`
	WebhookID    ident.Webhook          `json:"webhookId"`
	EventID      *ident.Event           `json:"eventId"` // null for a test
	Type         event.Name             `json:"type"`
	APIVersion   string                 `json:"apiVersion"`
	BusinessID   string                 `json:"businessId"`
	Status       webhookdelivery.Status `json:"status"`
	Attempts     int                    `json:"attempts"`
	Redeliveries int                    `json:"redeliveries"`
	NextRetryAt  *route.Time            `json:"nextRetryAt"`
	ResponseCode *int                   `json:"responseCode"`
	LastError    *string                `json:"lastError"`
	CreatedAt    route.Time             `json:"createdAt"`
	EndedAt      *route.Time            `json:"endedAt"`
}

// testBusiness stands in place of a business's id in tests, as in their bodies.
const testBusiness = "test"

func deliveryFrom(d webhooks.Delivery) delivery {
	out := delivery{
		ID: d.ID, WebhookID: d.Webhook, Type: d.Type, APIVersion: d.APIVersion, BusinessID: testBusiness,
		Status: d.Status, Attempts: d.Attempts, Redeliveries: d.Round - 1, NextRetryAt: (*route.Time)(d.NextAt),
		ResponseCode: d.ResponseCode, CreatedAt: route.Time(d.CreatedAt), EndedAt: (*route.Time)(d.EndedAt),
	}
	if !d.Test() {
		out.EventID, out.BusinessID = &d.Event, d.Business.String()
	}
	if d.LastError != "" {
		out.LastError = &d.LastError
	}
	return out
}

type deliveryListing struct {
	webhookNamed
	Status   webhookdelivery.Status `query:"status"`
	Type     event.Name             `query:"type"`
	Business ident.Business         `query:"businessId"`
	Limit    int                    `query:"limit" default:"100"`
}

// Check lists what is wrong with the filters.
func (in deliveryListing) Check(p *route.Problems) {
	switch in.Status {
	case "", webhookdelivery.Queued, webhookdelivery.Retrying, webhookdelivery.Delivered, webhookdelivery.Failed:
	default:
		p.Want(false, "status must be one of queued, retrying, delivered, failed")
	}
	_, known := event.Lookup(in.Type)
	p.Want(known || in.Type == "", "type must be the name of an event")
	p.Want(in.Limit >= 1 && in.Limit <= 100, "limit must be between 1 and 100")
}

func (f *Face) listDeliveries(ctx context.Context, in deliveryListing) (route.List[delivery], error) {
	w, err := f.webhookOf(ctx, in.webhookNamed)
	if err != nil {
		return route.List[delivery]{}, err
	}
	list, err := f.deps.Webhooks.Deliveries(ctx, w, webhooks.Filter{Status: in.Status, Type: in.Type, Business: in.Business}, in.Limit)
	out := route.List[delivery]{Data: make([]delivery, len(list))}
	for i, d := range list {
		out.Data[i] = deliveryFrom(d)
	}
	return out, err
}

// deliveryCounts stand beside the filters of the list.
type deliveryCounts struct {
	Queued      int   `json:"queued"`
	Retrying    int   `json:"retrying"`
	Delivered   int64 `json:"delivered"`
	Failed      int   `json:"failed"`
	MostCounted int   `json:"mostCounted"`
}

func (f *Face) countDeliveries(ctx context.Context, in webhookNamed) (deliveryCounts, error) {
	w, err := f.webhookOf(ctx, in)
	if err != nil {
		return deliveryCounts{}, err
	}
	counts, err := f.deps.Webhooks.StatusCounts(ctx, w)
	if err != nil {
		return deliveryCounts{}, err
	}
	now := f.deps.Now()
	sent, err := f.deps.Journal.AppAttempts(ctx, journal.Series{App: w.App, From: now.Add(-webhookdelivery.Kept), To: now, Every: journal.Daily}, w.ID)
	return deliveryCounts{
		counts[webhookdelivery.Queued], counts[webhookdelivery.Retrying], sent.Total.Delivered, counts[webhookdelivery.Failed], webhooks.MostCounted,
	}, err
}

// deliveryNamed is a request about one delivery.
type deliveryNamed struct {
	webhookNamed
	Delivery ident.Delivery `path:"deliveryId" absent:"DELIVERY_NOT_FOUND"`
}

// inspection is a delivery with all that is known of it.
type inspection struct {
	delivery
	Request *sent     `json:"request"` // null: it was not sent, and may not be
	Log     []attempt `json:"log"`
}

// sent is the request as it goes out; the signature is new each time.
type sent struct {
	Method  string            `json:"method"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

type attempt struct {
	Redelivery int        `json:"redelivery"` // 0 for the attempts before the first one
	Attempt    int        `json:"attempt"`
	At         route.Time `json:"at"`
	DurationMs float64    `json:"durationMs"`
	Timings    timings    `json:"timings"`
	Response   *answer    `json:"response"`  // null: none came
	Signature  *string    `json:"signature"` // as it was sent; null: nothing was
	Failure    *string    `json:"failure"`   // null: it was received
	Error      *string    `json:"error"`
}

type timings struct {
	DNSMs       float64 `json:"dnsMs"`
	ConnectMs   float64 `json:"connectMs"`
	TLSMs       float64 `json:"tlsMs"`
	FirstByteMs float64 `json:"firstByteMs"`
}

type answer struct {
	Status    int                 `json:"status"`
	Headers   map[string][]string `json:"headers"`
	Body      string              `json:"body"`
	Encoding  string              `json:"encoding"` // of the body here: text, base64
	Truncated bool                `json:"truncated"`
}

func (f *Face) inspectDelivery(ctx context.Context, in deliveryNamed) (inspection, error) {
	w, err := f.webhookOf(ctx, in.webhookNamed)
	if err != nil {
		return inspection{}, err
	}
	found, err := f.deps.Webhooks.Inspect(ctx, w, in.Delivery)
	if err != nil {
		return inspection{}, err
	}
	out := inspection{delivery: deliveryFrom(found.Delivery), Request: sentFrom(found.Request), Log: make([]attempt, len(found.Log))}
	for i, a := range found.Log {
		out.Log[i] = attemptFrom(a)
	}
	return out, nil
}

func sentFrom(r *egress.Request) *sent {
	if r == nil {
		return nil
	}
	out := sent{Method: r.Method, URL: r.URL, Headers: map[string]string{}, Body: string(r.Body)}
	for name := range r.Header {
		out.Headers[name] = r.Header.Get(name)
	}
	return &out
}

func attemptFrom(a webhooks.Attempt) attempt {
	out := attempt{
		Redelivery: a.Round - 1, Attempt: a.Number, At: route.Time(a.At), DurationMs: millis(a.Took), Signature: route.Filled(a.Signature),
		Timings: timings{millis(a.Timings.DNS), millis(a.Timings.Connect), millis(a.Timings.TLS), millis(a.Timings.FirstByte)},
	}
	if a.Failure != "" {
		out.Failure, out.Error = &a.Failure, &a.Error
	}
	if a.Status != nil {
		out.Response = &answer{Status: *a.Status, Headers: a.Header, Truncated: a.Truncated}
		out.Response.Body, out.Response.Encoding = shown(a.Body, a.Truncated)
	}
	return out
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// shown is the beginning of a body as text, if it is one, else in base64. Where
// it was cut, the last character may have been cut too and is left out.
func shown(body []byte, truncated bool) (text, encoding string) {
	whole := body
	for cut := 0; truncated && cut < utf8.UTFMax-1 && !utf8.Valid(whole) && len(whole) > 0; cut++ {
		whole = whole[:len(whole)-1]
	}
	if utf8.Valid(whole) {
		return string(whole), "text"
	}
	return base64.StdEncoding.EncodeToString(body), "base64"
}

func (f *Face) redeliver(ctx context.Context, in deliveryNamed) (delivery, error) {
	w, err := f.webhookOf(ctx, in.webhookNamed)
	if err != nil {
		return delivery{}, err
	}
	again, err := f.deps.Webhooks.Redeliver(ctx, appIn(ctx), w, in.Delivery)
	if err != nil {
		return delivery{}, err
	}
	f.deps.WakeDelivery()
	return deliveryFrom(again), nil
}

type redeliverFailed struct {
	webhookNamed
	Since *route.Time `json:"since"`
}

// Check wants a time: to send everything again should be meant.
func (in redeliverFailed) Check(p *route.Problems) {
	p.Want(in.Since != nil, "since should not be empty")
}

type redelivered struct {
	Queued    int         `json:"queued"`
	Skipped   int         `json:"skipped"`
	NextSince *route.Time `json:"nextSince"`
}

func (f *Face) redeliverFailed(ctx context.Context, in redeliverFailed) (redelivered, error) {
	w, err := f.webhookOf(ctx, in.webhookNamed)
	if err != nil {
		return redelivered{}, err
	}
	r, err := f.deps.Webhooks.RedeliverFailed(ctx, appIn(ctx), w, time.Time(*in.Since))
	f.deps.WakeDelivery() // for what was queued before an error too
	out := redelivered{Queued: r.Queued, Skipped: r.Skipped}
	if !r.Next.IsZero() {
		out.NextSince = new(route.Time(r.Next))
	}
	return out, err
}
