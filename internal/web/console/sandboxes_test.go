package console_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// yard is an app whose makers make sandboxes.
type yard struct{ *workshop }

func newYard(t *testing.T, options ...apptest.Option) yard {
	t.Helper()
	w := &workshop{Service: apptest.Start(t, options...)}
	w.app = w.DraftApp(t, scope.InvoicesRead, scope.CustomersRead, scope.CustomersWrite, scope.JournalRead, scope.SuppliersRead, scope.PaymentsRead, scope.EventsRead)
	w.maker = w.app.Maker.Registers(t).SignIn(t, w.Node(0))
	return yard{w}
}

func (y yard) all() string {
	return "/developer/organizations/" + y.app.Organization.String() + "/sandboxes"
}

type madeSandbox struct {
	ID, Name, Template, Currency, Timezone string
	FilledAt                               *string
}

func (y yard) makes(t *testing.T, template string) (made madeSandbox) {
	t.Helper()
	y.maker.API(t, "POST "+y.all(), map[string]any{"name": "Sandbox", "template": template}).Is(t, http.StatusCreated).Read(t, &made)
	return made
}

// token takes one for the app.
func (y yard) token(t *testing.T, by apptest.Browser, sandbox string) apptest.Tokens {
	t.Helper()
	var got struct {
		AccessToken string
		ExpiresIn   int
	}
	by.API(t, "POST "+y.all()+"/"+sandbox+"/token", map[string]any{"appId": y.app.ID}).Is(t, http.StatusOK).Read(t, &got)
	same(t, 300, got.ExpiresIn)
	return apptest.Tokens{Access: got.AccessToken}
}

// figures are what a sandbox's books come to.
func (y yard) figures(t *testing.T, tokens apptest.Tokens) map[string]int {
	t.Helper()
	figures := map[string]int{}
	for _, kind := range []string{"customers", "suppliers", "payments", "journal-entries", "invoices"} {
		var list struct {
			Data []struct {
				Status, Kind string
				Overdue      bool
			}
		}
		tokens.Call(t, y.Node(0), "GET /"+kind+"?limit=200").Is(t, http.StatusOK).Read(t, &list)
		figures[kind] = len(list.Data)
		for _, row := range list.Data {
			if kind == "invoices" {
				figures[row.Kind+" "+row.Status]++
			}
		}
	}
	return figures
}

func TestASandboxHasBooksFromATemplate(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	var templates struct{ Data []struct{ Code string } }
	y.maker.API(t, "GET /developer/sandbox-templates", nil).Is(t, http.StatusOK).Read(t, &templates)
	for _, template := range templates.Data {
		t.Run("CON-08 "+template.Code, func(t *testing.T) {
			first := y.makes(t, template.Code)
			if first.FilledAt == nil {
				t.Fatal("its books are not complete")
			}
			got := y.figures(t, y.token(t, y.maker, first.ID))
			want := map[string]int{
				"customers": 12, "suppliers": 6, "payments": 20, "journal-entries": 74, "invoices": 42,
				"INVOICE DRAFT": 4, "INVOICE ISSUED": 14, "INVOICE PARTIALLY_PAID": 4, "INVOICE PAID": 16, "INVOICE VOID": 2, "CREDIT_NOTE ISSUED": 2,
			}
			same(t, want, got)
			second := y.makes(t, template.Code)
			same(t, got, y.figures(t, y.token(t, y.maker, second.ID)))
		})
	}
	t.Run("CON-08 what was made is listed and read", func(t *testing.T) {
		var list struct{ Data []madeSandbox }
		y.maker.API(t, "GET "+y.all(), nil).Is(t, http.StatusOK).Read(t, &list)
		same(t, 4, len(list.Data))
		var one madeSandbox
		y.maker.API(t, "GET "+y.all()+"/"+list.Data[0].ID, nil).Is(t, http.StatusOK).Read(t, &one)
		same(t, list.Data[0], one)
	})
	t.Run("CON-08 an unknown template, and another organization's sandbox", func(t *testing.T) {
		y.maker.API(t, "POST "+y.all(), map[string]any{"name": "Sandbox", "template": "ZOO"}).Is(t, http.StatusBadRequest)
		foreign := y.Sandbox(t, y.app.Maker, y.app.Organization) // the operator's, which is not the organization's to reset
		for _, route := range []string{"GET ", "DELETE "} {
			y.maker.API(t, route+y.all()+"/"+foreign.ID.String(), nil).Refuses(t, http.StatusNotFound, "SANDBOX_NOT_FOUND")
		}
		y.maker.API(t, "POST "+y.all()+"/"+foreign.ID.String()+"/reset", nil).Refuses(t, http.StatusNotFound, "SANDBOX_NOT_FOUND")
	})
}

