package route_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/unavailable"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/route"
)

var (
	errPlain    = fault.Declare(fault.Conflict, "LISTING_IS_THERE", "The listing is there already.")
	errValues   = fault.Declare(fault.Invalid, "FIELD_IS_UNKNOWN", "No field %q is declared for %s.")
	errDetailed = fault.Declare(fault.Invalid, "VALUE_IS_BAD", "A value breaks the rules.")
)

// refusing is a host on which GET / fails with the given error.
func refusing(t *testing.T, err error) *host {
	t.Helper()
	return serve(t, route.Face{Routes: []route.Route{{
		Pattern: "GET /{$}",
		Handle: route.JSON(http.StatusOK, func(context.Context, route.None) (route.None, error) {
			return route.None{}, err
		}),
	}}})
}

func TestRefusalsHaveTheStandardShape(t *testing.T) {
	t.Parallel()
	var problems fault.Problems
	problems.Want(false, "values should not be empty")
	problems.Want(false, "limit must be at most %d", 200)

	for _, c := range []struct {
		name   string
		err    error
		status int
		body   string
	}{
		{"ERR-02 a refusal with its code", errPlain, 409,
			`{"statusCode":409,"message":"The listing is there already.","error":"Conflict","code":"LISTING_IS_THERE"}`},
		{"API-08 params only where the message interpolates", errValues.With("colour", "INVOICE"), 400,
			`{"statusCode":400,"message":"No field \"colour\" is declared for INVOICE.","error":"Bad Request","code":"FIELD_IS_UNKNOWN","params":{"p0":"colour","p1":"INVOICE"}}`},
		{"API-08 details where there are some", errDetailed.WithDetails([]string{"a", "<b>"}), 400,
			`{"statusCode":400,"message":"A value breaks the rules.","error":"Bad Request","code":"VALUE_IS_BAD","details":["a","<b>"]}`},
		{"API-08 validation is a list of messages without a code", problems.Err(), 400,
			`{"statusCode":400,"message":["values should not be empty","limit must be at most 200"],"error":"Bad Request"}`},
		{"ERR-03 a refusal does not show what it is wrapped in", fmt.Errorf("load fields of app_1: %w", errPlain.With()), 409,
			`{"statusCode":409,"message":"The listing is there already.","error":"Conflict","code":"LISTING_IS_THERE"}`},
		{"ERR-03 a fault of our own says nothing", errors.New(`pq: duplicate key in "users"`), 500,
			`{"statusCode":500,"message":"Internal Server Error","error":"Internal Server Error"}`},
		{"OPS-03 what is away for the moment is 503", fmt.Errorf("load: %w", unavailable.After(2*time.Second, errors.New("no answer"))), 503,
			`{"statusCode":503,"message":"Service Unavailable","error":"Service Unavailable"}`},
		{"ERR-03 details that cannot be encoded are a fault of our own", errDetailed.WithDetails(func() {}), 500,
			`{"statusCode":500,"message":"Internal Server Error","error":"Internal Server Error"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := refusing(t, c.err).call(t, http.MethodGet, "/", "")
			if got.Status != c.status {
				t.Errorf("status %d, want %d", got.Status, c.status)
			}
			if passing, want := got.Header.Get("Retry-After") == "2", c.status == http.StatusServiceUnavailable; passing != want {
				t.Errorf("Retry-After is %q", got.Header.Get("Retry-After"))
			}
			if diff := cmp.Diff(c.body, got.Body); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff("application/json; charset=utf-8", got.Header.Get("Content-Type")); diff != "" {
				t.Errorf("type (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEachKindOfRefusalHasItsStatus(t *testing.T) {
	t.Parallel()
	for kind, want := range map[fault.Kind]string{
		fault.Invalid:         "400 Bad Request",
		fault.Unauthenticated: "401 Unauthorized",
		fault.Forbidden:       "403 Forbidden",
		fault.NotFound:        "404 Not Found",
		fault.Conflict:        "409 Conflict",
		fault.Stale:           "412 Precondition Failed",
		fault.Unprocessable:   "422 Unprocessable Entity",
		fault.TooMany:         "429 Too Many Requests",
	} {
		t.Run("API-08 "+want, func(t *testing.T) {
			t.Parallel()
			body, ours := route.ErrorOf(fmt.Errorf("wrapped: %w", &fault.Declared{Kind: kind, Code: "CODE"}))
			if diff := cmp.Diff(want, fmt.Sprint(body.StatusCode, " ", body.Name)); diff != "" || ours {
				t.Errorf("status (-want +got):\n%s\nours: %t", diff, ours)
			}
		})
	}
}

func TestOurOwnFaultsAreLoggedOnceAndNotShown(t *testing.T) {
	t.Parallel()
	secret := errors.New("dial tcp 10.1.2.3:5432: connection refused")
	host := serve(t, route.Face{Routes: []route.Route{
		{Pattern: "GET /error", Handle: func(http.ResponseWriter, *http.Request) error { return secret }},
		{Pattern: "GET /panic", Handle: func(http.ResponseWriter, *http.Request) error { panic(secret) }},
		{Pattern: "GET /refusal", Handle: func(http.ResponseWriter, *http.Request) error { return errPlain }},
	}})
	for _, path := range []string{"/error", "/panic"} {
		got := host.call(t, http.MethodGet, path, "")
		t.Run("ERR-03 "+path, func(t *testing.T) {
			want := `{"statusCode":500,"message":"Internal Server Error","error":"Internal Server Error"}`
			if diff := cmp.Diff(want, got.Body); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
			var logged []string
			for _, line := range host.log.with(t, "request failed") {
				if line["request"] == got.Header.Get("X-Request-Id") {
					logged = append(logged, line["error"].(string))
				}
			}
			if len(logged) != 1 || !strings.Contains(logged[0], secret.Error()) {
				t.Errorf("logged %q, want the cause once", logged)
			}
			if path == "/panic" && !strings.Contains(logged[0], "errors_test.go") {
				t.Errorf("the line has no stack: %s", logged[0])
			}
		})
	}
	host.call(t, http.MethodGet, "/refusal", "")
	if n := len(host.log.with(t, "request failed")); n != 2 {
		t.Errorf("%d lines, want 2: a refusal is nobody's fault", n)
	}
}

func TestAClientThatHungUpIsNoFault(t *testing.T) {
	t.Parallel()
	begun := make(chan struct{})
	host := serve(t, route.Face{Routes: []route.Route{{
		Pattern: "GET /slow",
		Handle: func(_ http.ResponseWriter, r *http.Request) error {
			close(begun)
			<-r.Context().Done()
			return fmt.Errorf("load: %w", r.Context().Err())
		},
	}}})
	ctx, hangUp := context.WithCancel(t.Context())
	go func() {
		<-begun
		hangUp()
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, host.URL+"/slow", nil)
	if err != nil {
		t.Fatal(err)
	}
	if resp, err := host.Client().Do(req); err == nil {
		_ = resp.Body.Close()
		t.Error("there was an answer")
	}
	expectGone(t, host)
}

// A client may say that it sends no more, and still listen. It is given up like one
// that is gone, and must not hear that all went well.
func TestAClientThatOnlyListensHearsNoSuccess(t *testing.T) {
	t.Parallel()
	host := serve(t, route.Face{Routes: []route.Route{{
		Pattern: "GET /slow",
		Handle: func(_ http.ResponseWriter, r *http.Request) error {
			<-r.Context().Done()
			return fmt.Errorf("load: %w", r.Context().Err())
		},
	}}})
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", host.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprint(conn, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	heard, err := io.ReadAll(conn)
	if err != nil || len(heard) > 0 {
		t.Errorf("heard %q (%v), want nothing", heard, err)
	}
	expectGone(t, host)
}

func expectGone(t *testing.T, host *host) {
	t.Helper()
	seen := host.observed()
	if len(seen) != 1 || seen[0].Status != 499 {
		t.Errorf("observed %+v, want one request with 499", seen)
	}
	if failed := host.log.with(t, "request failed"); len(failed) != 0 {
		t.Errorf("logged %v", failed)
	}
}

func TestAnAnswerThatBreaksOffIsBroken(t *testing.T) {
	t.Parallel()
	host := serve(t, route.Face{Routes: []route.Route{{
		Pattern: "GET /half",
		Handle: func(w http.ResponseWriter, _ *http.Request) error {
			_, _ = w.Write([]byte(`{"data":[`))
			_ = http.NewResponseController(w).Flush()
			return errors.New("the other half is lost")
		},
	}}})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, host.URL+"/half", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := host.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := resp.Body.Read(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	if _, err := resp.Body.Read(make([]byte, 100)); err == nil || err.Error() == "EOF" {
		t.Errorf("the body ends with %v, as though it were whole", err)
	}
	if failed := host.log.with(t, "request failed"); len(failed) != 1 {
		t.Errorf("logged %v, want one line", failed)
	}
}
