package partner_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// byApp and byOwner are how records tell who created or changed them.
func (f *fixture) byApp() record { return byAppFor(f.app, f.owner) }

func byAppFor(app *apptest.App, user *apptest.User) record {
	return record{"type": "app", "id": app.ID.String(), "userId": user.ID.String()}
}

func (f *fixture) byOwner() record {
	return record{"type": "user", "id": f.owner.ID.String(), "userId": nil}
}

func TestRecordsTellWhoCreatedAndChangedThem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	app, owner := f.byApp(), f.byOwner()
	writes := f.writes(version.Current(f.svc.Clock.Now()))
	for _, kind := range []struct{ path, change string }{
		{"/customers", `{"notes": "x"}`}, {"/suppliers", `{"notes": "x"}`}, {"/invoices", `{"notes": "x"}`}, {"/payments", `{"notes": "x"}`}, {"/accounts", `{"description": "x"}`},
	} {
		t.Run("ACT-03 "+kind.path, func(t *testing.T) {
			w := writes["POST "+kind.path](t)
			made := f.send(t, http.StatusCreated, w.route, w.body)
			want := []any{app, app}
			if diff := cmp.Diff(want, []any{made["createdBy"], made["updatedBy"]}); diff != "" {
				t.Errorf("made by an app it says (-want +got):\n%s", diff)
			}
			one := kind.path + "/" + made["id"].(string)
			changed := f.inPerson(t, http.StatusOK, "PATCH "+one, kind.change)
			if diff := cmp.Diff([]any{app, owner}, []any{changed["createdBy"], changed["updatedBy"]}); diff != "" {
				t.Errorf("changed by a member it says (-want +got):\n%s", diff)
			}
			again := f.send(t, http.StatusOK, "GET "+one, nil)
			if diff := cmp.Diff([]any{app, owner}, []any{again["createdBy"], again["updatedBy"]}); diff != "" {
				t.Errorf("read again it says (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("ACT-03 an entry of the journal, which does not change", func(t *testing.T) {
		made := f.inPerson(t, http.StatusCreated, "POST /journal-entries", f.entry(t, "2026-11-07", "1.00"))
		read := f.send(t, http.StatusOK, "GET /journal-entries/"+made["id"].(string), nil)
		if diff := cmp.Diff([]any{owner, owner}, []any{made["createdBy"], read["createdBy"]}); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACT-03 what the service made", func(t *testing.T) {
		bank := f.send(t, http.StatusOK, "GET /accounts/"+f.account(t, "1010"), nil)
		if diff := cmp.Diff(any(record{"type": "system", "id": nil, "userId": nil}), bank["createdBy"]); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACT-03 what changes with another record", func(t *testing.T) {
		w := writes["POST /invoices/{id}/issue"](t)
		issued := f.inPerson(t, http.StatusOK, w.route, nil)
		customer := f.send(t, http.StatusOK, "GET /customers/"+issued["customerId"].(string), nil)
		if diff := cmp.Diff([]any{app, owner}, []any{customer["createdBy"], customer["updatedBy"]}); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACT-03 nothing of what was made before it was written down", func(t *testing.T) {
		if _, err := f.svc.Node(0).DB.Exec(t.Context(), "UPDATE books.accounts SET created_by = '', updated_by = '' WHERE shard = $1", f.bakery.ID.Shard); err != nil {
			t.Fatal(err)
		}
		bank := f.send(t, http.StatusOK, "GET /accounts/"+f.account(t, "1010"), nil)
		if diff := cmp.Diff([]any{nil, nil}, []any{bank["createdBy"], bank["updatedBy"]}); diff != "" {
			t.Error(diff)
		}
	})
}
