package console_test

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/console"
	"github.com/counterpart/counterpart/internal/web/route"
)

// bodies are requests to the routes that take one: good enough to be carried out,
// if whoever sends them may.
var bodies = map[string]string{
	"POST /developer/organizations/{id}/apps":                          `{"name":"Acme Sync","type":"PUBLIC"}`,
	"POST /developer/organizations/{id}/apps/claim":                    `{"clientId":"nobody","clientSecret":"cpcs_wrong"}`,
	"PATCH /developer/apps/{id}":                                       `{"name":"Acme Sync"}`,
	"PUT /developer/apps/{id}/logo":                                    picture(),
	"PUT /developer/apps/{id}/redirect-uris":                           `{"redirectUris":[]}`,
	"PUT /developer/apps/{id}/scopes":                                  `{"scopes":[]}`,
	"POST /developer/organizations":                                    `{"name":"Acme Tools"}`,
	"PATCH /developer/organizations/{id}":                              `{"name":"Acme Tools"}`,
	"POST /developer/organizations/{id}/hand-over":                     `{"userId":"{userId}"}`,
	"PATCH /developer/organizations/{id}/members/{userId}":             `{"role":"viewer"}`,
	"POST /developer/organizations/{id}/invitations":                   `{"email":"eve@people.test","role":"developer"}`,
	"POST /developer/apps/{id}/webhooks":                               `{"url":"{receiver}","events":["supplier.created"]}`,
	"PATCH /developer/apps/{id}/webhooks/{webhookId}":                  `{"enabled":false}`,
	"POST /developer/apps/{id}/webhooks/{webhookId}/redeliver-failed":  `{"since":"2026-11-08T00:00:00Z"}`,
	"POST /developer/apps/{id}/app-data-fields":                        `{"resourceType":"CUSTOMER","key":"size","label":"Size","type":"TEXT"}`,
	"POST /developer/organizations/{id}/sandboxes":                     `{"name":"Sandbox","template":"RETAIL"}`,
	"POST /developer/organizations/{id}/sandboxes/{sandboxId}/clock":   `{"time":"2027-01-01T00:00:00Z"}`,
	"POST /developer/organizations/{id}/sandboxes/{sandboxId}/trigger": `{"event":"customer.created"}`,
	"POST /developer/organizations/{id}/sandboxes/{sandboxId}/token":   `{"appId":"{appId}"}`,
	"PATCH /developer/apps/{id}/app-data-fields/{fieldId}":             `{"label":"Tone"}`,
	"POST /developer/apps/{id}/listing/thread":                         `{"text":"Hello"}`,
	"POST /developer/apps/{id}/listing/assets":                         `{"kind":"ICON","caption":"A loaf","image":"{picture}"}`,
	"POST /developer/apps/{id}/extensions":                             `{"type":"NAV_PAGE","label":"Till","path":"/till"}`,
	"PATCH /developer/apps/{id}/extensions/{extensionId}":              `{"label":"Tills"}`,
	"POST /developer/apps/{id}/functions":                              `{"name":"other","source":"export default function () {}"}`,
	"PUT /developer/apps/{id}/functions/{functionId}/source":           `{"source":"export default function () {}"}`,
	"PUT /developer/apps/{id}/functions/{functionId}/live":             `{"version":1}`,
	"PUT /developer/apps/{id}/functions/{functionId}/subscription":     `{"events":["supplier.created"]}`,
	"PUT /developer/apps/{id}/functions/{functionId}/config":           `{"values":[]}`,
	"POST /developer/apps/{id}/functions/{functionId}/run":             `{}`,
	"POST /developer/apps/{id}/listeners":                              `{"name":"tablet"}`,
	"POST /developer/apps/{id}/listeners/{listenerId}/answers":         `{"answers":[{"offer":"{deliveryId}.1.1.1","status":200}]}`,
}

