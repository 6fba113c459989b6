package journal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

func (d *fixture) list(t *testing.T, f journal.Filter) []ident.Request {
	t.Helper()
	f.App, f.Most = d.app, 100
	lines, err := d.List(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]ident.Request, len(lines.Data))
	for i, line := range lines.Data {
		ids[i] = line.Request
	}
	return ids
}

func TestTheRequestLogShowsACall(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	call := d.call(d.bakery, 400, 12*time.Millisecond)
	call.Method, call.Route, call.Path, call.RawQuery = "POST", "POST /suppliers", "/suppliers", "limit=3&q=Mill"
	call.Code, call.Replayed, call.BytesIn, call.BytesOut = "SUPPLIER_NOT_FOUND", true, 40, 90
	call.Address, call.UserAgent, call.Correlation = netip.MustParseAddr("198.51.100.77"), "bakery-sync/2.1", "job-2026-11"
	var problems fault.Problems
	problems.Want(false, "name should not be empty")
	call.RequestBody, call.Refused = []byte(`{"name":"Old Mill"}`), refused(problems.Err())
	d.Note(call)
	d.write(t)
	got, ok, err := d.Find(t.Context(), d.app, call.Request)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	want := journal.Line{
		Call: call, StandsFor: 1, Query: "limit=3&q=[4 characters]", Body: json.RawMessage(`{"name": "[8 characters]"}`),
		Refusal: json.RawMessage(`{"error": "Bad Request", "message": ["name should not be empty"], "statusCode": 400}`),
	}
	want.RawQuery, want.RequestBody, want.Refused = "", nil, journal.Refusal{}
	want.Address = netip.MustParseAddr("198.51.100.0")
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(netip.Addr{})); diff != "" {
		t.Error(diff)
	}
	if _, ok, err := d.Find(t.Context(), ident.New[ident.App](ident.Control, pgtest.Start), call.Request); ok || err != nil {
		t.Errorf("another app finds it: %v", err)
	}
}

