package route

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/codes"

	"github.com/counterpart/counterpart/internal/base/telemetry"
)

// trace begins the span of a request, the first of its trace. What it is called is
// known once it has been answered.
func (x *exchange) trace(ctx context.Context, by *telemetry.Tracing, r *http.Request) context.Context {
	at := telemetry.Place{Trace: x.id.UUID, Self: x.id.UUID}
	ctx, x.span = by.Start(ctx, at, telemetry.Served, known(r.Method), telemetry.Mentioning(r.Header))
	return ctx
}

// untold are facts of the log line that a span does not have.
var untold = map[string]bool{"network": true}

// endSpan ends it under the name of its row. Paths, queries, headers and errors' texts
// stay out of it: these may carry secrets.
func (x *exchange) endSpan(done Exchange, host string) {
	defer x.span.End()
	if !x.span.IsRecording() {
		return
	}
	if done.Pattern != "" {
		x.span.SetName(done.Pattern)
	}
	x.span.SetAttributes(
		telemetry.L("counterpart.host", host), telemetry.L("counterpart.request", x.text),
		telemetry.L("http.request.method", done.Method), telemetry.L("http.route", done.Pattern), telemetry.N("http.response.status_code", done.Status),
	)
	for _, fact := range x.facts {
		if !untold[fact.Key] {
			x.span.SetAttributes(telemetry.L("counterpart."+fact.Key, fact.Value.String()))
		}
	}
	if done.Status >= http.StatusInternalServerError {
		x.span.SetStatus(codes.Error, "")
	}
}