// named makes what paths and bodies name beside the app and the organization.
var named = map[string]func(*testing.T, *deliveryFixture) string{
	"receiver": func(_ *testing.T, f *deliveryFixture) string { return f.receiver.URL },
	"userId": func(t *testing.T, f *deliveryFixture) string {
		return f.colleague(t).ID.String()
	},
	"secretId": func(t *testing.T, f *deliveryFixture) string {
		var secrets struct{ Data []struct{ ID string } }
		f.API(t, "GET /developer/apps/"+f.app.ID.String()+"/secrets", nil).Is(t, http.StatusOK).Read(t, &secrets)
		return secrets.Data[0].ID
	},
	"invitationId": func(t *testing.T, f *deliveryFixture) string {
		var made struct{ ID string }
		f.API(t, "POST /developer/organizations/"+f.app.Organization.String()+"/invitations", `{"email":"ben@people.test","role":"viewer"}`).
			Is(t, http.StatusCreated).Read(t, &made)
		return made.ID
	},
	"appId": func(_ *testing.T, f *deliveryFixture) string { return f.app.ID.String() },
	"sandboxId": func(t *testing.T, f *deliveryFixture) string {
		var made struct{ ID string }
		f.API(t, "POST /developer/organizations/"+f.app.Organization.String()+"/sandboxes", `{"name":"Sandbox","template":"RETAIL"}`).
			Is(t, http.StatusCreated).Read(t, &made)
		return made.ID
	},
	"webhookId":  func(_ *testing.T, f *deliveryFixture) string { return f.hook.ID.String() },
	"deliveryId": func(t *testing.T, f *deliveryFixture) string { return f.deliveries(t, "")[0]["id"].(string) },
	"listenerId": func(t *testing.T, f *deliveryFixture) string {
		var made struct{ ID string }
		f.API(t, "POST /developer/apps/"+f.app.ID.String()+"/listeners", `{"name":"laptop"}`).Is(t, http.StatusOK).Read(t, &made)
		return made.ID
	},
	"requestId": func(t *testing.T, f *deliveryFixture) string {
		answer := f.app.Given(t, f.owner, f.business, scope.SuppliersRead).Send(t, f.Node(0), "GET /suppliers", nil).Is(t, http.StatusOK)
		f.WriteJournals(t)
		return answer.Header.Get("X-Request-Id")
	},
	"installationId": func(t *testing.T, f *deliveryFixture) string {
		inst, _, err := f.Node(0).Installs.Current(t.Context(), f.business.ID, f.app.ID)
		must(t, err)
		return inst.ID.String()
	},
	"traceId":    func(t *testing.T, f *deliveryFixture) string { return f.deliveries(t, "")[0]["id"].(string) },
	"apiVersion": func(*testing.T, *deliveryFixture) string { return "2025-02-01" },
	"name":       func(*testing.T, *deliveryFixture) string { return "invoice.paid" },
	"fieldId": func(t *testing.T, f *deliveryFixture) string {
		return f.makes(t, "/app-data-fields", `{"resourceType":"CUSTOMER","key":"colour","label":"Colour","type":"TEXT"}`)
	},
	"picture": func(t *testing.T, _ *deliveryFixture) string {
		return base64.StdEncoding.EncodeToString(apptest.Drawing(t, 128, 128))
	},
	"assetId": func(t *testing.T, f *deliveryFixture) string {
		made, err := f.Node(0).Listings.AddAsset(operator(t), f.app.App, listings.Icon, "A loaf", apptest.Drawing(t, 128, 128))
		must(t, err)
		return made.ID.String()
	},
	"extensionId": func(t *testing.T, f *deliveryFixture) string {
		_, err := f.Node(0).Apps.Update(operator(t), f.app.ID, 0, apps.Changes{AppURL: new("https://partner.test/app")})
		must(t, err)
		return f.makes(t, "/extensions", `{"type":"NAV_PAGE","label":"Orders","path":"/orders"}`)
	},
	"tokenId": func(t *testing.T, f *deliveryFixture) string {
		var made struct{ Token struct{ ID string } }
		f.User(t, "Machine").CommandLine(t, f.Node(0), "laptop").Send(t, f.Node(0), "GET /developer/me", nil).Is(t, http.StatusOK).Read(t, &made)
		return made.Token.ID
	},
	"functionId": func(t *testing.T, f *deliveryFixture) string { return f.function(t) },
	"runId": func(t *testing.T, f *deliveryFixture) string {
		var run struct{ ID string }
		f.API(t, "POST /developer/apps/"+f.app.ID.String()+"/functions/"+f.function(t)+"/run", `{}`).Is(t, http.StatusOK).Read(t, &run)
		f.deliver(t)
		return run.ID
	},
}

