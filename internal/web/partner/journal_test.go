package partner_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestTheJournal(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rent, bank := f.account(t, "6100"), f.account(t, "1010")
	posted := f.send(t, http.StatusCreated, "POST /journal-entries", f.entry(t, "2026-11-01", "900.5"))
	id := posted["id"].(string)
	want := record{
		"id": id, "number": "JE-000001", "date": "2026-11-01", "memo": "Rent of the shop", "source": "MANUAL", "sourceId": nil,
		"reversesId": nil, "reversedById": nil, "currency": "EUR", "total": "900.50", "createdAt": "2026-11-08T09:30:00.000Z", "createdBy": f.byApp(),
		"lines": []any{
			record{"accountId": rent, "accountCode": "6100", "accountName": "Rent", "debit": "900.50", "credit": "0.00", "memo": nil},
			record{"accountId": bank, "accountCode": "1010", "accountName": "Bank account", "debit": "0.00", "credit": "900.50", "memo": "Standing order"},
		},
	}
	t.Run("BIZ-01 an entry is posted and read", func(t *testing.T) {
		if diff := cmp.Diff(want, posted); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(want, f.send(t, http.StatusOK, "GET /journal-entries/"+id, nil)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-08 journal_entry.posted", func(t *testing.T) {
		f.expectEvents(t, "journal_entry.posted", record{"id": id, "number": "JE-000001", "date": "2026-11-01", "total": "900.50", "currency": "EUR"})
	})
	var reversal record
	t.Run("BIZ-01 an entry is reversed", func(t *testing.T) {
		reversal = f.send(t, http.StatusCreated, "POST /journal-entries/"+id+"/reverse", record{"memo": "Paid twice"})
		if reversal["reversesId"] != id || reversal["date"] != "2026-11-08" || reversal["number"] != "JE-000002" {
			t.Errorf("it is %v", reversal)
		}
		if got := f.send(t, http.StatusOK, "GET /journal-entries/"+id, nil); got["reversedById"] != reversal["id"] {
			t.Errorf("it is reversed by %v", got["reversedById"])
		}
	})
	t.Run("APP-08 journal_entry.reversed", func(t *testing.T) {
		f.expectEvents(t,
			"journal_entry.posted", record{"id": reversal["id"], "number": "JE-000002", "date": "2026-11-08", "total": "900.50", "currency": "EUR"},
			"journal_entry.reversed", record{"id": id, "number": "JE-000001", "reversedById": reversal["id"]})
	})
	t.Run("an entry is reversed once", func(t *testing.T) {
		f.tokens.Send(t, f.svc.Node(0), "POST /journal-entries/"+id+"/reverse", nil).Refuses(t, http.StatusConflict, "ENTRY_ALREADY_REVERSED")
	})
	t.Run("BIZ-01 entries are found by day, account, source and words", func(t *testing.T) {
		for query, want := range map[string]int{
			"dateTo=2026-11-07": 1, "dateFrom=2026-11-02": 1, "accountId=" + bank: 2, "accountId=" + f.account(t, "1000"): 0,
			"source=MANUAL": 2, "source=PAYMENT": 0, "q=twice": 1, "includeTotal=true&limit=1": 1,
		} {
			page := f.send(t, http.StatusOK, "GET /journal-entries?"+query, nil)
			if got := len(page["data"].([]any)); got != want {
				t.Errorf("%s finds %d, want %d", query, got, want)
			}
			if query == "includeTotal=true&limit=1" && page["total"] != 2.0 {
				t.Errorf("it counts %v", page["total"])
			}
		}
	})
	t.Run("the trial balance and a balance on a day", func(t *testing.T) {
		report := f.send(t, http.StatusOK, "GET /reports/trial-balance?asOf=2026-11-05", nil)
		if diff := cmp.Diff(record{"debit": "900.50", "credit": "900.50"}, report["totals"]); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(record{"debit": "0.00", "credit": "0.00"}, f.send(t, http.StatusOK, "GET /reports/trial-balance", nil)["totals"]); diff != "" {
			t.Error(diff)
		}
		want := record{"accountId": bank, "asOf": "2026-11-05", "currency": "EUR", "debit": "0.00", "credit": "900.50", "balance": "-900.50"}
		if diff := cmp.Diff(want, f.send(t, http.StatusOK, "GET /accounts/"+bank+"/balance?asOf=2026-11-05", nil)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestWhatCannotBePostedChangesNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rent, bank := f.account(t, "6100"), f.account(t, "1010")
	post := func(lines ...any) record {
		return f.send(t, http.StatusBadRequest, "POST /journal-entries", record{"date": "2026-11-01", "lines": lines})
	}
	t.Run("BIZ-04 an entry that does not balance is refused", func(t *testing.T) {
		got := post(record{"accountId": rent, "debit": "10.00"}, record{"accountId": bank, "credit": "9.99"})
		if diff := cmp.Diff(record{"p0": "10.00", "p1": "9.99"}, got["params"]); diff != "" || got["code"] != "JOURNAL_UNBALANCED" {
			t.Error(got["code"], diff)
		}
	})
	t.Run("BIZ-04 amounts are exact decimals in strings", func(t *testing.T) {
		if got := post(record{"accountId": rent, "debit": 10}, record{"accountId": bank, "credit": "10.00"}); got["code"] != nil {
			t.Error(got)
		}
		want := []any{"lines.0.debit must have at most 2 decimal places", "lines.1.credit must have at most 2 decimal places"}
		got := post(record{"accountId": rent, "debit": "10.001"}, record{"accountId": bank, "credit": "10.001"})
		if diff := cmp.Diff(want, got["message"]); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("a line has one side, above zero", func(t *testing.T) {
		want := []any{"lines.0 must have either a debit or a credit", "lines.1 must have either a debit or a credit", "lines.2.credit must be greater than 0"}
		got := post(record{"accountId": rent, "debit": "1.00", "credit": "1.00"}, record{"accountId": bank}, record{"accountId": bank, "credit": "-1.00"})
		if diff := cmp.Diff(want, got["message"]); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("VER-03 an older version's amount has a sign, and is told so", func(t *testing.T) {
		want := []any{"lines.0.amount must not be 0", "lines.1.amount must not be 0", "lines.2.amount should not be empty"}
		got := f.send(t, http.StatusBadRequest, "POST /journal-entries", record{"date": "2026-11-07", "lines": []any{
			record{"accountId": rent, "amount": "0"}, record{"accountId": bank, "amount": "-0"}, record{"accountId": bank},
		}}, "Service-Version: 2025-02-01")
		if diff := cmp.Diff(want, got["message"]); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("an entry has two lines or more", func(t *testing.T) {
		if diff := cmp.Diff([]any{"lines must contain at least 2 elements"}, post(record{"accountId": rent, "debit": "1.00"})["message"]); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("BIZ-05 what is refused tells nobody", func(t *testing.T) { f.expectEvents(t) })
}

func TestOnlyOwnerAndAdminPostAndChangeTheChartByDefault(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	entry, account := f.entry(t, "2026-11-01", "10.00"), record{"code": "6150", "name": "Cleaning", "type": "EXPENSE"}
	try := func(t *testing.T, role permission.Role, status int) {
		t.Helper()
		member := f.svc.User(t, "Member")
		f.svc.Join(t, member, f.bakery, permission.Admin)
		tokens := f.app.Given(t, member, f.bakery, scope.JournalWrite, scope.AccountsWrite)
		if err := f.svc.Node(0).Tenancy.ChangeRole(t.Context(), tenancy.ByOperator(), f.bakery.ID, member.ID, role); err != nil {
			t.Fatal(err)
		}
		account["code"] = "6150." + string(role) + "." + http.StatusText(status)[:2]
		for route, body := range map[string]record{"POST /journal-entries": entry, "POST /accounts": account} {
			answer := tokens.Send(t, f.svc.Node(0), route, body).Is(t, status)
			if status == http.StatusForbidden {
				answer.Refuses(t, status, "PERMISSION_DENIED")
			}
		}
	}
	t.Run("API-05 an admin posts and changes the chart", func(t *testing.T) { try(t, permission.Admin, http.StatusCreated) })
	t.Run("API-05 an accountant does neither", func(t *testing.T) { try(t, permission.Accountant, http.StatusForbidden) })
	t.Run("API-05 unless the business lets accountants", func(t *testing.T) {
		for _, p := range []permission.Permission{permission.PostJournal, permission.ManageAccounts} {
			if err := f.svc.Node(0).Tenancy.SetPermission(t.Context(), tenancy.By(f.owner.ID), f.bakery.ID, permission.Accountant, p, true); err != nil {
				t.Fatal(err)
			}
		}
		try(t, permission.Accountant, http.StatusCreated)
	})
}
