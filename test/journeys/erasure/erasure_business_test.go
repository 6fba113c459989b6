package erasure_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/app/admin"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// outlives are the tables that may tell of a business after its erasure: by its
// id alone, for those whose record it is.
var outlives = []string{
	"audit.business_entries", // who did what; it names nobody
	"events.counters",        // a number
	"events.log",             // app.uninstalled and business.redact
	"installs.consents",      // what users have said yes to
	"installs.installations", // the apps' own record
	"oauth.families",         // dead, until their time is up
	"oauth.grants",           // likewise
	"accounts.sessions",      // of people, who stay
	"journal.usage",          // the apps' figures
	"webhooks.deliveries",    // of those two events
	"installs.redactions",    // apps that are still to be told
	"oauth.device_codes",     // dead, until their time is up
	"webhooks.attempts",      // of those deliveries
	"audit.business_notices", // mails to apps' owners
}

// holding lists the tables that have rows of a business.
func holding(t *testing.T, node *apptest.Node, business ident.Business) (list []string) {
	t.Helper()
	rows, err := node.DB.Pool().Query(t.Context(), `
		SELECT c.oid::regclass::text
		FROM   pg_class c
		JOIN   pg_attribute a ON a.attrelid = c.oid AND a.attname = 'business_id'
		WHERE  c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace::regnamespace::text !~ '^pg_'`)
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if len(tables) < 25 {
		t.Fatalf("only %v have businesses", tables)
	}
	for _, name := range tables {
		var n int
		if err := node.DB.Pool().QueryRow(t.Context(), "SELECT count(*) FROM "+name+" WHERE business_id = $1", business.UUID).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			list = append(list, name)
		}
	}
	return list
}

// heard lists what an app's endpoint was told of a business's end.
func (f *fixture) heard(t *testing.T) (list []string) {
	t.Helper()
	f.deliver(t)
	for _, got := range f.receiver.Got() {
		var body struct {
			Type event.Name
			Data struct{ ID, Reason string }
		}
		if got.Read(t, &body); body.Type == event.AppUninstalled || body.Type == event.BusinessRedact {
			list = append(list, string(body.Type)+" "+body.Data.Reason)
		}
	}
	return list
}

// bystander is another business of the same app.
func (f *fixture) bystander(t *testing.T) apptest.Tokens {
	t.Helper()
	owner := f.User(t, "Boris")
	tokens := f.app.Given(t, owner, f.Business(t, owner), scope.Partner()...)
	tokens.Send(t, f.Node(0), "POST /customers", map[string]any{"name": "Cafe", "type": "BUSINESS"}).Is(t, http.StatusCreated)
	return tokens
}

