package counterpart

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const testHost = "https://api.books.test"

// step is one answer of a scripted service.
type step struct {
	status int
	header map[string]string
	body   string
	cut    bool // no answer
	half   bool // an answer that breaks off
}

// request is what a scripted service was asked.
type request struct {
	method, path, key, token string
	header                   http.Header
	form                     url.Values
	at                       time.Duration // since the service began
}

// scripted is a service that says what a real one says only on a bad day. It answers
// without sockets, so that the clock of a synctest bubble moves.
type scripted struct {
	began  time.Time
	answer func(request) step // for requests to the token endpoint
	issuer string

	mu     sync.Mutex
	steps  []step
	calls  []request
	tokens []request
	reads  int // of the metadata
}

func newScripted(steps ...step) *scripted {
	return &scripted{began: time.Now(), steps: steps, issuer: testHost}
}

// RoundTrip answers by the script.
func (s *scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	asked := request{
		method: r.Method, path: r.URL.RequestURI(), key: r.Header.Get("Idempotency-Key"), token: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "),
		header: r.Header, at: time.Since(s.began),
	}
	switch {
	case r.URL.Path == wellKnown:
		s.reads++
		return respond(step{status: 200, body: `{"issuer":"` + s.issuer + `","authorization_endpoint":"https://app.books.test/authorize","token_endpoint":"` + testHost + `/oauth/token",
			"revocation_endpoint":"` + testHost + `/oauth/revoke","device_authorization_endpoint":"` + testHost + `/oauth/device","api_version_header":"Service-Version"}`})
	case strings.HasPrefix(r.URL.Path, "/oauth/"):
		asked.form, _ = url.ParseQuery(string(body))
		s.tokens = append(s.tokens, asked)
		return respond(s.answer(asked))
	}
	s.calls = append(s.calls, asked)
	next := step{status: 200, body: `{"id":"sup_1"}`}
	if len(s.steps) > 0 {
		next, s.steps = s.steps[0], s.steps[1:]
	}
	return respond(next)
}

