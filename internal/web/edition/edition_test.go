package edition_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

func TestAnswersSpeakTheCallersVersion(t *testing.T) {
	t.Parallel()
	editions := smallEditions(t)
	for _, c := range []struct {
		name, version, pattern string
		status                 int
		now, was               string
	}{
		{"a list in its envelope, with renamed members", "2025-02-01", "GET /customers", 200,
			`{"data":[{"id":"c","type":"BUSINESS","taxNumber":"DE1"}],"hasMore":true,"nextCursor":"c","total":3}`,
			`{"items":[{"id":"c","type":"BUSINESS","vatNumber":"DE1"}],"next":"c","total":3}`},
		{"the changes of two versions", "2024-06-01", "GET /customers", 200,
			`{"data":[{"type":"BUSINESS","taxNumber":"DE1","parent":{"type":"BUSINESS","taxNumber":"DE2"}}],"hasMore":false,"nextCursor":"c"}`,
			`{"items":[{"type":"COMPANY","vatNumber":"DE1","parent":{"type":"COMPANY","vatNumber":"DE2"}}],"next":null}`},
		{"a list of records that hold others, or none", "2025-02-01", "GET /invoices", 200,
			`[{"status":"ISSUED","customer":{"taxNumber":"x"}},{"status":"PAID","customer":null}]`,
			`[{"status":"OPEN","customer":{"vatNumber":"x"}},{"status":"PAID","customer":null}]`},
		{"values under names of the caller's choosing", "2025-02-01", "POST /journal-entries", 201,
			`{"a":{"debit":"1.00","credit":"0.00"},"b":{"debit":"0.00","credit":"1.00"}}`,
			`{"a":{"amount":"1.00"},"b":{"amount":"-1.00"}}`},
		{"events, whose data depends on their type", "2025-02-01", "GET /events", 200,
			`{"data":[{"type":"invoice.created","apiVersion":"2026-11-01","data":{"status":"ISSUED"}},{"type":"payment.received","data":{"status":"ISSUED"}}],"hasMore":false,"nextCursor":"e"}`,
			`{"items":[{"type":"invoice.created","apiVersion":"2025-02-01","data":{"status":"OPEN"}},{"type":"payment.received","data":{"status":"ISSUED"}}],"next":"e"}`},
		{"a refusal is nobody's record", "2025-02-01", "GET /customers", 400, `{"statusCode":400}`, `{"statusCode":400}`},
		{"the newest version", "2026-11-01", "GET /customers", 200, `{"data":[],"hasMore":false}`, `{"data":[],"hasMore":false}`},
	} {
		t.Run("VER-03 "+c.name, func(t *testing.T) {
			t.Parallel()
			got, err := editions.Response(lookup(t, c.version), c.pattern, c.status, []byte(c.now))
			must(t, err)
			if diff := cmp.Diff(c.was, strings.TrimSuffix(string(got), "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func request(t *testing.T, method, target, body string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}

func bodyOf(t *testing.T, r *http.Request) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	must(t, err)
	return string(body)
}

func TestRequestsReachHandlersInTheNewestShape(t *testing.T) {
	t.Parallel()
	editions := smallEditions(t)
	for _, c := range []struct{ name, version, pattern, was, now string }{
		{"a renamed member", "2025-02-01", "POST /customers", `{"type":"BUSINESS","vatNumber":"DE1"}`, `{"type":"BUSINESS","taxNumber":"DE1"}`},
		{"the changes of two versions", "2024-06-01", "POST /customers", `{"type":"COMPANY","vatNumber":"DE1"}`, `{"type":"BUSINESS","taxNumber":"DE1"}`},
		{"in every line", "2025-02-01", "POST /journal-entries", `{"lines":[{"amount":"2"},{"amount":"-2"}]}`, `{"lines":[{"debit":"2"},{"credit":"2"}]}`},
		{"an unknown member is left for the decoder", "2025-02-01", "POST /customers", `{"shoeSize":7}`, `{"shoeSize":7}`},
		{"what is no JSON is left for the decoder", "2025-02-01", "POST /customers", `{"vatNumber":`, `{"vatNumber":`},
		{"no body", "2025-02-01", "POST /customers", ``, ``},
		{"the newest version", "2026-11-01", "POST /customers", ` {"taxNumber": 1}`, ` {"taxNumber": 1}`},
	} {
		t.Run("VER-03 "+c.name, func(t *testing.T) {
			t.Parallel()
			r := request(t, http.MethodPost, "/", c.was)
			must(t, editions.Request(lookup(t, c.version), c.pattern, r))
			if diff := cmp.Diff(c.now, bodyOf(t, r)); diff != "" || r.ContentLength != int64(len(c.now)) {
				t.Error(diff, r.ContentLength)
			}
		})
	}
}

func TestParametersReachHandlersInTheNewestWords(t *testing.T) {
	t.Parallel()
	editions := smallEditions(t)
	for was, now := range map[string]string{
		"status=OPEN":                 "status=ISSUED",
		"status=PAID,OPEN&limit=5":    "limit=5&status=PAID%2CISSUED",
		"status=OPEN&status=DRAFT":    "status=ISSUED&status=DRAFT",
		"first=OPEN":                  "first=ISSUED",
		"shoe=7":                      "shoe=7",
		"status=%zz":                  "status=%zz",
		"status=open&other=OPEN":      "other=OPEN&status=open",
		"":                            "",
		"status=SHUT&first=&status=x": "first=&status=SHUT&status=x",
	} {
		t.Run("VER-03 "+was, func(t *testing.T) {
			t.Parallel()
			r := request(t, http.MethodGet, "/invoices?"+was, "")
			must(t, editions.Request(lookup(t, "2025-02-01"), "GET /invoices", r))
			if diff := cmp.Diff(now, r.URL.RawQuery); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNewNamesAreNoneInAnOlderVersion(t *testing.T) {
	t.Parallel()
	editions := smallEditions(t)
	for _, c := range []struct {
		pattern, query, body string
		want                 []string
	}{
		{"POST /customers", "", `{"taxNumber":"DE1"}`, []string{"taxNumber should not exist"}},
		{"POST /journal-entries", "", `{"lines":[{"debit":"1"}]}`, []string{"lines[0].debit should not exist"}},
		{"GET /invoices", "status=PAID,ISSUED", ``, []string{"status should not be ISSUED"}},
	} {
		t.Run("VER-03 "+c.pattern, func(t *testing.T) {
			t.Parallel()
			err := editions.Request(lookup(t, "2025-02-01"), c.pattern, request(t, http.MethodPost, "/?"+c.query, c.body))
			problems, ok := errors.AsType[*fault.Problems](err)
			if !ok {
				t.Fatalf("got %v", err)
			}
			if diff := cmp.Diff(c.want, problems.List()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestABodyThatIsTooLargeIsLeftForTheDecoderToRefuse(t *testing.T) {
	t.Parallel()
	r := request(t, http.MethodPost, "/", `{"vatNumber":"0123456789"}`)
	r.Body = http.MaxBytesReader(httptest.NewRecorder(), r.Body, 10)
	must(t, smallEditions(t).Request(lookup(t, "2025-02-01"), "POST /customers", r))
	_, err := io.ReadAll(r.Body)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); !tooLarge {
		t.Errorf("got %v", err)
	}
}

func TestProblemsAreToldInTheCallersWords(t *testing.T) {
	t.Parallel()
	editions := smallEditions(t)
	for _, c := range []struct{ pattern, now, was string }{
		{"POST /customers", "taxNumber must have at most 20 characters", "vatNumber must have at most 20 characters"},
		{"POST /customers", "name should not be empty", "name should not be empty"},
		{"POST /customers", "taxNumber should not exist", "taxNumber should not exist"},
		{"POST /journal-entries", "lines[0].debit must be positive", "lines[0].amount must be positive"},
		{"POST /journal-entries", "lines.0 must have either a debit or a credit", "lines.0.amount should not be empty"},
		{"POST /journal-entries", "lines.1.credit must be greater than 0", "lines.1.amount must not be 0"},
		{"POST /journal-entries", "give debit or credit", "give debit or credit"},
		{"GET /invoices", "status must be one of DRAFT, ISSUED, PAID", "status must be one of DRAFT, OPEN, PAID"},
	} {
		t.Run(c.now, func(t *testing.T) {
			t.Parallel()
			var problems fault.Problems
			problems.Want(false, "%s", c.now)
			if got := editions.Refusal(lookup(t, "2025-02-01"), c.pattern, problems.Err()); got.Error() != c.was {
				t.Errorf("want %q, got %q", c.was, got)
			}
			if got := editions.Refusal(lookup(t, "2026-11-01"), c.pattern, problems.Err()); got.Error() != c.now {
				t.Errorf("in the newest version: %q", got)
			}
		})
	}
	if got := editions.Refusal(lookup(t, "2025-02-01"), "POST /customers", io.EOF); got != io.EOF {
		t.Errorf("another error became %v", got)
	}
}

// The newest version is what nearly everybody speaks: it must cost nothing.
func BenchmarkTheNewestVersionIsLeftAlone(b *testing.B) {
	editions, v := smallEditions(b), lookup(b, "2026-11-01")
	body := []byte(`{"data":[{"id":"c","type":"BUSINESS","taxNumber":"DE1"}],"hasMore":true,"nextCursor":"c"}`)
	r := httptest.NewRequest(http.MethodGet, "/customers?limit=5", nil)
	b.ReportAllocs()
	for b.Loop() {
		if err := editions.Request(v, "GET /customers", r); err != nil {
			b.Fatal(err)
		}
		if _, err := editions.Response(v, "GET /customers", http.StatusOK, body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAnOlderVersionIsEdited(b *testing.B) {
	editions, v := smallEditions(b), lookup(b, "2025-02-01")
	record := `{"id":"c","type":"BUSINESS","taxNumber":"DE1","parent":null,"name":"Corner Cafe","notes":"Long and untouched."}`
	body := []byte(`{"data":[` + strings.TrimSuffix(strings.Repeat(record+",", 50), ",") + `],"hasMore":true,"nextCursor":"c"}`)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := editions.Response(v, "GET /customers", http.StatusOK, body); err != nil {
			b.Fatal(err)
		}
	}
}

func TestTheNewestVersionCostsNothing(t *testing.T) {
	editions, v := smallEditions(t), lookup(t, "2026-11-01")
	r, body := request(t, http.MethodGet, "/customers", ""), []byte(`{"data":[]}`)
	work := testing.AllocsPerRun(100, func() {
		_ = editions.Request(v, "GET /customers", r)
		_, _ = editions.Response(v, "GET /customers", http.StatusOK, body)
	})
	if work != 0 {
		t.Errorf("%v allocations", work)
	}
}