// function is one of the app's that fails.
func (f *deliveryFixture) function(t *testing.T) string {
	t.Helper()
	var list struct{ Data []struct{ ID string } }
	f.API(t, "GET /developer/apps/"+f.app.ID.String()+"/functions", nil).Is(t, http.StatusOK).Read(t, &list)
	if len(list.Data) > 0 {
		return list.Data[0].ID
	}
	return f.makes(t, "/functions", `{"name":"one","source":"export default function () { throw 1 }"}`)
}

// colleague is a developer in the app's organization.
func (f *deliveryFixture) colleague(t *testing.T) *apptest.User {
	t.Helper()
	colleague := f.Person(t, "Colleague")
	must(t, f.Node(0).Tenancy.AddOrganizationMember(operator(t), tenancy.ByOperator(), f.app.Organization, colleague.ID, tenancy.OrganizationDeveloper))
	return colleague
}

// makes adds something to the app and tells its id.
func (f *deliveryFixture) makes(t *testing.T, path, body string) string {
	t.Helper()
	var made struct{ ID string }
	f.API(t, "POST /developer/apps/"+f.app.ID.String()+path, body).Is(t, http.StatusCreated).Read(t, &made)
	return made.ID
}

// rowFixture is an app that has one of everything, with the rows about it.
type rowFixture struct {
	*deliveryFixture
	ids map[string]string
}

func newRowFixture(t *testing.T, options ...apptest.Option) *rowFixture {
	t.Helper()
	p := &rowFixture{deliveryFixture: newDeliveryFixture(t, options...), ids: map[string]string{}}
	p.fails(t)
	for name, id := range named {
		p.ids[name] = id(t, p.deliveryFixture)
	}
	return p
}

var hole = regexp.MustCompile(`\{[a-zA-Z]+\}`)

// request is a row's, with all that it names.
func (p *rowFixture) request(t *testing.T, row route.Route) (route string, body any) {
	t.Helper()
	fill := func(text string) string {
		return hole.ReplaceAllStringFunc(text, func(name string) string {
			name = strings.Trim(name, "{}")
			switch {
			case name == "id" && strings.Contains(row.Pattern, " /developer/apps/"):
				return p.app.ID.String()
			case name == "id" && strings.Contains(row.Pattern, " /developer/organizations/"):
				return p.app.Organization.String()
			case name == "id":
				return "ses_7g06gxrdfrk1r01amfzq3tk7993c"
			case p.ids[name] == "":
				t.Fatalf("nothing in the table named is a %s", name)
			}
			return p.ids[name]
		})
	}
	if text := bodies[row.Pattern]; text != "" {
		body = fill(text)
	}
	return fill(row.Pattern), body
}

func rows() []route.Route { return console.New(console.Deps{}).Table().Routes }

func writes(row route.Route) bool { return !strings.HasPrefix(row.Pattern, "GET ") }

// absent is what a stranger hears of the place that a row is about.
func absent(row route.Route) string {
	if strings.Contains(row.Pattern, " /developer/apps/") {
		return "APP_NOT_FOUND"
	}
	return "ORGANIZATION_NOT_FOUND"
}

// join makes somebody a member of the app's organization.
func (p *rowFixture) join(t *testing.T, user *apptest.User, role tenancy.OrganizationRole) {
	t.Helper()
	must(t, p.Node(0).Tenancy.AddOrganizationMember(operator(t), tenancy.ByOperator(), p.app.Organization, user.ID, role))
}

