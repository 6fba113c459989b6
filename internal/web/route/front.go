package route

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/web/address"
)

// Front stands before everything else on a host: it gives each request an id,
// writes the access log and measures.
type Front struct {
	Log     *slog.Logger
	Now     clock.Now
	Observe func(Exchange)     // for metrics; nil means nobody does
	Limit   time.Duration      // how long an answer may take; 0 means as long as it likes
	Traces  *telemetry.Tracing // nil means none
	Host    string             // which host it is, for spans
}

// Exchange is what is known of a request once it has been answered. It holds no
// query, no header and no path: these may carry secrets.
type Exchange struct {
	Method   string // OTHER for a method that HTTP does not know
	Pattern  string // of the row; empty when there was none
	Status   int
	Bytes    int64
	Duration time.Duration
	Err      error // what the handler returned; nil when it answered by itself
	// Streamed says that the answer went on for as long as the client liked: how long
	// it took says nothing.
	Streamed bool
}

// exchange is what we know of a request while it is being answered.
type exchange struct {
	answer      recorder
	id          ident.Request
	text        string // the id's
	correlation string
	pattern     string
	err         error
	after       []func(Exchange)
	streamed    bool
	connection  context.Context // ends when the client hangs up, and no sooner
	log         *slog.Logger
	logged      bool           // whether the access log has a line for it
	span        telemetry.Span // nil where nothing is traced
	facts       []slog.Attr    // for the line and the span
}

// correlates matches the request ids that we accept from others. They are noted
// beside our own and never used in its place: a caller could repeat one.
var correlates = regexp.MustCompile(`^[\w-]{8,64}$`)

// Wrap puts the front before a handler.
func (f Front) Wrap(next http.Handler) http.Handler {
	log := slog.New(Logs(f.Log.Handler()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := f.Now()
		x := &exchange{answer: recorder{ResponseWriter: w}, id: ident.New[ident.Request](ident.Control, begin), log: log, connection: r.Context()}
		x.text = x.id.String()
		if theirs := r.Header.Get("X-Request-Id"); theirs != "" && correlates.MatchString(theirs) {
			x.correlation = theirs
		}
		ctx := context.WithValue(r.Context(), exchangeKey{}, x)
		x.logged = log.Enabled(ctx, slog.LevelInfo)
		if f.Traces != nil {
			ctx = x.trace(ctx, f.Traces, r)
		}
		if f.Limit > 0 {
			limited, cancel := context.WithTimeout(ctx, f.Limit)
			defer cancel()
			ctx = limited
		}
		w.Header().Set("X-Request-Id", x.text)
		defer func() { f.finish(ctx, x, r.Method, f.Now().Sub(begin)) }()
		next.ServeHTTP(&x.answer, r.WithContext(ctx))
	})
}

func (f Front) finish(ctx context.Context, x *exchange, method string, took time.Duration) {
	done := Exchange{known(method), x.pattern, x.answer.sent(), x.answer.bytes, took, x.err, x.streamed}
	if x.logged {
		x.log.LogAttrs(ctx, slog.LevelInfo, "request", append([]slog.Attr{
			slog.String("method", done.Method),
			slog.String("route", done.Pattern),
			slog.Int("status", done.Status),
			slog.Int64("bytes", done.Bytes),
			slog.Float64("durationMs", float64(done.Duration.Microseconds())/1000),
		}, x.facts...)...)
	}
	if f.Observe != nil {
		f.Observe(done)
	}
	if x.span != nil {
		x.endSpan(done, f.Host)
	}
	for _, fn := range x.after {
		fn(done)
	}
}

// After calls fn once the request that ctx belongs to has been answered.
func After(ctx context.Context, fn func(Exchange)) {
	if x, ok := exchangeFrom(ctx); ok {
		x.after = append(x.after, fn)
	}
}

// Correlation is the caller's own id for the request, if it sent one.
func Correlation(ctx context.Context) string {
	if x, ok := exchangeFrom(ctx); ok {
		return x.correlation
	}
	return ""
}

var methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
	http.MethodDelete, http.MethodOptions, http.MethodConnect, http.MethodTrace,
}

// known keeps invented methods out of logs and metrics.
func known(method string) string {
	if slices.Contains(methods, method) {
		return method
	}
	return "OTHER"
}

type exchangeKey struct{}

func exchangeFrom(ctx context.Context) (*exchange, bool) {
	x, ok := ctx.Value(exchangeKey{}).(*exchange)
	return x, ok
}

// RequestID is the id of the request that ctx belongs to; zero when there is none.
func RequestID(ctx context.Context) ident.Request {
	if x, ok := exchangeFrom(ctx); ok {
		return x.id
	}
	return ident.Request{}
}

// Sign fills in of an actor which request it sent and from where, and leaves it in
// that request's context.
func Sign(ctx context.Context, who actor.Actor) context.Context {
	who.Address = address.From(ctx)
	if x, ok := exchangeFrom(ctx); ok {
		who.Request = x.text
	}
	return actor.With(ctx, who)
}

// Describe adds a fact to the request's line in the access log and to its span, if it
// gets one.
func Describe[F fmt.Stringer](ctx context.Context, name string, fact F) {
	if x, ok := exchangeFrom(ctx); ok && (x.logged || x.span != nil) {
		x.facts = append(x.facts, slog.String(name, fact.String()))
	}
}

// Logs makes every line that is logged with a request's context carry the
// request's id, and the caller's own id for it, if it sent one.
func Logs(next slog.Handler) slog.Handler {
	if _, done := next.(logs); done {
		return next
	}
	return logs{next}
}

type logs struct{ slog.Handler }

func (l logs) Handle(ctx context.Context, line slog.Record) error {
	if x, ok := exchangeFrom(ctx); ok {
		line.AddAttrs(slog.String("request", x.text))
		if x.correlation != "" {
			line.AddAttrs(slog.String("correlation", x.correlation))
		}
	}
	return l.Handler.Handle(ctx, line)
}

func (l logs) WithAttrs(attrs []slog.Attr) slog.Handler { return logs{l.Handler.WithAttrs(attrs)} }
func (l logs) WithGroup(name string) slog.Handler       { return logs{l.Handler.WithGroup(name)} }

// recorder notes what goes out through a ResponseWriter.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func record(w http.ResponseWriter) *recorder {
	if rec, ok := w.(*recorder); ok {
		return rec
	}
	return &recorder{ResponseWriter: w}
}

// begun reports whether the answer is on its way and cannot be another any more.
func (r *recorder) begun() bool { return r.status != 0 }

// sent is the status that the client sees.
func (r *recorder) sent() int {
	if r.status == 0 {
		return http.StatusOK
	}
	return r.status
}

// WriteHeader notes the status; interim answers are not the answer.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= http.StatusOK {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (r *recorder) Write(b []byte) (int, error) {
	r.status = r.sent()
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController through to what lies below.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