func TestTheRequestLogIsSearched(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	var calls []ident.Request
	note := func(business ident.Business, status int, route, version, code string) {
		c := d.call(business, status, time.Millisecond)
		c.Route, c.Version, c.Code = route, version, code
		d.Note(c)
		calls = append(calls, c.Request)
		d.clock.Move(time.Second)
	}
	begin := d.clock.Now()
	note(d.bakery, 200, "GET /me", "2026-11-01", "")
	note(d.florists, 404, "GET /invoices/{id}", "2026-05-01", "INVOICE_NOT_FOUND")
	note(d.bakery, 503, "GET /me", "2026-11-01", "UNAVAILABLE")
	d.write(t)
	for name, c := range map[string]struct {
		filter journal.Filter
		want   []int
	}{
		"all, the latest first": {journal.Filter{}, []int{2, 1, 0}},
		"by class of status":    {journal.Filter{StatusClass: 4}, []int{1}},
		"by route":              {journal.Filter{Route: "GET /me"}, []int{2, 0}},
		"by business":           {journal.Filter{Business: d.bakery}, []int{2, 0}},
		"by business and class": {journal.Filter{Business: d.bakery, StatusClass: 5}, []int{2}},
		"by version":            {journal.Filter{Version: "2026-05-01"}, []int{1}},
		"by code":               {journal.Filter{Code: "UNAVAILABLE"}, []int{2}},
		"by business and code":  {journal.Filter{Business: d.bakery, Code: "INVOICE_NOT_FOUND"}, nil},
		"from an instant":       {journal.Filter{From: begin.Add(time.Second)}, []int{2, 1}},
		"until an instant":      {journal.Filter{To: begin.Add(time.Second)}, []int{0}},
		"before another":        {journal.Filter{Before: calls[2]}, []int{1, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			want := []ident.Request{}
			for _, i := range c.want {
				want = append(want, calls[i])
			}
			if diff := cmp.Diff(want, d.list(t, c.filter)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheRequestLogReachesBackThirtyDaysToTheInstant(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	call := d.call(d.bakery, 200, time.Millisecond)
	d.Note(call)
	d.write(t)
	d.clock.Move(journal.RequestsKept)
	if _, ok, err := d.Find(t.Context(), d.app, call.Request); !ok || err != nil || len(d.list(t, journal.Filter{})) != 1 {
		t.Errorf("gone after exactly 30 days: %v", err)
	}
	d.clock.Move(time.Millisecond)
	if _, ok, err := d.Find(t.Context(), d.app, call.Request); ok || err != nil || len(d.list(t, journal.Filter{})) != 0 {
		t.Errorf("still there: %v", err)
	}
}

func TestRedaction(t *testing.T) {
	t.Parallel()
	token := secret.New(secret.AccessToken)
	id := ident.New[ident.Customer](7, pgtest.Start).String()
	t.Run("bodies", func(t *testing.T) {
		for sent, want := range map[string]string{
			``:                                       ``,
			`not JSON`:                               ``,
			`{"a":1} {"b":2}`:                        ``,
			`"Ada"`:                                  `"[3 characters]"`,
			`{"name":"Ada","email":"ada@mill.test"}`: `{"email":"[13 characters]","name":"[3 characters]"}`,
			`{"customerId":"` + id + `"}`:            `{"customerId":"` + id + `"}`,
			`{"token":"` + token + `"}`:              fmt.Sprintf(`{"token":"[%d characters]"}`, len(token)),
			`{"amount":"12.50","currency":"EUR","date":"2026-11-14","type":"CASH"}`:   `{"amount":"12.50","currency":"EUR","date":"2026-11-14","type":"CASH"}`,
			`{"amount":"twelve","currency":"Ada","date":"Ada","type":"Ada Lovelace"}`: `{"amount":"[6 characters]","currency":"[3 characters]","date":"[3 characters]","type":"[12 characters]"}`,
			`{"phone":4915112345678,"active":true,"fax":null,"notes":""}`:             `{"active":true,"fax":null,"notes":"","phone":"[number]"}`,
			`{"lines":[{"description":"Rye","quantity":"2","unitPrice":4.5}]}`:        `{"lines":[{"description":"[3 characters]","quantity":"2","unitPrice":4.5}]}`,
			`{"ada@mill.test":1,"` + token + `":2}`:                                   fmt.Sprintf(`{"[a name of 13 characters]":"[number]","[a name of %d characters]":"[number]"}`, len(token)),
			`{"name":"` + strings.Repeat("a", journal.LongestBody) + `"}`:             ``,
		} {
			if _, _, got, _ := journal.Redacted(journal.Call{RequestBody: []byte(sent)}); got != want {
				t.Errorf("of %.80s is kept %s, want %s", sent, got, want)
			}
		}
	})
	t.Run("paths", func(t *testing.T) {
		for _, c := range []struct{ route, path, want string }{
			{"GET /customers/{id}", "/customers/" + id, "/customers/" + id},
			{"GET /customers/{id}", "/customers/ada-lovelace", "/customers/[12 characters]"},
			{"", "/custmers/ada", "/custmers/[3 characters]"},
			{"", "/ada@mill.test", "/[13 characters]"},
			{"", "/", "/"},
		} {
			if got, _, _, _ := journal.Redacted(journal.Call{Route: c.route, Path: c.path}); got != c.want {
				t.Errorf("of %s is kept %s, want %s", c.path, got, c.want)
			}
		}
	})
	t.Run("query strings", func(t *testing.T) {
		for sent, want := range map[string]string{
			"limit=20&order=asc&includeTotal=true":          "includeTotal=true&limit=20&order=asc",
			"types=invoice.paid,invoice.issued&after=" + id: "after=" + id + "&types=invoice.paid,invoice.issued",
			"q=Ada+Lovelace&access_token=" + token:          fmt.Sprintf("access_token=[%d characters]&q=[12 characters]", len(token)),
			"status=Ada&limit=Ada":                          "limit=[3 characters]&status=[3 characters]",
			"ada%40mill.test=1":                             "[a name of 13 characters]=[1 character]",
			"%zz":                                           "[malformed]",
		} {
			if _, got, _, _ := journal.Redacted(journal.Call{RawQuery: sent}); got != want {
				t.Errorf("of %s is kept %s, want %s", sent, got, want)
			}
		}
	})
	t.Run("refusals", func(t *testing.T) {
		var problems fault.Problems
		problems.Want(false, "%s must be a number", fault.Untrusted("lines.0.quantity"))
		problems.Want(false, "%s should not exist", fault.Untrusted("Ada L"))
		problems.Want(false, "%s should not exist", fault.Untrusted("ada@mill.test"))
		problems.Want(false, "the query string is malformed")
		for _, c := range []struct {
			given error
			want  string
		}{
			{errNoType.With("ada.born"), `{"code":"TEST_NO_TYPE","error":"Bad Request","message":"There is no event type \"ada.born\".","params":{"p0":"ada.born"},"statusCode":400}`},
			{errNoType.With(`Ada "L"`), `{"code":"TEST_NO_TYPE","error":"Bad Request","message":"There is no event type [7 characters].","params":{"p0":"[7 characters]"},"statusCode":400}`},
			{errTaken.With(3, "Ada"), `{"code":"TEST_TAKEN","error":"Bad Request","message":"Of 3 names [3 characters] is taken.","params":{"p0":"3","p1":"[3 characters]"},"statusCode":400}`},
			{errTaken.WithDetails("Ada", 3, "a"), `{"code":"TEST_TAKEN","error":"Bad Request","message":"Of 3 names [1 character] is taken.","params":{"p0":"3","p1":"[1 character]"},"statusCode":400}`},
			{
				problems.Err(),
				`{"error":"Bad Request","message":["lines.0.quantity must be a number","[a problem with something that is not a member's name]",` +
					`"[a problem with something that is not a member's name]","the query string is malformed"],"statusCode":400}`,
			},
			{errors.New("dial tcp 10.0.0.7"), `{"error":"Bad Request","message":"Our own words.","statusCode":400}`},
		} {
			if _, _, _, got := journal.Redacted(journal.Call{Status: 400, Refused: refused(c.given)}); got != c.want {
				t.Errorf("of %s is kept\n%s, want\n%s", c.given, got, c.want)
			}
		}
		if _, _, _, got := journal.Redacted(journal.Call{Status: 200, Refused: refused(errTaken.With(3, "Ada"))}); got != "" {
			t.Errorf("of an answer that is no refusal is kept %s", got)
		}
	})
}

var (
	errNoType = fault.Declare(fault.Invalid, "TEST_NO_TYPE", "There is no event type %q.")
	errTaken  = fault.Declare(fault.Invalid, "TEST_TAKEN", "Of %d names %s is taken.")
)

// refused is how the journal hears of a refusal.
func refused(err error) journal.Refusal {
	return journal.Refusal{Status: 400, Name: "Bad Request", Err: err, Message: "Our own words."}
}

// Whatever a member is called, what people say in it is not kept.
func TestWhatPeopleSayIsNeverKept(t *testing.T) {
	t.Parallel()
	members := append(journal.Harmless(), "name", "email", "notes", "iban", "token", "anything")
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.StringMatching(`[A-Z][a-z]{3,12} [A-Za-z0-9@.+ ]{3,30}`).Draw(t, "said")
		name := rapid.SampledFrom(members).Draw(t, "member")
		body, err := json.Marshal(map[string]any{name: said, "in": []any{map[string]any{name: said}}})
		if err != nil {
			t.Fatal(err)
		}
		path, query, request, _ := journal.Redacted(journal.Call{Path: "/x/" + said, RawQuery: name + "=" + strings.ReplaceAll(said, " ", "+"), RequestBody: body})
		for _, kept := range []string{path, query, request} {
			if strings.Contains(kept, said) || strings.Contains(kept, strings.Fields(said)[0]) {
				t.Errorf("kept %s", kept)
			}
		}
	})
}

// A row of the table is a promise that nobody words such a value.
func TestNoHarmlessMemberIsAPersonsOrASecret(t *testing.T) {
	t.Parallel()
	hushed := []string{
		"name", "mail", "phone", "fax", "address", "street", "city", "postal", "zip", "country", "region", "birth", "iban", "bic", "bank",
		"account", "card", "taxnumber", "vat", "note", "comment", "description", "text", "memo", "reference", "subject", "contact",
		"person", "user", "token", "secret", "password", "key", "code", "credential", "signature", "url", "website", "number",
	}
	for _, member := range journal.Harmless() {
		for _, word := range hushed {
			if strings.Contains(strings.ToLower(member), word) {
				t.Errorf("%s is the name of something that is nobody else's business", member)
			}
		}
	}
}
