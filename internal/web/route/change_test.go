package route_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/route"
)

type address struct {
	City string `json:"city"`
}

type patch struct {
	Seen    route.ETag            `header:"If-Match"`
	Name    route.Change[string]  `json:"name"`
	Address route.Change[address] `json:"address"`
}

type patched struct {
	Name string `json:"name"`
}

func (patched) RecordVersion() int { return 4 }

func TestAMemberLeftOutNullAndGivenAreThreeThings(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]patch{
		`{}`:                          {},
		`{"name":null}`:               {Name: route.Change[string]{Given: true}},
		`{"name":"x"}`:                {Name: route.Change[string]{Given: true, To: new("x")}},
		`{"address":{"city":"Bonn"}}`: {Address: route.Change[address]{Given: true, To: &address{"Bonn"}}},
	} {
		got, rec := sendPatch(t, body, "")
		if rec.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", body, rec.Code, rec.Body)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", body, diff)
		}
	}
}

func TestAChangeIsReadAsStrictlyAsAnythingElse(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"name":3}`:                  "name must be a string",
		`{"address":{"town":"Bonn"}}`: "address.town should not exist",
	} {
		if _, rec := sendPatch(t, body, ""); rec.Code != http.StatusBadRequest || !strings.Contains(rec.Body.String(), want) {
			t.Errorf("%s: %d %s", body, rec.Code, rec.Body)
		}
	}
}

func TestAnETagIsARecordsVersionInQuotes(t *testing.T) {
	t.Parallel()
	got, rec := sendPatch(t, `{}`, `"3"`)
	if got.Seen != 3 || rec.Header().Get("ETag") != `"4"` {
		t.Errorf("read %d, answered %s", got.Seen, rec.Header().Get("ETag"))
	}
	for _, bad := range []string{`3`, `"x"`, `W/"3"`, `"0"`, `"-1"`, `"03"`, `*`, `"99999999999"`} {
		if _, rec := sendPatch(t, `{}`, bad); rec.Code != http.StatusBadRequest {
			t.Errorf("If-Match %s was taken", bad)
		}
	}
}

func sendPatch(t *testing.T, body, ifMatch string) (got patch, rec *httptest.ResponseRecorder) {
	t.Helper()
	mux := route.Mux(route.Face{Routes: []route.Route{{
		Pattern: "PATCH /x", Handle: route.JSON(http.StatusOK, func(_ context.Context, in patch) (patched, error) {
			got = in
			return patched{}, nil
		}),
	}}})
	r := httptest.NewRequest(http.MethodPatch, "/x", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if ifMatch != "" {
		r.Header.Set("If-Match", ifMatch)
	}
	rec = httptest.NewRecorder()
	mux.ServeHTTP(rec, r)
	return got, rec
}
