package counterpart

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"
)

// Retry says how often a request is tried in all: three times when zero, once when 1.
type Retry struct{ Tries int }

const (
	defaultTries = 3
	callLimit    = 30 * time.Second
	// longestWait is the longest wait that a service may ask for before we give up at once.
	longestWait = time.Minute
	// firstPause is the most that is waited before the second try; it doubles with each.
	firstPause = 500 * time.Millisecond
)

// release is what requests call themselves.
const release = "counterpart-go/0.1.0"

// transport sends requests: with a limit of time, and again where that is safe.
type transport struct {
	client *http.Client
	tries  int
	agent  string
	log    *slog.Logger
	random func() float64
	told   sync.Map
}

func newTransport(c Config) *transport {
	client := &http.Client{Timeout: callLimit}
	if c.HTTP != nil {
		copied := *c.HTTP
		client = &copied
	}
	// A redirect would carry the token to wherever it points.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	agent := release
	if c.AppName != "" {
		agent += " (+" + c.AppName + ")"
	}
	return &transport{client: client, tries: cmp.Or(c.Retry.Tries, defaultTries), agent: agent, log: c.logger(), random: rand.Float64}
}

// outgoing is a request that can be sent more than once.
type outgoing struct {
	method string
	url    *url.URL
	header http.Header
	body   []byte
	once   bool // a second time would not be the same
}

// answer is a response that was read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a *answer) ok() bool { return a.status >= 200 && a.status < 300 }

func (a *answer) requestID() string { return a.header.Get("X-Request-Id") }

// send sends a request, as often as it takes, and returns the last answer, refusals too.
func (t *transport) send(ctx context.Context, out outgoing) (*answer, error) {
	tries := t.tries
	if out.once {
		tries = 1
	}
	for n := 1; ; n++ {
		got, err := t.try(ctx, out)
		if err != nil && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		pause, again := t.pauseAfter(got, err, n)
		if n >= tries || !again || !timeFor(ctx, pause) {
			return got, err
		}
		t.log.InfoContext(ctx, "counterpart: trying again", "method", out.method, "path", out.url.Path, "status", statusOf(got), "in", pause)
		if err := wait(ctx, pause); err != nil {
			return nil, err
		}
	}
}

func statusOf(a *answer) int {
	if a == nil {
		return 0
	}
	return a.status
}

// try sends a request once. The answer is read here, so that one that breaks off is
// a try that failed.
func (t *transport) try(ctx context.Context, out outgoing) (*answer, error) {
	request, err := http.NewRequestWithContext(ctx, out.method, out.url.String(), bytes.NewReader(out.body))
	if err != nil {
		return nil, err
	}
	for name, values := range out.header {
		request.Header[name] = values
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", t.agent)
	response, err := t.client.Do(request)
	if err != nil {
		return nil, t.unanswered(out, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, t.unanswered(out, err)
	}
	return &answer{response.StatusCode, response.Header, body}, nil
}

// unanswered leaves out the address, whose query may say what is nobody's business.
func (t *transport) unanswered(out outgoing, err error) error {
	var around *url.Error
	if errors.As(err, &around) {
		err = around.Err
	}
	return &ConnectionError{out.method, out.url.Path, err}
}

// pauseAfter is how long to wait before the next try, and whether there should be one.
func (t *transport) pauseAfter(got *answer, err error, n int) (time.Duration, bool) {
	jitter := time.Duration(t.random() * float64(firstPause<<(n-1)))
	if err != nil {
		return jitter, true
	}
	busy := got.status == http.StatusConflict && got.code() == CodeIdempotencyKeyInProgress
	asks := busy || got.status == http.StatusTooManyRequests || got.status == http.StatusServiceUnavailable
	if after, said := got.retryAfter(); asks && said {
		return after, after <= longestWait
	}
	return jitter, busy || got.status >= http.StatusInternalServerError
}

// timeFor reports whether a pause ends before the caller's patience does.
func timeFor(ctx context.Context, pause time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) > pause
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// tell says something once.
func (t *transport) tell(ctx context.Context, message string, args ...any) {
	if _, said := t.told.LoadOrStore(message, true); !said {
		t.log.WarnContext(ctx, message, args...)
	}
}

// retryAfter is what an answer says of the next try: in seconds or as a time.
func (a *answer) retryAfter() (time.Duration, bool) {
	text := a.header.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second, true
	}
	at, err := http.ParseTime(text)
	return max(time.Until(at), 0), err == nil
}

func (a *answer) code() Code {
	var said Refusal
	_ = json.Unmarshal(a.body, &said)
	return said.Code
}

// refusal is the error in an answer of the API.
func (a *answer) refusal(method, path string) *Error {
	after, _ := a.retryAfter()
	refused := &Error{Status: a.status, RequestID: a.requestID(), Method: method, Path: path, RetryAfter: after}
	_ = json.Unmarshal(a.body, &refused.Refusal) // a proxy on the way may have said something else
	return refused
}

// oauthError is the error in an answer of the authorization server.
func (a *answer) oauthError() *OAuthError {
	var said struct {
		Error       string
		Description string `json:"error_description"`
	}
	_ = json.Unmarshal(a.body, &said)
	after, _ := a.retryAfter()
	return &OAuthError{
		Status: a.status, Code: cmp.Or(said.Error, "status "+strconv.Itoa(a.status)), Description: said.Description,
		RequestID: a.requestID(), RetryAfter: after,
	}
}