// Every row is asked for by all who may not.
func TestNobodyAsksForMoreThanTheirRoleAllows(t *testing.T) {
	t.Parallel()
	p := newRowFixture(t)
	stranger, elsewhere := p.User(t, "Stranger"), p.User(t, "Elsewhere")
	p.Organization(t, elsewhere)
	below := map[string]apptest.Browser{} // who has a role that is one too low
	roles := []tenancy.OrganizationRole{tenancy.OrganizationViewer, tenancy.OrganizationDeveloper, tenancy.OrganizationAdmin, tenancy.OrganizationOwner}
	for i, role := range roles[:3] {
		member := p.User(t, "Member")
		p.join(t, member, role)
		below[string(roles[i+1])] = member.SignIn(t, p.Node(0))
	}
	strangers := []apptest.Browser{stranger.SignIn(t, p.Node(0)), elsewhere.SignIn(t, p.Node(0))}
	var tokens apptest.Tokens
	for i, row := range rows() {
		if i%25 == 0 { // windows are full, or tokens old, at some time
			p.Clock.Move(time.Minute)
			tokens = p.app.Given(t, p.owner, p.business, scope.SuppliersRead)
		}
		request, body := p.request(t, row)
		t.Run("CON-01 "+row.Pattern, func(t *testing.T) {
			p.Node(0).Browser(t).API(t, request, body).Refuses(t, http.StatusUnauthorized, "SESSION_OVER")
			if writes(row) {
				text, _ := body.(string)
				p.Send(t, request, text, "Origin: https://evil.test", "Sec-Fetch-Site: cross-site", "Content-Type: application/json").
					Refuses(t, http.StatusForbidden, "CROSS_ORIGIN_REQUEST")
			}
			if row.Role == "" {
				return
			}
			for _, by := range strangers {
				by.API(t, request, body).Refuses(t, http.StatusNotFound, absent(row))
			}
			if by, some := below[row.Role]; some {
				by.API(t, request, body).Refuses(t, http.StatusForbidden, "ORGANIZATION_ROLE_NEEDED")
			}
		})
		t.Run("API-06 to an app "+row.Pattern+" is not open, and counts", func(t *testing.T) {
			var left [2]int
			for i := range left {
				answer := tokens.Send(t, p.Node(0), request, body).Refuses(t, http.StatusForbidden, "ENDPOINT_NOT_EXPOSED")
				same(t, "300", answer.Header.Get("RateLimit-Limit"))
				remaining, err := strconv.Atoi(answer.Header.Get("RateLimit-Remaining"))
				must(t, err)
				left[i] = remaining
			}
			same(t, left[0]-1, left[1])
		})
	}
}

// Every change that the members of an organization can ask for is asked for by
// one whose removal another node is about to commit: the change waits for it, and
// is refused.
func TestWhoIsRemovedMeanwhileChangesNothing(t *testing.T) {
	t.Parallel()
	p := newRowFixture(t, apptest.Nodes(2))
	member := p.User(t, "Member")
	browser := member.SignIn(t, p.Node(1))
	people, db := p.Node(0).Tenancy, p.Node(0).DB
	changes := slices.DeleteFunc(rows(), func(row route.Route) bool { return row.Role == "" || !writes(row) })
	if len(changes) < 12 {
		t.Errorf("the table has %d changes", len(changes))
	}
	for _, row := range changes {
		t.Run("CON-01 "+row.Pattern, func(t *testing.T) {
			p.join(t, member, tenancy.OrganizationRole(row.Role))
			request, body := p.request(t, row)
			answered := make(chan apptest.Answer, 1)
			must(t, db.InTx(t.Context(), func(tx *pg.Tx) error {
				err := people.RemoveOrganizationMember(pg.Within(operator(t), db, tx), tenancy.ByOperator(), p.app.Organization, member.ID)
				go func() { answered <- browser.API(t, request, body) }()
				for !pgtest.SomebodyWaits(t, db) {
					select {
					case early := <-answered:
						answered <- early
						t.Error("it did not wait for the removal")
						return err
					default:
					}
				}
				return err
			}))
			(<-answered).Refuses(t, http.StatusNotFound, absent(row))
		})
	}
}