// names gives the business a name that can be found, and invites somebody.
func (f *fixture) names(t *testing.T, name string) {
	t.Helper()
	ctx := t.Context()
	if _, err := f.Node(0).Tenancy.UpdateBusiness(ctx, tenancy.ByOperator(), f.business.ID, tenancy.BusinessChange{Name: &name}); err != nil {
		t.Fatal(err)
	}
	_, err := f.Node(0).Tenancy.InviteToBusiness(ctx, tenancy.ByOperator(), f.business.ID, "niece@quintessa.test", permission.Viewer)
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnErasedBusinessIsGone(t *testing.T) {
	t.Parallel()
	f := newFixture(t, apptest.Nodes(2))
	f.app.Hook(t, f.receiver, event.AppUninstalled, event.BusinessRedact)
	left := f.ReviewedApp(t, scope.Partner()...)
	left.Hook(t, f.receiver, event.BusinessRedact)
	other := f.bystander(t)
	f.names(t, "Quintessa Bakery")
	f.busy(t)
	f.deliver(t)
	f.unheard(t)
	gone := left.Given(t, f.owner, f.business, scope.Partner()...)
	f.browser.API(t, "DELETE /connected-apps/"+gone.Installation.String(), nil).Is(t, http.StatusNoContent)
	theirs := other.Call(t, f.Node(0), "GET /customers").Is(t, http.StatusOK).Body
	operator, which := admin.New(f.Node(0).App), f.business.ID.String()

	t.Run("APP-05 only with its name is a business erased", func(t *testing.T) {
		if _, err := operator.EraseBusiness(t.Context(), which, "Quintessa"); err == nil {
			t.Error("another name would do")
		}
		f.tokens.Call(t, f.Node(1), "GET /customers").Is(t, http.StatusOK)
	})
	if _, err := operator.EraseBusiness(admin.Sign(t.Context()), which, "Quintessa Bakery"); err != nil {
		t.Fatal(err)
	}
	t.Run("APP-05 it is gone at once, on every node", func(t *testing.T) {
		f.tokens.Call(t, f.Node(1), "GET /customers").Is(t, http.StatusUnauthorized)
		f.browser.API(t, "GET /customers", nil).Is(t, http.StatusForbidden)
		if list, err := f.Node(1).Tenancy.BusinessesOf(t.Context(), f.owner.ID); err != nil || len(list) > 0 {
			t.Errorf("its owner is in %v, %v", list, err)
		}
		if _, err := operator.EraseBusiness(t.Context(), which, "Erased"); err == nil {
			t.Error("it can be erased twice")
		}
	})
	t.Run("APP-08 app.uninstalled because the business closed", func(t *testing.T) {
		if diff := cmp.Diff([]string{"app.uninstalled BUSINESS_CLOSED"}, f.heard(t)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-05 its apps are told to forget it, also one that it left an hour ago", func(t *testing.T) {
		f.RunJobs(t)
		if diff := cmp.Diff([]string{"app.uninstalled BUSINESS_CLOSED", "business.redact ", "business.redact "}, f.heard(t)); diff != "" {
			t.Error(diff)
		}
	})
	f.Advance(t, 15*time.Minute)
	t.Run("APP-05 no table holds a name or an address of it", func(t *testing.T) {
		if shown := apptest.Shows(apptest.Dump(t, f.Node(0).Config.Postgres), traces...); len(shown) > 0 {
			t.Errorf("the dump shows %v", shown)
		}
	})
	t.Run("APP-05 no table has rows of it but for the record of others", func(t *testing.T) {
		for _, table := range holding(t, f.Node(0), f.business.ID) {
			if !slices.Contains(outlives, table) {
				t.Errorf("%s has", table)
			}
		}
	})
	t.Run("APP-05 the operator's record says who did it", func(t *testing.T) {
		var actions int
		err := f.Node(0).DB.Pool().QueryRow(t.Context(),
			"SELECT count(*) FROM audit.control_entries WHERE action = 'business.erased' AND subject = $1 AND actor_kind = 'operator'", which).Scan(&actions)
		if err != nil || actions != 1 {
			t.Errorf("%d entries, %v", actions, err)
		}
	})
	t.Run("APP-05 nobody else has lost anything", func(t *testing.T) {
		if diff := cmp.Diff(string(theirs), string(other.Call(t, f.Node(0), "GET /customers").Is(t, http.StatusOK).Body)); diff != "" {
			t.Error(diff)
		}
	})
}

// A business is erased while people and apps are at work in it: whatever they
// were doing either was done before, and is gone, or is refused.
func TestABusinessIsErasedUnderTheHandsOfItsApps(t *testing.T) {
	t.Parallel()
	f := newFixture(t, apptest.Nodes(2))
	late := f.ReviewedApp(t, scope.Partner()...)
	approval := installs.Approval{App: late.App, Business: f.business, User: f.owner.ID, Scopes: scope.Partner()}
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			<-start
			switch node := f.Node(i % 2); i % 4 {
			case 0: // the owner connects an app
				_, _, _ = node.Installs.Connect(t.Context(), approval)
			case 1:
				f.tokens.Send(t, node, "PUT /app-data", map[string]any{"values": []any{}})
			default:
				answer := f.tokens.Send(t, node, "POST /customers", map[string]any{"name": "Cafe", "type": "BUSINESS"})
				if answer.Status != http.StatusCreated && answer.Status != http.StatusUnauthorized {
					t.Errorf("%d %s", answer.Status, answer.Body)
				}
			}
		})
	}
	var erased error
	all.Go(func() {
		<-start
		erased = f.Node(0).Tenancy.EraseBusiness(t.Context(), f.business.ID)
	})
	close(start)
	if all.Wait(); erased != nil {
		t.Fatal(erased)
	}
	for _, node := range []*apptest.Node{f.Node(0), f.Node(1)} {
		if err := node.Journal.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	f.RunJobs(t)
	f.Advance(t, 15*time.Minute)
	for _, table := range holding(t, f.Node(0), f.business.ID) {
		if !slices.Contains(outlives, table) {
			t.Errorf("APP-05 %s has rows of it", table)
		}
	}
	standing, err := f.Node(0).Installs.OfBusiness(t.Context(), f.business.ID)
	if err != nil || len(standing) > 0 {
		t.Errorf("installed are %v, %v", standing, err)
	}
}
