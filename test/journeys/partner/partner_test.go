// Package partner walks a partner's whole life, over HTTP and through the pages:
// nobody is asked for anything but a review.
package partner

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// life is a partner on the way.
type life struct {
	*apptest.Service
	t            *testing.T
	dana         apptest.Browser
	receiver     *apptest.Receiver
	organization string
	app          *apptest.App
	sandbox      tenancy.Business
	tokens       apptest.Tokens
	hook         string
}

// as asks in Dana's name, wants a status, and reads the answer.
func (l *life) as(status int, route string, body any) map[string]any {
	l.t.Helper()
	var got map[string]any
	l.dana.API(l.t, route, body).Is(l.t, status).Read(l.t, &got)
	return got
}

func (l *life) ofApp(route string) string {
	method, path, _ := strings.Cut(route, " ")
	return method + " /developer/apps/" + l.app.ID.String() + path
}

func TestAPartnerStartsBuildsAndPublishes(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	l := &life{t: t, receiver: receiver, Service: apptest.Start(t, apptest.SignUp(accounts.SignUpOpen), receiver.Reachable(t))}
	l.signsUp()
	l.makesAnApp()
	l.connectsASandbox()
	request := l.calls()
	l.seesTheCall(request)
	l.hearsOfEvents()
	l.tracesADelivery()
	l.publishes()
	l.isConnectedByABusiness()
}

// signsUp makes an account, and an organization.
func (l *life) signsUp() {
	const email = "dana@acme.test"
	l.dana = l.Node(0).Browser(l.t)
	l.dana.Open(pagepath.SignUp)
	l.dana.Submit(pagepath.SignUp, "email", email)
	l.RunJobs(l.t)
	link, err := url.Parse(l.Mail.Wait(l.t, email).Link())
	if err != nil {
		l.t.Fatal(err)
	}
	l.dana.Open(link.RequestURI())
	l.dana.Submit(pagepath.ConfirmSignUp, "name", "Dana Dev", "new_password", apptest.Password, "repeat_password", apptest.Password)
	l.organization = l.as(http.StatusCreated, "POST /developer/organizations", map[string]any{"name": "Acme Apps"})["id"].(string)
}

func (l *life) makesAnApp() {
	made := l.as(http.StatusCreated, "POST /developer/organizations/"+l.organization+"/apps", map[string]any{
		"name": "Bakery Sync", "type": "CONFIDENTIAL", "appUrl": "https://partner.test/app",
		"redirectUris": []string{"https://partner.test/callback"}, "scopes": []string{"suppliers:read", "suppliers:write"},
	})
	l.app = l.Known(l.t, made["id"].(string), made["clientSecret"].(string))
}

// connectsASandbox makes a sandbox with books, and approves the app there.
func (l *life) connectsASandbox() {
	made := l.as(http.StatusCreated, "POST /developer/organizations/"+l.organization+"/sandboxes", map[string]any{"name": "Sandbox", "template": "RETAIL"})
	id, err := ident.Parse[ident.Business](made["id"].(string))
	if err != nil {
		l.t.Fatal(err)
	}
	l.sandbox = tenancy.Business{ID: id}
	l.dana.Ask(l.app, l.app.Asks(scope.SuppliersRead, scope.SuppliersWrite), l.sandbox)
	l.tokens = l.app.Redeem(l.t, l.dana.Decide(l.t, "approve").Query().Get("code"))
}

// calls makes a supplier, and returns the id of the request.
func (l *life) calls() string {
	answer := l.tokens.Send(l.t, l.Node(0), "POST /suppliers", map[string]string{"name": "Mill"}).Is(l.t, http.StatusCreated)
	return answer.Header.Get("X-Request-Id")
}

func (l *life) seesTheCall(request string) {
	l.WriteJournals(l.t)
	line := l.as(http.StatusOK, l.ofApp("GET /requests/"+request), nil)
	if line["method"] != "POST" || line["route"] != "/suppliers" || line["businessId"] != l.sandbox.ID.String() {
		l.t.Errorf("the log shows %v", line)
	}
}