func respond(s step) (*http.Response, error) {
	if s.cut {
		return nil, errors.New("connection reset")
	}
	response := &http.Response{StatusCode: s.status, Header: http.Header{"X-Request-Id": {"req_1"}}, Body: io.NopCloser(strings.NewReader(s.body))}
	for name, value := range s.header {
		response.Header.Set(name, value)
	}
	if s.half {
		response.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"id":`), broken{}))
	}
	return response, nil
}

type broken struct{}

// Read fails.
func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// app is one at the scripted service, with tokens for biz_1 that last for an hour. Its
// pauses are the longest.
func (s *scripted) app(t testing.TB, change ...func(*Config)) *App {
	t.Helper()
	c := Config{Host: testHost, ClientID: "shelf", ClientSecret: "the-secret", RedirectURI: "https://shelf.test/callback", HTTP: &http.Client{Transport: s}, Store: Memory()}
	for _, f := range change {
		f(&c)
	}
	app, err := New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	app.transport.random = func() float64 { return 1 }
	if err := app.tokens.store.Save(t.Context(), "biz_1", TokenSet{Access: "cpat_1", Refresh: "cprt_1", Expires: time.Now().Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	return app
}

func TestTheGoClientTriesAgain(t *testing.T) {
	t.Parallel()
	refusal := func(code string) string {
		return `{"statusCode":409,"error":"Conflict","message":"No.","code":"` + code + `"}`
	}
	after := func(text string) map[string]string { return map[string]string{"Retry-After": text} }
	second := time.Second
	inBubble := func() string { return time.Now().Add(3 * second).UTC().Format(http.TimeFormat) }
	for name, row := range map[string]struct {
		steps []step
		at    []time.Duration // when each request was sent
		ends  int             // a status; 0 is no answer
	}{
		"a cut connection is tried again":              {[]step{{cut: true}}, []time.Duration{0, second / 2}, 200},
		"an answer that breaks off is tried again":     {[]step{{status: 200, half: true}}, []time.Duration{0, second / 2}, 200},
		"three cut connections are the end":            {[]step{{cut: true}, {cut: true}, {cut: true}}, []time.Duration{0, second / 2, 3 * second / 2}, 0},
		"faults of the service are tried again":        {[]step{{status: 500}, {status: 502}}, []time.Duration{0, second / 2, 3 * second / 2}, 200},
		"a third fault is told":                        {[]step{{status: 500}, {status: 502}, {status: 504}}, []time.Duration{0, second / 2, 3 * second / 2}, 504},
		"a limit is waited for":                        {[]step{{status: 429, header: after("7")}}, []time.Duration{0, 7 * second}, 200},
		"a limit is waited for until its time":         {[]step{{status: 429, header: after("date")}}, []time.Duration{0, 3 * second}, 200},
		"a limit that lasts is told at once":           {[]step{{status: 429, header: after("61")}}, []time.Duration{0}, 429},
		"a limit without a time is told at once":       {[]step{{status: 429}}, []time.Duration{0}, 429},
		"maintenance is waited for":                    {[]step{{status: 503, header: after("2")}}, []time.Duration{0, 2 * second}, 200},
		"maintenance without a time is tried again":    {[]step{{status: 503}}, []time.Duration{0, second / 2}, 200},
		"maintenance that lasts is told at once":       {[]step{{status: 503, header: after("3600")}}, []time.Duration{0}, 503},
		"a call that is under way is waited for":       {[]step{{status: 409, header: after("1"), body: refusal("IDEMPOTENCY_KEY_IN_PROGRESS")}}, []time.Duration{0, second}, 200},
		"another conflict is told at once":             {[]step{{status: 409, body: refusal("SUPPLIER_ERASED")}}, []time.Duration{0}, 409},
		"a refusal is told at once":                    {[]step{{status: 422}}, []time.Duration{0}, 422},
		"a redirect is not followed":                   {[]step{{status: 302, header: map[string]string{"Location": "https://evil.test/"}}}, []time.Duration{0}, 302},
		"what is not there is told at once":            {[]step{{status: 404}}, []time.Duration{0}, 404},
		"a fault, then a limit: both are waited for":   {[]step{{status: 500}, {status: 429, header: after("2")}}, []time.Duration{0, second / 2, 5 * second / 2}, 200},
		"a cut connection, then a refusal, is the end": {[]step{{cut: true}, {status: 400}}, []time.Duration{0, second / 2}, 400},
	} {
		t.Run("KIT-04 "+name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				for i := range row.steps {
					if row.steps[i].header["Retry-After"] == "date" {
						row.steps[i].header = after(inBubble())
					}
				}
				service := newScripted(row.steps...)
				_, err := service.app(t).Business("biz_1").Suppliers.Create(t.Context(), NewSupplier{Name: "Mill"})
				ends := 200
				var refused *Error
				var lost *ConnectionError
				switch {
				case errors.As(err, &refused):
					ends = refused.Status
				case errors.As(err, &lost):
					ends = 0
				case err != nil:
					t.Fatal(err)
				}
				if ends != row.ends || len(service.calls) != len(row.at) {
					t.Fatalf("%d requests ended with %d (%v), want %d with %d", len(service.calls), ends, err, len(row.at), row.ends)
				}
				for i, at := range row.at {
					if got := service.calls[i]; got.at != at || got.key != service.calls[0].key || len(got.key) != 43 {
						t.Errorf("request %d was sent at %s with key %q, want %s and always the same key", i, got.at, got.key, at)
					}
				}
			})
		})
	}
}

func TestTheGoClientKeepsTheCallersDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := newScripted(step{status: 429, header: map[string]string{"Retry-After": "7"}}, step{status: 429, header: map[string]string{"Retry-After": "7"}})
		bakery := service.app(t).Business("biz_1")
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		_, err := bakery.Suppliers.Get(ctx, "sup_1")
		var refused *Error
		if !errors.As(err, &refused) || refused.RetryAfter != 7*time.Second || time.Since(service.began) != 0 {
			t.Errorf("it waited for %s: %v", time.Since(service.began), err)
		}
		over, end := context.WithCancelCause(t.Context())
		end(errors.New("shutting down"))
		if _, err := bakery.Suppliers.Get(over, "sup_1"); err == nil || err.Error() != "shutting down" {
			t.Errorf("a cancelled call: %v", err)
		}
	})
}

func TestTheGoClientTriesOnceWhereToldTo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := newScripted(step{status: 500})
		app := service.app(t, func(c *Config) { c.Retry = Retry{Tries: 1} })
		if _, err := app.Business("biz_1").Me(t.Context()); err == nil || len(service.calls) != 1 {
			t.Errorf("%d requests: %v", len(service.calls), err)
		}
	})
}

func TestTheGoClientSaysWhatACallIs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := newScripted(
			step{status: 200, body: `{"id":"sup_1"}`, header: map[string]string{"Idempotent-Replayed": "true", "Deprecation": "@1", "RateLimit-Limit": "300", "RateLimit-Remaining": "0", "RateLimit-Reset": "10"}},
			step{status: 200, body: `{"id":"sup_1"}`, header: map[string]string{"Sunset": "Mon, 01 Nov 2027 00:00:00 GMT"}})
		var logs bytes.Buffer
		app := service.app(t, func(c *Config) {
			c.AppName, c.Pace, c.Logger = "Shelf", true, slog.New(slog.NewTextHandler(&logs, nil))
		})
		bakery := app.Business("biz_1")
		if _, known := bakery.Limits(); known {
			t.Error("limits are known before a call")
		}
		var said Response
		change := SupplierChange{Name: Set("Mill"), Notes: Null[string]()}
		if _, err := bakery.Suppliers.Update(t.Context(), "sup/1", change, IdempotencyKey("order-1"), IfMatch(3), Version("2026-05-01"), Into(&said)); err != nil {
			t.Fatal(err)
		}
		got := service.calls[0]
		for name, want := range map[string]string{"Service-Version": "2026-05-01", "If-Match": `"3"`, "User-Agent": "counterpart-go/0.1.0 (+Shelf)", "Idempotency-Key": "order-1", "Content-Type": "application/json", "Authorization": "Bearer cpat_1"} {
			if got.header.Get(name) != want {
				t.Errorf("%s is %q, want %q", name, got.header.Get(name), want)
			}
		}
		if got.path != "/suppliers/sup%2F1" || !said.Replayed || said.RequestID != "req_1" || said.Status != 200 {
			t.Errorf("%s, %+v", got.path, said)
		}
		if limits, known := bakery.Limits(); !known || limits.Limit != 300 || time.Until(limits.Reset) != 10*time.Second {
			t.Errorf("limits are %+v", limits)
		}
		// Nothing is left, so the next call waits for the reset.
		since := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
		if _, err := bakery.Suppliers.Page(t.Context(), SupplierQuery{Limit: 2, Archived: Set(false), IncludeTotal: true, UpdatedSince: since, Order: OrderAsc}); err != nil {
			t.Fatal(err)
		}
		got = service.calls[1]
		if got.at != 10*time.Second || got.path != "/suppliers?archived=false&includeTotal=true&limit=2&order=asc&updatedSince=2026-11-01T00%3A00%3A00.000Z" || got.key != "" {
			t.Errorf("%+v", got)
		}
		if n := strings.Count(logs.String(), "deprecated"); n != 1 {
			t.Errorf("the end of a version was told %d times:\n%s", n, logs.String())
		}
		if _, err := bakery.Do(t.Context(), http.MethodGet, "https://evil.test/", nil, nil); err == nil {
			t.Error("a token was sent elsewhere")
		}
	})
}

func TestTheGoClientTakesWhatANewerServiceSays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := newScripted(
			step{status: 200, header: map[string]string{"X-New": "yes"}, body: `{"id":"inv_1","status":"NEVER_HEARD_OF","brandNew":{"a":1},"kind":"INVOICE"}`},
			step{status: 418, body: `{"statusCode":418,"code":"TEAPOT","message":"Short and stout.","params":{"p0":"a","p1":"b"},"details":[{"field":"x"}]}`},
			step{status: 400, body: `{"statusCode":400,"message":["name should not be empty","email must be an email"]}`},
			step{status: 451, body: `<html>a proxy</html>`})
		bakery := service.app(t).Business("biz_1")
		invoice, err := bakery.Invoices.Get(t.Context(), "inv_1")
		if err != nil || invoice.Status != "NEVER_HEARD_OF" {
			t.Errorf("%+v, %v", invoice, err)
		}
		var refused *Error
		_, err = bakery.Invoices.Get(t.Context(), "inv_1")
		if !errors.Is(err, Code("TEAPOT")) || errors.Is(err, CodeRecordChanged) || !errors.As(err, &refused) {
			t.Fatal(err)
		}
		if refused.Status != 418 || strings.Join(refused.Params, " ") != "a b" || refused.Details[0]["field"] != "x" {
			t.Errorf("%#v", refused)
		}
		if want := "counterpart: GET /invoices/inv_1: 418 TEAPOT Short and stout. (req_1)"; err.Error() != want {
			t.Errorf("it says %q, want %q", err, want)
		}
		if _, err = bakery.Invoices.Get(t.Context(), "inv_1"); !errors.As(err, &refused) || len(refused.Messages) != 2 {
			t.Errorf("%#v", refused)
		}
		if _, err = bakery.Invoices.Get(t.Context(), "inv_1"); !errors.As(err, &refused) || refused.Status != 451 || refused.Code != "" {
			t.Errorf("%v", err)
		}
	})
}

func TestAListIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	page := func(more bool, ids ...string) step {
		var data []map[string]string
		for _, id := range ids {
			data = append(data, map[string]string{"id": id})
		}
		text, _ := json.Marshal(map[string]any{"data": data, "hasMore": more, "nextCursor": ids[len(ids)-1]})
		return step{status: 200, body: string(text)}
	}
	gone := step{status: 400, body: `{"code":"UNKNOWN_CURSOR","message":"Gone."}`}
	for name, row := range map[string]struct {
		steps []step
		want  string
		asked string // the cursors
	}{
		"page by page":                           {[]step{page(true, "a", "b"), page(false, "c")}, "a b c", " b"},
		"past a record that is gone":             {[]step{page(true, "a", "b"), gone, page(true, "c", "d"), page(false, "e")}, "a b c d e", " b a d"},
		"without what was seen already":          {[]step{page(true, "a", "b", "c"), gone, gone, page(false, "b", "c", "d")}, "a b c d", " c b a"},
		"until all of a page is gone":            {[]step{page(true, "a", "b"), gone, gone}, "a b UNKNOWN_CURSOR", " b a"},
		"but not from a cursor that never was":   {[]step{gone}, "UNKNOWN_CURSOR", ""},
		"until it is refused":                    {[]step{page(true, "a"), {status: 403, body: `{"code":"INSUFFICIENT_SCOPE"}`}}, "a INSUFFICIENT_SCOPE", " a"},
		"and an empty one":                       {[]step{{status: 200, body: `{"data":[],"hasMore":false,"nextCursor":null}`}}, "", ""},
		"also one that says more and no further": {[]step{{status: 200, body: `{"data":[{"id":"a"}],"hasMore":true,"nextCursor":null}`}}, "a", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := newScripted(row.steps...)
				var seen, asked []string
				for supplier, err := range service.app(t).Business("biz_1").Suppliers.List(t.Context(), SupplierQuery{}) {
					var refused *Error
					if errors.As(err, &refused) {
						seen = append(seen, string(refused.Code))
						continue
					}
					seen = append(seen, supplier.ID)
				}
				for _, call := range service.calls {
					at, _ := url.Parse(call.path)
					asked = append(asked, at.Query().Get("after"))
					if at.Query().Get("limit") != "200" {
						t.Errorf("it asked for %s", call.path)
					}
				}
				if got := strings.Join(seen, " "); got != row.want || strings.Join(asked, " ") != row.asked {
					t.Errorf("saw %q by cursors %q, want %q by %q", got, strings.Join(asked, " "), row.want, row.asked)
				}
			})
		})
	}
}

func TestEventsAreFollowed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		events := func(more bool, next string, ids ...string) step {
			data := []map[string]any{}
			for _, id := range ids {
				data = append(data, map[string]any{"id": id, "type": "invoice.paid", "data": map[string]string{"id": "inv_1"}})
			}
			text, _ := json.Marshal(map[string]any{"data": data, "hasMore": more, "nextCursor": next})
			return step{status: 200, body: string(text)}
		}
		service := newScripted(events(true, "evt_1", "evt_1"), events(false, "evt_2", "evt_2"), events(false, "evt_2"), events(false, "evt_3", "evt_3"), step{status: 403, body: `{"code":"INSUFFICIENT_SCOPE"}`})
		var seen []string
		for page, err := range service.app(t).Business("biz_1").Events.Follow(t.Context(), "", 10*time.Second, "invoice.paid", "invoice.voided") {
			if err != nil {
				seen = append(seen, "refused")
				break
			}
			var paid struct{ ID string }
			if err := page.Events[0].Decode(&paid); err != nil || paid.ID != "inv_1" || page.Events[0].Decode(new(int)) == nil {
				t.Errorf("%+v, %v", paid, err)
			}
			seen = append(seen, page.Events[0].ID+" "+page.Next)
		}
		if got := strings.Join(seen, ", "); got != "evt_1 evt_1, evt_2 evt_2, evt_3 evt_3, refused" {
			t.Errorf("saw %s", got)
		}
		if last := service.calls[len(service.calls)-1]; last.at != 30*time.Second || last.path != "/events?after=evt_3&limit=200&types=invoice.paid%2Cinvoice.voided" {
			t.Errorf("the last question was %+v", last)
		}
	})
}
