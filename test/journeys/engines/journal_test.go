package engines_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestCallsOverTheLimitAreCounted(t *testing.T) {
	t.Parallel()
	t.Run("LIM-11 as calls, as errors and as rate-limited", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, apptest.Nodes(2))
		owner := svc.Person(t, "Olivia")
		app := svc.ReviewedApp(t, scope.ProfileRead)
		tokens := app.Given(t, owner, svc.Business(t, owner), scope.ProfileRead)
		for i := range 305 {
			want := http.StatusOK
			if i >= 300 {
				want = http.StatusTooManyRequests
			}
			tokens.Call(t, svc.Node(i%2), "GET /me").Is(t, want)
		}
		svc.WriteJournals(t)
		hour := svc.Clock.Now().Truncate(time.Hour)
		points, err := svc.Node(0).Journal.AppUsage(t.Context(), journal.Series{
			App: app.ID, From: hour, To: hour.Add(time.Hour), Every: journal.Hourly,
		})
		if err != nil {
			t.Fatal(err)
		}
		got := [3]int64{points[0].Calls, points[0].Errors, points[0].RateLimited}
		if diff := cmp.Diff([3]int64{305, 5, 5}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestACallIsFoundByItsRequestID(t *testing.T) {
	t.Parallel()
	t.Run("API-11 in the request log, also one that was refused", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t)
		owner := svc.Person(t, "Olivia")
		business := svc.Business(t, owner)
		app := svc.ReviewedApp(t, scope.ProfileRead)
		tokens := app.Given(t, owner, business, scope.ProfileRead)
		answer := tokens.Send(t, svc.Node(0), "GET /invoices?limit=2&q=Ada", nil, "X-Request-Id: job-0042-a").
			Refuses(t, http.StatusForbidden, "INSUFFICIENT_SCOPE")
		svc.WriteJournals(t)
		id, err := ident.Parse[ident.Request](answer.Header.Get("X-Request-Id"))
		if err != nil {
			t.Fatal(err)
		}
		line, ok, err := svc.Node(0).Journal.Find(t.Context(), app.ID, id)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		type told struct {
			Business                                       ident.Business
			Route, Path, Query, Version, Code, Correlation string
			Status                                         int
		}
		want := told{business.ID, "GET /invoices", "/invoices", "limit=2&q=[3 characters]", "2026-11-01", "INSUFFICIENT_SCOPE", "job-0042-a", 403}
		got := told{line.Business, line.Route, line.Path, line.Query, line.Version, line.Code, line.Correlation, line.Status}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if !strings.Contains(string(line.Refusal), "Insufficient scope: requires invoices:read") {
			t.Errorf("the refusal is kept as %s", line.Refusal)
		}
	})
}

// What apps send of other people, and what they prove themselves with, is in the
// books and with the apps, and nowhere in the log of their calls.
func TestTheRequestLogHoldsNobodysData(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	owner := svc.User(t, "Olivia")
	business := svc.Business(t, owner)
	app := svc.ReviewedApp(t, scope.Partner()...)
	tokens := app.Connect(t, owner, business, scope.Partner()...)
	node := svc.Node(0)
	private := []string{
		tokens.Access, tokens.Refresh, app.Secret, owner.Email, "Ada Lovelace", "Lovelace", "ada@lovelace.test", "+49 151 12345678",
		"Ockham Park 7", "GU23", "Guildford", "DE123456789", "pays late", "DE89370400440532013000", "Zephyrine",
	}
	person := map[string]any{
		"name": "Ada Lovelace", "email": "ada@lovelace.test", "phone": "+49 151 12345678", "taxNumber": "DE123456789", "notes": "pays late",
		"address": map[string]any{"line1": "Ockham Park 7", "postalCode": "GU23", "city": "Guildford", "country": "GB"},
	}
	for _, path := range []string{"/suppliers", "/customers"} {
		tokens.Send(t, node, "POST "+path, person)
		tokens.Send(t, node, "GET "+path+"?q=Ada+Lovelace", nil)
		tokens.Send(t, node, "GET "+path+"/Ada%20Lovelace", nil)
		tokens.Send(t, node, "PATCH "+path+"/Zephyrine", person)
		tokens.Send(t, node, "POST "+path, map[string]any{"Ada Lovelace": "Zephyrine", "ada@lovelace.test": 1, tokens.Access: true})
		tokens.Send(t, node, "GET "+path+"?Ada+Lovelace=1&iban=DE89370400440532013000&access_token="+tokens.Access, nil)
	}
	tokens.Send(t, node, "GET /Zephyrine/Ada%20Lovelace", nil)
	tokens.Send(t, node, "GET /events?types=Zephyrine", nil)
	tokens.Send(t, node, "GET /me", nil, "User-Agent: sync/1 (ada@lovelace.test; "+app.Secret+")")
	tokens.Send(t, node, "POST /invoices", map[string]any{
		"customerId": "Zephyrine", "notes": "pays late", "reference": "DE89370400440532013000",
		"lines": []any{map[string]any{"description": "Portrait of Ada Lovelace", "quantity": "Zephyrine", "unitPrice": 4}},
	})
	svc.WriteJournals(t)

	rows, err := node.DB.Pool().Query(t.Context(), `
		SELECT r::text FROM journal.requests r UNION ALL SELECT u::text FROM journal.usage u
		UNION ALL SELECT u::text FROM journal.app_usage u UNION ALL SELECT e::text FROM journal.app_errors e`)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) < 16 {
		t.Errorf("only %d lines", len(lines))
	}
	for _, line := range lines {
		for _, text := range private {
			if strings.Contains(line, text) {
				t.Errorf("%q stands in %s", text, line)
			}
		}
	}
}