func TestAnOrganizationHasSoManySandboxes(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	var last madeSandbox
	for range 10 {
		last = y.makes(t, "RETAIL")
	}
	t.Run("CON-08 ten, and one less after a deletion", func(t *testing.T) {
		y.maker.API(t, "POST "+y.all(), map[string]any{"name": "Sandbox", "template": "RETAIL"}).Refuses(t, http.StatusConflict, "SANDBOX_LIMIT")
		y.maker.API(t, "DELETE "+y.all()+"/"+last.ID, nil).Is(t, http.StatusNoContent)
		y.maker.API(t, "GET "+y.all()+"/"+last.ID, nil).Refuses(t, http.StatusNotFound, "SANDBOX_NOT_FOUND")
		y.makes(t, "RETAIL")
	})
	t.Run("CON-08 and has 20 filled in an hour", func(t *testing.T) {
		path := "POST " + y.all() + "/" + y.list(t)[0] + "/reset"
		for range 8 {
			y.maker.API(t, path, nil).Is(t, http.StatusOK)
		}
		y.maker.API(t, path, nil).Refuses(t, http.StatusTooManyRequests, "RATE_LIMITED")
		y.Clock.Move(time.Hour)
		y.maker.API(t, path, nil).Is(t, http.StatusOK)
	})
}

func (y yard) list(t *testing.T) (ids []string) {
	t.Helper()
	var list struct{ Data []struct{ ID string } }
	y.maker.API(t, "GET "+y.all(), nil).Is(t, http.StatusOK).Read(t, &list)
	for _, one := range list.Data {
		ids = append(ids, one.ID)
	}
	return ids
}

func TestTheMembersOfAnOrganizationAreThoseOfItsSandboxes(t *testing.T) {
	t.Parallel()
	y := newYard(t, apptest.Nodes(2))
	people := y.Node(0).Tenancy
	early := y.User(t, "Early")
	must(t, people.AddOrganizationMember(operator(t), tenancy.ByOperator(), y.app.Organization, early.ID, tenancy.OrganizationDeveloper))
	sandbox := y.makes(t, "SERVICES")
	late := y.User(t, "Late")
	must(t, people.AddOrganizationMember(operator(t), tenancy.ByOperator(), y.app.Organization, late.ID, tenancy.OrganizationViewer))
	role := func(user *apptest.User) string {
		t.Helper()
		var account struct{ Businesses []struct{ ID, Role string } }
		user.SignIn(t, y.Node(1)).API(t, "GET /account", nil).Is(t, http.StatusOK).Read(t, &account)
		for _, b := range account.Businesses {
			if b.ID == sandbox.ID {
				return b.Role
			}
		}
		return ""
	}
	t.Run("CON-08 each by their role", func(t *testing.T) {
		same(t, []string{"owner", "admin", "viewer"}, []string{role(y.app.Maker), role(early), role(late)})
		must(t, people.ChangeOrganizationRole(operator(t), tenancy.ByOperator(), y.app.Organization, late.ID, tenancy.OrganizationAdmin))
		same(t, "admin", role(late))
	})
	t.Run("CON-08 who leaves is out at once, and so are their tokens", func(t *testing.T) {
		for i, leave := range []func(*apptest.User) error{
			func(u *apptest.User) error {
				return people.RemoveOrganizationMember(operator(t), tenancy.ByOperator(), y.app.Organization, u.ID)
			},
			func(u *apptest.User) error { return people.LeaveOrganization(operator(t), u.ID, y.app.Organization) },
		} {
			user := []*apptest.User{early, late}[i]
			browser := user.SignIn(t, y.Node(0))
			tokens := y.token(t, browser, sandbox.ID)
			tokens.Call(t, y.Node(1), "GET /customers").Is(t, http.StatusOK)
			must(t, leave(user))
			tokens.Call(t, y.Node(1), "GET /customers").Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
			same(t, "", role(user))
		}
	})
}

