package connect_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestOnlyThoseWhoMakeAnAppLearnWhatIsWrongWithItsRequest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	maker := f.app.Maker.Registers(t).SignIn(t, f.Node(0))
	rival := f.ReviewedApp(t, scope.InvoicesRead).Maker.Registers(t).SignIn(t, f.Node(1))
	registered := f.app.RedirectURIs[0]
	for name, tc := range map[string]struct {
		change func(url.Values)
		facts  map[string]string
	}{
		"AUTH-04 another letter": {func(q url.Values) { q.Set("redirect_uri", "https://partner.test/Callback") },
			map[string]string{"Sent": "https://partner.test/Callback", "Closest match": registered, "Difference": "Character 22: C instead of c"}},
		"AUTH-04 too much": {func(q url.Values) { q.Set("redirect_uri", registered+"/") },
			map[string]string{"Sent": registered + "/", "Closest match": registered, "Difference": "Character 30: /, where the registered address ends"}},
		"AUTH-04 too little": {func(q url.Values) { q.Set("redirect_uri", "https://partner.test/callbac") },
			map[string]string{"Sent": "https://partner.test/callbac", "Closest match": registered, "Difference": "It ends before character 29, k"}},
		"AUTH-05 scopes": {func(q url.Values) { q.Set("scope", "invoices:read payments:write nonsense") },
			map[string]string{"Sent": "invoices:read payments:write nonsense", "Not registered": "payments:write nonsense"}},
	} {
		t.Run(name, func(t *testing.T) {
			asked := f.app.Asks(scope.InvoicesRead)
			tc.change(asked)
			for who, browser := range map[string]apptest.Browser{"an owner of a business": f.owner.SignIn(t, f.Node(0)), "a maker of other apps": rival, "a stranger": f.Node(1).Browser(t)} {
				browser.Open(pagepath.Authorize + "?" + asked.Encode())
				if browser.Page.Status != http.StatusBadRequest || browser.Has("Details for developers") || browser.Page.Fact("Closest match") != "" {
					t.Errorf("%s is told: %d %s", who, browser.Page.Status, browser.Page.Texts("fold"))
				}
			}
			maker.Open(pagepath.Authorize + "?" + asked.Encode())
			for term, want := range tc.facts {
				if diff := cmp.Diff(want, maker.Page.Fact(term)); diff != "" {
					t.Errorf("%s: %s", term, diff)
				}
			}
			if to := maker.Page.Link(t, "Open the app’s credentials in the console"); to != pagepath.Console+"/apps/"+f.app.ID.String()+"/credentials" {
				t.Errorf("the console is at %s", to)
			}
		})
	}
	t.Run("AUTH-03 an app that was suspended", func(t *testing.T) {
		if _, err := f.Node(0).Apps.Suspend(t.Context(), f.app.ID); err != nil {
			t.Fatal(err)
		}
		maker.Open(pagepath.Authorize + "?" + f.app.Asks(scope.InvoicesRead).Encode())
		if diff := cmp.Diff("Suspended by the operator", maker.Page.Fact("State of the app")); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAPageSaysWhoMayConnectAppsInstead(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	clerk := f.User(t, "Ben")
	f.Join(t, clerk, f.business, permission.Accountant)
	browser := clerk.SignIn(t, f.Node(0))
	browser.Ask(f.app, f.app.Asks(scope.InvoicesRead), f.business)
	browser.Says(http.StatusOK, f.app.Name+" asks for access to "+f.business.Name)
	for _, want := range []string{"Accountants cannot connect apps here", f.owner.Name + "</bdi>, the owner, can.", "It asks to"} {
		if !browser.Has(want) {
			t.Errorf("AUTH-13: the page lacks %q", want)
		}
	}
}

func TestTheDevicePageSaysWhenTheDeviceIsInAnotherNetwork(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2), apptest.Configure(func(c *app.Config) { c.TrustedProxies = []string{"127.0.0.0/8"} }))
	f := fixture{Service: svc, app: svc.ReviewedApp(t, scope.InvoicesRead), owner: svc.User(t, "Olivia")}
	f.Business(t, f.owner)
	var started struct {
		UserCode string `json:"user_code"`
	}
	f.app.Post(t, f.Node(0), "/oauth/device/authorize", "scope", "invoices:read").Is(t, http.StatusOK).Read(t, &started)
	browser := f.owner.SignIn(t, f.Node(1))
	same := browser.From
	for from, elsewhere := range map[string]bool{same: false, "203.0.113.9": true, "2001:db8::7": true} {
		browser.From = from
		browser.Open(pagepath.Device)
		browser.Submit(pagepath.Device, "user_code", started.UserCode)
		if got := browser.Has("This was requested from a different network than yours"); got != elsewhere || browser.Has("Same as yours") == elsewhere {
			t.Errorf("DEV-04: seen from %s, the page says that it is another network: %t", from, got)
		}
		if own := strings.Count(browser.Page.Body, "Nobody from support will ever ask you for a code."); own != 1 {
			t.Errorf("DEV-04: the warning about codes stands %d times", own)
		}
	}
}
