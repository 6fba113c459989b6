package partner_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheChartOfAccounts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	card := f.send(t, http.StatusCreated, "POST /accounts", record{"code": "1210", "name": " Card receivables ", "type": "ASSET"})
	id := card["id"].(string)

	t.Run("BIZ-01 an account is created and read", func(t *testing.T) {
		want := record{
			"id": id, "code": "1210", "name": "Card receivables", "type": "ASSET", "role": nil, "description": nil,
			"archivedAt": nil, "version": 1.0, "createdAt": "2026-11-08T09:30:00.000Z", "updatedAt": "2026-11-08T09:30:00.000Z", "createdBy": f.byApp(), "updatedBy": f.byApp(),
		}
		if diff := cmp.Diff(want, f.send(t, http.StatusOK, "GET /accounts/"+id, nil)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-08 account.created", func(t *testing.T) {
		f.expectEvents(t, "account.created", record{"id": id, "code": "1210", "name": "Card receivables", "type": "ASSET"})
	})

	t.Run("BIZ-01 an account is changed", func(t *testing.T) {
		changed := f.send(t, http.StatusOK, "PATCH /accounts/"+id, record{"name": "Cards", "description": "On their way", "type": "EXPENSE"}, `If-Match: "1"`)
		if changed["name"] != "Cards" || changed["description"] != "On their way" || changed["type"] != "EXPENSE" || changed["version"] != 2.0 {
			t.Errorf("it is %v", changed)
		}
	})
	t.Run("APP-08 account.updated", func(t *testing.T) {
		f.expectEvents(t, "account.updated", record{"id": id, "code": "1210", "changedFields": []any{"name", "type", "description"}})
	})
	t.Run("a change to an older version is refused", func(t *testing.T) {
		f.tokens.Send(t, f.svc.Node(0), "PATCH /accounts/"+id, record{"name": "Mine"}, `If-Match: "1"`).
			Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
	})

	t.Run("BIZ-01 an account is archived", func(t *testing.T) {
		for range 2 { // the second changes nothing
			if got := f.send(t, http.StatusOK, "POST /accounts/"+id+"/archive", nil); got["archivedAt"] == nil || got["version"] != 3.0 {
				t.Errorf("it is %v", got)
			}
		}
	})
	t.Run("APP-08 account.archived", func(t *testing.T) {
		f.expectEvents(t, "account.archived", record{"id": id, "code": "1210"})
	})
	t.Run("APP-08 account.restored", func(t *testing.T) {
		if got := f.send(t, http.StatusOK, "POST /accounts/"+id+"/restore", nil); got["archivedAt"] != nil {
			t.Errorf("it is %v", got)
		}
		f.expectEvents(t, "account.restored", record{"id": id, "code": "1210"})
	})
}

func TestWhatIsWrongWithAnAccountIsSaid(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	bank := f.account(t, "1010")
	for _, c := range []struct {
		name, route string
		body        record
		want        []any
	}{
		{"all that is missing", "POST /accounts", record{}, []any{
			"code must be 1 to 20 letters, digits, dots and hyphens, and begin with a letter or digit",
			"name should not be empty", "type must be one of ASSET, LIABILITY, EQUITY, INCOME, EXPENSE",
		}},
		{"what cannot be emptied", "PATCH /accounts/" + bank, record{"name": nil, "description": nil}, []any{"name should not be empty"}},
		{"what is not a member", "PATCH /accounts/" + bank, record{"role": "SALES"}, []any{"role should not exist"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, f.send(t, http.StatusBadRequest, c.route, c.body)["message"]); diff != "" {
				t.Error(diff)
			}
		})
	}
	f.tokens.Send(t, f.svc.Node(0), "POST /accounts", record{"code": "1010", "name": "Bank", "type": "ASSET"}).
		Refuses(t, http.StatusConflict, "ACCOUNT_CODE_TAKEN")
	f.tokens.Send(t, f.svc.Node(0), "POST /accounts/"+bank+"/archive", nil).Refuses(t, http.StatusConflict, "ACCOUNT_NEEDED")
	f.tokens.Call(t, f.svc.Node(0), "GET /accounts/acc_nonsense").Refuses(t, http.StatusNotFound, "ACCOUNT_NOT_FOUND")
	f.expectEvents(t)
}