func TestATokenForOnesOwnAppInOnesOwnSandbox(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	sandbox := y.makes(t, "SERVICES")
	path := "POST " + y.all() + "/" + sandbox.ID + "/token"
	t.Run("CON-08 works for five minutes, and is the installation's", func(t *testing.T) {
		tokens := y.token(t, y.maker, sandbox.ID)
		tokens.Call(t, y.Node(0), "GET /invoices").Is(t, http.StatusOK)
		y.token(t, y.maker, sandbox.ID) // a second one asks for no other consent
		var consents, told int
		must(t, y.Node(0).DB.QueryRow(t.Context(), "SELECT count(*) FROM installs.consents").Scan(&consents))
		must(t, y.Node(0).DB.QueryRow(t.Context(), "SELECT count(*) FROM audit.control_entries WHERE action = 'sandbox.token_taken' AND actor_id = $1 AND subject = $2",
			y.app.Maker.ID.String(), y.app.ID.String()).Scan(&told))
		same(t, []int{1, 2}, []int{consents, told})
		y.Clock.Move(5*time.Minute - time.Second)
		tokens.Call(t, y.Node(0), "GET /invoices").Is(t, http.StatusOK)
		y.Clock.Move(time.Second)
		tokens.Call(t, y.Node(0), "GET /invoices").Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
	})
	t.Run("CON-08 not for another's app, nor in another's sandbox", func(t *testing.T) {
		other := y.DraftApp(t, scope.InvoicesRead)
		y.maker.API(t, path, map[string]any{"appId": other.ID}).Refuses(t, http.StatusNotFound, "APP_NOT_FOUND")
		elsewhere := yard{&workshop{Service: y.Service, app: other, maker: other.Maker.Registers(t).SignIn(t, y.Node(0))}}
		elsewhere.maker.API(t, strings.Replace(path, y.app.Organization.String(), other.Organization.String(), 1), map[string]any{"appId": other.ID}).
			Refuses(t, http.StatusNotFound, "SANDBOX_NOT_FOUND")
	})
	t.Run("CON-08 not for one that asks for nothing, or is suspended", func(t *testing.T) {
		_, err := y.Node(0).Apps.SetScopes(operator(t), y.app.ID, 0, nil)
		must(t, err)
		y.maker.API(t, path, map[string]any{"appId": y.app.ID}).Refuses(t, http.StatusConflict, "APP_WITHOUT_SCOPES")
		_, err = y.Node(0).Apps.Suspend(operator(t), y.app.ID)
		must(t, err)
		_, err = y.Node(0).Apps.SetScopes(operator(t), y.app.ID, 0, y.app.Scopes)
		must(t, err)
		y.maker.API(t, path, map[string]any{"appId": y.app.ID}).Refuses(t, http.StatusForbidden, "APP_UNAVAILABLE")
	})
}

func TestAResetKeepsAllButTheBooks(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	sandbox := y.makes(t, "RETAIL")
	tokens := y.token(t, y.maker, sandbox.ID)
	before := y.figures(t, tokens)
	var customer struct{ ID string }
	tokens.Send(t, y.Node(0), "POST /customers", map[string]any{"name": "Extra", "type": "PERSON"}).Is(t, http.StatusCreated).Read(t, &customer)
	last := func(after string) (cursor string, n int) {
		t.Helper()
		cursor = after
		for {
			var events struct {
				Data       []struct{ ID string }
				NextCursor *string
			}
			tokens.Call(t, y.Node(0), "GET /events?limit=100&after="+cursor).Is(t, http.StatusOK).Read(t, &events)
			if len(events.Data) == 0 {
				return cursor, n
			}
			n, cursor = n+len(events.Data), *events.NextCursor
		}
	}
	var first struct{ NextCursor string }
	tokens.Call(t, y.Node(0), "GET /events?limit=1").Is(t, http.StatusOK).Read(t, &first)
	cursor, _ := last(first.NextCursor)

	var reset madeSandbox
	y.maker.API(t, "POST "+y.all()+"/"+sandbox.ID+"/reset", nil).Is(t, http.StatusOK).Read(t, &reset)
	t.Run("CON-08 the business and its tokens stay, the books are as at first", func(t *testing.T) {
		same(t, sandbox.ID, reset.ID)
		same(t, before, y.figures(t, tokens))
		tokens.Call(t, y.Node(0), "GET /customers/"+customer.ID).Refuses(t, http.StatusNotFound, "CUSTOMER_NOT_FOUND")
	})
	t.Run("CON-08 its events go on", func(t *testing.T) {
		if _, n := last(cursor); n < 60 {
			t.Errorf("%d events tell of the new books", n)
		}
	})
	t.Run("CON-08 it is reset again, and by one at a time", func(t *testing.T) {
		y.maker.API(t, "POST "+y.all()+"/"+sandbox.ID+"/reset", nil).Is(t, http.StatusOK)
		same(t, before, y.figures(t, tokens))
		_, err := y.Node(0).DB.Exec(t.Context(), "UPDATE tenancy.sandboxes SET filling_until = $1", y.Clock.Now().Add(time.Second))
		must(t, err)
		y.maker.API(t, "POST "+y.all()+"/"+sandbox.ID+"/reset", nil).Refuses(t, http.StatusConflict, "SANDBOX_BUSY")
		y.Clock.Move(time.Second)
		y.maker.API(t, "POST "+y.all()+"/"+sandbox.ID+"/reset", nil).Is(t, http.StatusOK)
	})
}