func (l *life) hearsOfEvents() {
	l.hook = l.as(http.StatusCreated, l.ofApp("POST /webhooks"), map[string]any{
		"url": l.receiver.URL, "events": []string{"supplier.created", "app.uninstalled", "business.redact", "supplier.redact"},
	})["id"].(string)
	l.as(http.StatusOK, l.ofApp("POST /webhooks/"+l.hook+"/test"), nil)
	l.Node(0).DeliverAll(l.t)
}

// tracesADelivery finds all that one call led to, from its id.
func (l *life) tracesADelivery() {
	request := l.calls()
	l.Node(0).DeliverAll(l.t)
	l.WriteJournals(l.t)
	trace := l.dana.API(l.t, "GET /developer/trace/"+request, nil).Is(l.t, http.StatusOK)
	for _, word := range []string{request, "supplier.created", l.hook, `"status":"delivered"`} {
		if !strings.Contains(string(trace.Body), word) {
			l.t.Errorf("the trace does not show %s: %s", word, trace.Body)
		}
	}
}

// publishes submits a listing, which an operator approves.
func (l *life) publishes() {
	l.as(http.StatusOK, l.ofApp("PATCH"), map[string]any{"pinnedApiVersion": version.Current(l.Clock.Now()).Name})
	picture := func(kind string, width, height int) string {
		return l.as(http.StatusCreated, l.ofApp("POST /listing/assets"), map[string]any{
			"kind": kind, "caption": "Orders of a day", "image": base64.StdEncoding.EncodeToString(apptest.Drawing(l.t, width, height)),
		})["id"].(string)
	}
	l.as(http.StatusOK, l.ofApp("PUT /listing"), map[string]any{
		"slug": "bakery-sync", "name": "Bakery Sync", "tagline": "Knows every mill", "description": "Keeps suppliers in step.",
		"categories": []string{"POINT_OF_SALE"}, "privacyUrl": l.receiver.URL + "/privacy", "supportUrl": l.receiver.URL + "/help",
		"connectUrl": "https://partner.test/connect", "iconId": picture("ICON", 128, 128), "screenshotIds": []string{picture("SCREENSHOT", 640, 400)},
		"scopeReasons": map[string]string{"suppliers:read": "Shows mills.", "suppliers:write": "Adds mills."},
	})
	open := l.as(http.StatusOK, l.ofApp("POST /listing/submit"), nil)["open"].(map[string]any)
	review := "/admin/reviews/" + open["id"].(string)
	opal := l.Operator(l.t).SignIn(l.t, l.Node(0))
	opal.API(l.t, "POST "+review+"/claim", nil).Is(l.t, http.StatusOK)
	opal.API(l.t, "POST "+review+"/approve", nil).Is(l.t, http.StatusOK)
	l.Node(0).Call(l.t, "GET /marketplace/listings/bakery-sync").Is(l.t, http.StatusOK)
}

// isConnectedByABusiness has an owner, who knows nobody at Acme, find the app and
// connect it.
func (l *life) isConnectedByABusiness() {
	owner := l.User(l.t, "Olga")
	business := l.Business(l.t, owner)
	browser := owner.SignIn(l.t, l.Node(0))
	found := browser.Open(pagepath.Marketplace + "?q=bakery+mill").Links(pagepath.Listing)
	if len(found) != 1 {
		l.t.Fatalf("the marketplace finds %v", found)
	}
	browser.Open(found[0])
	browser.Says(http.StatusOK, "Bakery Sync")
	if !strings.Contains(browser.Open(pagepath.Marketplace+"?q=zebra").Body, "No app has zebra in its name") {
		l.t.Errorf("a search that finds nothing says %s", browser.Page.Body)
	}
	tokens := l.app.Connect(l.t, owner, business, scope.SuppliersRead)
	tokens.Call(l.t, l.Node(0), "GET /suppliers").Is(l.t, http.StatusOK)
	browser.Open(browser.Open(pagepath.Marketplace+"/bakery-sync").Link(l.t, "Manage it"))
	browser.IsAt(pagepath.ConnectedApps)
}
