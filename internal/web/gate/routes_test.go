package gate_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
)

// fixture is two businesses that have nothing to do with each other, and one app
// that both have connected.
type fixture struct {
	*apptest.Service
	operations map[string]api.Operation
	app        *apptest.App
	olivia     *apptest.User // owns the bakery
	fritz      *apptest.User // owns the florist's
	bakery     tenancy.Business
	florist    tenancy.Business
	records    map[string]string // of the bakery, by the first segment of their paths
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{Service: apptest.Start(t), operations: map[string]api.Operation{}, records: map[string]string{}}
	description, err := api.Load()
	if err != nil {
		t.Fatal(err)
	}
	all, err := description.Operations()
	if err != nil {
		t.Fatal(err)
	}
	for _, operation := range all {
		f.operations[operation.Pattern()] = operation
	}
	f.app = f.ReviewedApp(t, scope.Partner()...)
	f.olivia, f.fritz = f.User(t, "Olivia"), f.User(t, "Fritz")
	f.bakery, f.florist = f.Business(t, f.olivia), f.Business(t, f.fritz)
	f.fill(t)
	return f
}

// fill gives the bakery a record of every kind.
func (f *fixture) fill(t *testing.T) {
	t.Helper()
	ada := f.Person(t, "Ada")
	f.Join(t, ada, f.bakery, permission.Viewer)
	tokens := f.app.Given(t, f.olivia, f.bakery, scope.Partner()...)
	make := func(kind, route string, body map[string]any) string {
		t.Helper()
		var made struct{ ID, ImportID string }
		answer := tokens.Send(t, f.Node(0), route, body)
		answer.Read(t, &made)
		if answer.Status >= 300 {
			t.Fatalf("%s: %d %s", route, answer.Status, answer.Body)
		}
		f.records[kind] = made.ID + made.ImportID
		return f.records[kind]
	}
	make("suppliers", "POST /suppliers", map[string]any{"name": "Flour and Co"})
	customer := make("customers", "POST /customers", map[string]any{"name": "Corner Cafe", "type": "BUSINESS"})
	line := map[string]any{"description": "Bread", "quantity": "1", "unitPrice": "10.00", "taxRate": "0"}
	invoice := map[string]any{"customerId": customer, "lines": []any{line}}
	make("invoices", "POST /invoices", invoice)
	make("imports", "POST /invoices/bulk-import", map[string]any{"invoices": []any{invoice}})
	make("payments", "POST /payments", map[string]any{"customerId": customer, "amount": "5.00", "method": "CASH"})
	income := make("accounts", "POST /accounts", map[string]any{"code": "9990", "name": "Odds and ends", "type": "INCOME"})
	expense := make("accounts", "POST /accounts", map[string]any{"code": "9991", "name": "Ends and odds", "type": "EXPENSE"})
	make("journal-entries", "POST /journal-entries", map[string]any{"date": "2026-11-07", "lines": []any{
		map[string]any{"accountId": expense, "debit": "1.00"}, map[string]any{"accountId": income, "credit": "1.00"},
	}})
	var list struct{ Data []struct{ ID string } }
	tokens.Call(t, f.Node(0), "GET /events?limit=1").Is(t, http.StatusOK).Read(t, &list)
	f.records["events"] = list.Data[0].ID
	f.records["members"], f.records["connected-apps"] = ada.ID.String(), tokens.Installation.String()
	invited := f.olivia.SignIn(t, f.Node(0)).API(t, "POST /invitations", map[string]any{"email": "new@people.test", "role": "viewer"})
	var made struct{ ID string }
	invited.Is(t, http.StatusCreated).Read(t, &made)
	f.records["invitations"] = made.ID
	f.keepData(t, tokens)
	done, _, err := f.Node(0).Activity.Page(t.Context(), f.bakery.ID, activity.Reading{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	f.records["app-activity"] = done[0].ID.String()
}

// keepData lets the app keep something on a record.
func (f *fixture) keepData(t *testing.T, tokens apptest.Tokens) {
	t.Helper()
	_, err := f.Node(0).AppData.Declare(asOperator(t), f.app.App, appdata.NewField{
		Resource: appdata.Supplier, Key: "note", Details: appdata.Details{Label: "Note", Type: appdata.Text},
	})
	if err != nil {
		t.Fatal(err)
	}
	var kept struct{ Data []struct{ ID string } }
	tokens.Send(t, f.Node(0), "PUT /app-data", map[string]any{"values": []any{map[string]any{
		"resourceType": "SUPPLIER", "resourceId": f.records["suppliers"], "key": "note", "value": "Tuesdays",
	}}}).Is(t, http.StatusOK).Read(t, &kept)
	f.records["app-data"] = kept.Data[0].ID
}

// rows are those of the Business API.
func (f *fixture) rows(t *testing.T, those func(route.Route) bool) (rows []route.Route) {
	t.Helper()
	for _, row := range f.Node(0).BusinessRoutes() {
		if those(row) {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		t.Fatal("there are no such rows")
	}
	return rows
}

var parameter = regexp.MustCompile(`\{(\w+)\}`)

// request is a row's route with the bakery's ids in it, and a body that has the
// form the description shows.
func (f *fixture) request(t *testing.T, row route.Route) (target string, body any) {
	t.Helper()
	operation, ok := f.operations[row.Pattern]
	if !ok {
		t.Fatalf("%s is not described", row.Pattern)
	}
	target = parameter.ReplaceAllStringFunc(row.Pattern, func(param string) string {
		switch param {
		case "{id}":
			return f.recordOf(t, row.Pattern)
		case "{role}":
			return "viewer"
		case "{permission}":
			return "invoices.view"
		}
		t.Fatalf("%s: nobody knows what %s stands for; teach this test", row.Pattern, param)
		return ""
	})
	return target, exampleOf(t, operation)
}

func (f *fixture) recordOf(t *testing.T, pattern string) string {
	t.Helper()
	segments := strings.Split(pattern, "/")
	for i, segment := range segments {
		if segment != "{id}" {
			continue
		}
		if id := f.records[segments[i-1]]; id != "" {
			return id
		}
	}
	t.Fatalf("%s: the bakery has no such record; give it one in fill", pattern)
	return ""
}

// exampleOf is the first example of an operation's body; nil where it has none.
func exampleOf(t *testing.T, operation api.Operation) any {
	t.Helper()
	node, ok := operation.Child("requestBody")
	for _, step := range []string{"content", "application/json"} {
		if ok {
			node, ok = node.Child(step)
		}
	}
	if !ok {
		return nil
	}
	examples, ok := node.Child("examples")
	if !ok {
		t.Fatalf("%s shows no example of its body", operation.Pattern())
	}
	for _, example := range examples.Children() {
		if value, ok := example.Child("value"); ok {
			text, err := json.Marshal(value.Value)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
	}
	return nil
}

// forAppsOnly tells with which code a row is closed to members in person.
func forAppsOnly(row route.Route) (code string, closed bool) {
	_, path, _ := strings.Cut(row.Pattern, " ")
	switch {
	case strings.HasPrefix(path, "/app-data"):
		return "APP_DATA_API_AVAILABLE_CONNECTED_APPS_ONLY", true
	case path == "/events" || strings.HasPrefix(path, "/events/"):
		return "EVENT_LOG_AVAILABLE_CONNECTED_APPS_ONLY", true
	}
	return "", false
}

func exposed(row route.Route) bool { return row.Scope != "" }
func scoped(row route.Route) bool  { return exposed(row) && !strings.Contains(string(row.Scope), " ") }

func TestEveryRouteHoldsItsDoor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	node := f.Node(0)
	any := func(route.Route) bool { return true }

	for _, row := range f.rows(t, any) {
		target, body := f.request(t, row)
		t.Run("API-01 without a token it is 401: "+row.Pattern, func(t *testing.T) {
			answer := apptest.Tokens{Access: "nothing"}.Send(t, node, target, body).Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
			if !strings.HasPrefix(answer.Header.Get("WWW-Authenticate"), "Bearer ") {
				t.Error("nobody tells where to get a token")
			}
			node.Call(t, target).Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
		})
	}
	for _, row := range f.rows(t, scoped) {
		target, body := f.request(t, row)
		t.Run("API-04 a token without the scope is 403: "+row.Pattern, func(t *testing.T) {
			f.Clock.Move(time.Minute)
			var others []scope.Scope
			for _, s := range scope.Partner() {
				if s != row.Scope {
					others = append(others, s)
				}
			}
			answer := f.app.Given(t, f.olivia, f.bakery, others...).Send(t, node, target, body)
			var refusal struct{ Message string }
			answer.Refuses(t, http.StatusForbidden, "INSUFFICIENT_SCOPE").Read(t, &refusal)
			if refusal.Message != "Insufficient scope: requires "+string(row.Scope) {
				t.Errorf("it says %q", refusal.Message)
			}
			if want := fmt.Sprintf(`scope="%s"`, row.Scope); !strings.Contains(answer.Header.Get("WWW-Authenticate"), want) {
				t.Errorf("the challenge is %s", answer.Header.Get("WWW-Authenticate"))
			}
		})
	}
}

// TestFirstPartyRoutesAreClosedToApps walks every row of the API host that lives
// from the session cookie, whichever family it belongs to.
func TestFirstPartyRoutesAreClosedToApps(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	node := f.Node(0)
	full := f.app.Given(t, f.olivia, f.bakery, scope.Partner()...)
	families := map[string]int{}
	for _, row := range node.APIRoutes() {
		if exposed(row) || openToAll(row) {
			continue
		}
		method, path, _ := strings.Cut(row.Pattern, " ")
		target := method + " " + parameter.ReplaceAllString(path, "x")
		families[strings.Split(path, "/")[1]]++
		t.Run("API-06 apps may not come here: "+row.Pattern, func(t *testing.T) {
			f.Clock.Move(2 * time.Second) // for the limits
			answer := full.Send(t, node, target, exampleOf(t, f.operations[row.Pattern])).Refuses(t, http.StatusForbidden, "ENDPOINT_NOT_EXPOSED")
			if before := left(t, full.Call(t, node, "GET /me")); left(t, answer) != before+1 {
				t.Errorf("it says that %d calls are left, and the next one that %d are", left(t, answer), before)
			}
			if answer.Header.Get("Service-Version") == "" {
				t.Error("the answer has no version")
			}
			apptest.Tokens{Access: "nothing"}.Send(t, node, target, nil).Refuses(t, http.StatusUnauthorized, "INVALID_TOKEN")
		})
	}
	for _, family := range []string{"account", "developer", "admin", "members", "connected-apps"} {
		if families[family] == 0 {
			t.Errorf("no route under /%s was walked", family)
		}
	}
	t.Run("LIM-02 and it is refused there too, once it has no calls left", func(t *testing.T) {
		for left(t, full.Call(t, node, "GET /me")) > 0 {
		}
		full.Call(t, node, "GET /developer/apps/x").Refuses(t, http.StatusTooManyRequests, "APP_RATE_LIMITED")
	})
}

// TestWhereNothingIsTheAnswerIsPromisedToo asks every family of paths for one that it
// does not have, as everybody who can ask and in every version that one can name: api/
// describes all of these answers, and every answer here is held to it.
func TestWhereNothingIsTheAnswerIsPromisedToo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	node := f.Node(0)
	app := "Authorization: Bearer " + f.app.Given(t, f.olivia, f.bakery, scope.Partner()...).Access
	commandLine := f.olivia.CommandLine(t, node, "laptop")
	person := f.olivia.SignIn(t, node)
	families := map[string]bool{"": true}
	for _, row := range node.APIRoutes() {
		_, path, _ := strings.Cut(row.Pattern, " ")
		families["/"+strings.Split(path, "/")[1]] = true
	}
	for family := range families {
		ended, unsigned := http.StatusBadRequest, http.StatusNotFound
		switch family {
		case "/oauth", "/mcp": // versions of the Business API are none of their business
			ended = http.StatusNotFound
		case "/admin": // whoever is not known to be an operator is told nothing of what is there
			unsigned = http.StatusUnauthorized
		}
		t.Run("ERR-04 nothing is at "+family+"/nothing/at/all", func(t *testing.T) {
			f.Clock.Move(time.Minute) // for the limits
			for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
				nothing := method + " " + family + "/nothing/at/all"
				node.Call(t, nothing).Is(t, unsigned)
				node.Call(t, nothing, "Authorization: Basic eDp4")
				commandLine.Call(t, node, nothing)
				person.API(t, nothing, nil, "Service-Version: 2024-06-01").Is(t, http.StatusNotFound)
				answer := node.Call(t, nothing, app, "Service-Version: 2025-02-01").Is(t, http.StatusNotFound)
				if family != "/oauth" {
					left(t, answer)
				}
				node.Call(t, nothing, app, "Service-Version: 2024-06-01").Is(t, ended)
				node.Call(t, nothing, app, "Service-Version: 2025-02-01", "+Service-Version: 2025-02-01").Is(t, ended)
			}
		})
	}
}

func left(t *testing.T, answer apptest.Answer) int {
	t.Helper()
	n, err := strconv.Atoi(answer.Header.Get("RateLimit-Remaining"))
	if err != nil {
		t.Fatalf("answered %d without telling what is left: %s", answer.Status, answer.Body)
	}
	return n
}

// openToAll reports whether a row asks nobody who they are, or in a way of its own.
func openToAll(row route.Route) bool {
	_, path, _ := strings.Cut(row.Pattern, " ")
	return strings.HasPrefix(path, "/oauth/") || strings.HasPrefix(path, "/.well-known/") || strings.HasPrefix(path, "/marketplace/") || path == "/openapi.json"
}

func TestAnotherBusinessesRecordIsNotThere(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	foreign := f.app.Given(t, f.fritz, f.florist, scope.Partner()...)
	fritz := f.fritz.SignIn(t, f.Node(0))
	for _, row := range f.rows(t, func(row route.Route) bool { return strings.Contains(row.Pattern, "{id}") }) {
		target, body := f.request(t, row)
		t.Run("API-07 another business's record is 404: "+row.Pattern, func(t *testing.T) {
			if exposed(row) {
				foreign.Send(t, f.Node(0), target, body).Is(t, http.StatusNotFound)
			}
			if _, closed := forAppsOnly(row); !closed {
				fritz.API(t, target, body).Is(t, http.StatusNotFound)
			}
		})
	}
	t.Run("API-07 nothing of the bakery has changed", func(t *testing.T) {
		tokens := f.app.Given(t, f.olivia, f.bakery, scope.Partner()...)
		for _, kind := range []string{"suppliers", "customers", "invoices", "payments", "accounts", "journal-entries"} {
			tokens.Call(t, f.Node(0), "GET /"+kind+"/"+f.records[kind]).Is(t, http.StatusOK)
		}
	})
	for _, list := range []string{"suppliers", "customers", "invoices", "payments", "journal-entries"} {
		t.Run("API-07 a list shows nothing of another business: "+list, func(t *testing.T) {
			answer := foreign.Call(t, f.Node(0), "GET /"+list).Is(t, http.StatusOK)
			if strings.Contains(string(answer.Body), `"id"`) {
				t.Errorf("the florist sees %s", answer.Body)
			}
			foreign.Call(t, f.Node(0), "GET /"+list+"?after="+f.records[list]).Refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR")
		})
	}
}

func TestAMemberWithoutThePermissionIsRefusedEverywhere(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	powerless := f.User(t, "Paul")
	f.Join(t, powerless, f.bakery, permission.Admin)
	tokens := f.app.Given(t, powerless, f.bakery, scope.Partner()...)
	for _, row := range permission.Rows() {
		if row.OwnerOnly {
			continue
		}
		err := f.Node(0).Tenancy.SetPermission(asOperator(t), tenancy.ByOperator(), f.bakery.ID, permission.Admin, row.Permission, false)
		if err != nil {
			t.Fatal(err)
		}
	}
	paul := powerless.SignIn(t, f.Node(0))
	for _, row := range f.rows(t, func(row route.Route) bool { return row.Permission != "" }) {
		target, body := f.request(t, row)
		t.Run("API-05 a user without the permission is 403: "+row.Pattern, func(t *testing.T) {
			f.Clock.Move(time.Second)
			answers := []apptest.Answer{paul.API(t, target, body)}
			if exposed(row) {
				answers = append(answers, tokens.Send(t, f.Node(0), target, body))
			}
			for _, answer := range answers {
				var refusal struct{ Message string }
				answer.Refuses(t, http.StatusForbidden, "PERMISSION_DENIED").Read(t, &refusal)
				if want := "You do not have the " + string(row.Permission) + " permission"; refusal.Message != want {
					t.Errorf("it says %q, want %q", refusal.Message, want)
				}
			}
		})
	}
}

func TestAMemberInPerson(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	olivia := f.olivia.SignIn(t, f.Node(0))
	reads := func(row route.Route) bool { return strings.HasPrefix(row.Pattern, "GET ") }
	for _, row := range f.rows(t, reads) {
		target, _ := f.request(t, row)
		if _, closed := forAppsOnly(row); closed {
			continue
		}
		t.Run("API-12 a session cookie reaches it: "+row.Pattern, func(t *testing.T) {
			answer := olivia.API(t, target, nil).Is(t, http.StatusOK)
			if answer.Header.Get("RateLimit-Limit") != "" {
				t.Error("a session is told of an app's limit")
			}
		})
	}
	for _, row := range f.rows(t, func(row route.Route) bool { _, closed := forAppsOnly(row); return closed }) {
		target, body := f.request(t, row)
		code, _ := forAppsOnly(row)
		t.Run("API-12 this is for connected apps only: "+row.Pattern, func(t *testing.T) {
			olivia.API(t, target, body).Refuses(t, http.StatusForbidden, code)
		})
		t.Run("API-03 and says so before it looks at what was sent: "+row.Pattern, func(t *testing.T) {
			nonsense := parameter.ReplaceAllString(row.Pattern, "garbage") + "?limit=0&resourceType=FOO"
			olivia.API(t, nonsense, map[string]any{"x": 1}).Refuses(t, http.StatusForbidden, code)
		})
	}
	t.Run("API-12 another site's page cannot write", func(t *testing.T) {
		for _, from := range [][]string{
			{"Origin: https://evil.test", "Sec-Fetch-Site: cross-site"}, {"Sec-Fetch-Site: cross-site"}, {"Origin: https://evil.test"},
		} {
			headers := append([]string{"Content-Type: application/json"}, from...)
			olivia.Send(t, "POST /suppliers", `{"name":"Evil"}`, headers...).Refuses(t, http.StatusForbidden, "CROSS_ORIGIN_REQUEST")
		}
		olivia.API(t, "POST /suppliers", named{"Good"}).Is(t, http.StatusCreated)
	})
	t.Run("API-12 what a member does is signed by the member", func(t *testing.T) {
		var list struct {
			Data []struct {
				Type  string
				Actor struct{ Type, ID string }
			}
		}
		tokens := f.app.Given(t, f.olivia, f.bakery, scope.EventsRead, scope.SuppliersRead)
		tokens.Call(t, f.Node(0), "GET /events?types=supplier.created").Is(t, http.StatusOK).Read(t, &list)
		last := list.Data[len(list.Data)-1]
		if last.Actor.Type != "user" || last.Actor.ID != f.olivia.ID.String() {
			t.Errorf("signed by %+v", last.Actor)
		}
	})
	t.Run("LIM-09 session-cookie traffic: 600 a minute for one address", func(t *testing.T) {
		f.Clock.Move(time.Minute)
		for range 600 {
			if answer := olivia.API(t, "GET /me", nil); answer.Status != http.StatusOK {
				t.Fatalf("refused early: %s", answer.Body)
			}
		}
		answer := olivia.API(t, "GET /me", nil).Is(t, http.StatusTooManyRequests)
		if answer.Header.Get("Retry-After") != "60" {
			t.Errorf("Retry-After is %q", answer.Header.Get("Retry-After"))
		}
	})
}
