package html_test

import (
	"encoding/xml"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/html/sample"
)

// policyOf is the policy that a view is sent under.
func policyOf(t *testing.T, pages *html.Pages, view html.View) string {
	t.Helper()
	rec := render(t, pages, sample.Page{Status: http.StatusOK, View: view})
	return rec.Header().Get("Content-Security-Policy")
}

func TestThePolicyLetsAnAnswerReachTheApp(t *testing.T) {
	t.Parallel()
	const head, tail = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'", "; frame-ancestors 'none'; base-uri 'none'"
	pages := newPages(t, brand)
	for redirect, forms := range map[string]string{
		"https://Bakery.test:443/callback?a=b": " https://bakery.test https:",
		"https://bakery.test:8443/callback":    " https://bakery.test:8443 https:",
		"http://127.0.0.1:53682/callback":      " http://127.0.0.1:53682 http://localhost:* http://127.0.0.1:* https:",
		"http://localhost/callback":            " http://localhost http://localhost:* http://127.0.0.1:* https:",
		"http://[::1]:53682/callback":          " http: https:",
		"https://a;script-src/callback":        "",
		"https://*/callback":                   "",
		"javascript://bakery.test/%0aalert(1)": "",
		"":                                     "",
	} {
		asking := html.Asking{RedirectURI: redirect}
		for _, view := range []html.View{html.Consent{Asking: asking}, html.PickBusiness{Asking: asking}, html.UnverifiedApp{Asking: asking}} {
			if diff := cmp.Diff(head+forms+tail, policyOf(t, pages, view)); diff != "" {
				t.Errorf("%T that redirects to %s: %s", view, redirect, diff)
			}
		}
	}
}

func TestOnlyAnEmbeddedPageRunsAScript(t *testing.T) {
	t.Parallel()
	want := "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; " +
		"frame-src https://app.bakerysync.test; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
	pages := newPages(t, brand)
	for _, page := range sample.Pages() {
		rec := render(t, pages, page)
		policy := rec.Header().Get("Content-Security-Policy")
		if _, embeds := page.View.(html.Embedded); !embeds {
			if strings.Contains(policy, "script-src") || strings.Contains(policy, "frame-src") || strings.Contains(policy, "connect-src") {
				t.Errorf("%s: %s", page.Name, policy)
			}
			continue
		}
		if diff := cmp.Diff(want, policy); diff != "" {
			t.Error(diff)
		}
		src := regexp.MustCompile(`<script src="([^"]+)" defer></script>`).FindStringSubmatch(rec.Body.String())
		if src == nil || fetch(t, pages, src[1]).Header().Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("the bridge is not linked to: %v", src)
		}
	}
	if policy := policyOf(t, pages, html.Embedded{URL: "https://a;script-src 'unsafe-inline'"}); strings.Contains(policy, "unsafe") || strings.Contains(policy, "frame-src") {
		t.Errorf("an address becomes part of the policy: %s", policy)
	}
}

// consents are the samples on which an app asks for something.
func consents(t *testing.T, check func(t *testing.T, page sample.Page, d html.Decision, body string)) {
	t.Helper()
	pages := newPages(t, brand)
	for _, page := range sample.Pages() {
		var d html.Decision
		switch view := page.View.(type) {
		case html.Consent:
			d = view.Decision
		case html.ConfirmDevice:
			d = view.Decision
		case html.MemberConsent:
			d = view.Decision
		default:
			continue
		}
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			check(t, page, d, render(t, pages, page).Body.String())
		})
	}
}

func TestSayingNoIsAsEasyAsSayingYes(t *testing.T) {
	t.Parallel()
	button := regexp.MustCompile(`<button class="([^"]+)" type="submit"( form="deny")? name="decision" value="(approve|deny)">`)
	consents(t, func(t *testing.T, _ sample.Page, d html.Decision, body string) {
		buttons := button.FindAllStringSubmatch(body, -1)
		if d.Bar != "" {
			if len(buttons) != 1 || buttons[0][3] != "deny" {
				t.Errorf("want no way to approve, got %v", buttons)
			}
			return
		}
		// No is first for the keyboard, and belongs to another form, so that Enter
		// in the password's field cannot mean it.
		if diff := cmp.Diff([][]string{{"deny", "button", ` form="deny"`}, {"approve", "button", ""}}, answers(buttons)); diff != "" {
			t.Error(diff)
		}
	})
}

func answers(buttons [][]string) (found [][]string) {
	for _, b := range buttons {
		found = append(found, []string{b[3], b[1], b[2]})
	}
	return found
}

func TestNothingIsPromisedToAnAppThatCannotBeApproved(t *testing.T) {
	t.Parallel()
	consents(t, func(t *testing.T, _ sample.Page, d html.Decision, body string) {
		if will := strings.Contains(strings.ToLower(body), "it will be able to"); will == (d.Bar != "") {
			t.Errorf("with bar %q it says that the app will be able to: %t", d.Bar, will)
		}
	})
}

func TestOneWarningAtMostStandsOut(t *testing.T) {
	t.Parallel()
	consents(t, func(t *testing.T, _ sample.Page, _ html.Decision, body string) {
		if n := strings.Count(body, `class="caution"`); n > 1 {
			t.Errorf("%d warnings drown each other", n)
		}
	})
}

func TestEveryScopeIsSaidInPlainWords(t *testing.T) {
	t.Parallel()
	consents(t, func(t *testing.T, _ sample.Page, d html.Decision, body string) {
		for _, access := range d.All() {
			row, _ := scope.Lookup(access.Scope)
			if !strings.Contains(body, "<dd>"+row.Says) || !strings.Contains(body, `class="power power-`+string(row.Risk)+`"`) {
				t.Errorf("the page does not say %q", row.Says)
			}
		}
	})
}

func TestAppsAreKnownByWhatWasChecked(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		app  html.App
		want []string
		not  string
	}{
		{"reviewed", html.App{Name: "Bakery Sync", Publisher: "Acme", Review: html.Verified}, []string{"Connect <bdi>Bakery Sync</bdi> to", "<bdi>Acme</bdi>", "Verified by review"}, "Nobody"},
		{"not reviewed", html.App{Name: "Bakery Sync", Publisher: "Acme", Review: html.Unverified}, []string{"Connect <bdi>Bakery Sync</bdi> to", "<bdi>Acme</bdi>", ">Unverified<"}, "Verified by"},
		{"a trusted domain", html.App{Name: "Agent", Host: "agent.example", Review: html.Verified}, []string{"Connect <bdi>Agent</bdi> to", "<bdi>agent.example</bdi>", "Verified by review"}, "Nobody"},
		{"registered itself by address", html.App{Name: "Your Bank", Host: "agent.example", Review: html.SelfRegistered}, []string{"Connect <bdi>agent.example</bdi> to", "Unknown maker", "Registered itself, not reviewed", "<bdi>Your Bank</bdi>"}, "Connect <bdi>Your Bank"},
		{"registered itself without a name", html.App{Review: html.SelfRegistered}, []string{"Connect <bdi>Unnamed app</bdi> to", "Registered itself, not reviewed"}, "Verified by"},
		{"unknown review", html.App{Name: "Agent"}, []string{"not reviewed"}, "Verified by"},
	}
	pages := newPages(t, brand)
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			body := render(t, pages, sample.Page{Status: http.StatusOK, View: html.Consent{Asking: html.Asking{App: tc.app}}}).Body.String()
			for _, want := range tc.want {
				if !strings.Contains(body, want) {
					t.Errorf("the page lacks %q", want)
				}
			}
			if strings.Contains(body, tc.not) {
				t.Errorf("the page says %q", tc.not)
			}
		})
	}
}

func TestNamesCannotPretend(t *testing.T) {
	t.Parallel()
	for given, want := range map[html.Name]string{
		"Bakery Sync":                      "Bakery Sync",
		"  Bakery \t\n Sync ":              "Bakery Sync",
		"Bakery\u202ecnyS":                 "BakerycnyS",
		"Bank\u200bof\u2066X\u2069":        "BankofX",
		"\u3164\u2800\u00ad":               "",
		"Z\u0301\u0302\u0303\u0304algo":    "Z\u0301\u0302algo",
		"می\u200cخواهم":                    "می\u200cخواهم",
		html.Name(strings.Repeat("ä", 80)): strings.Repeat("ä", 80),
		html.Name(strings.Repeat("ä", 81)): strings.Repeat("ä", 79) + "…",
	} {
		if diff := cmp.Diff(want, given.String()); diff != "" {
			t.Errorf("%q: %s", given, diff)
		}
	}
}

func TestWhatAnAppCannotDoFollowsFromItsScopes(t *testing.T) {
	t.Parallel()
	const ever = "See your password, manage who works here, or reach another business"
	pages := newPages(t, brand)
	for _, tc := range []struct {
		scopes scope.Set
		want   []string
	}{
		{scope.Of(scope.InvoicesRead, scope.EventsRead), []string{"Change anything", "See or change anything under Customers, Payments, Chart of accounts, Journal, Suppliers", ever}},
		{scope.Of(scope.InvoicesWrite, scope.CustomersRead), []string{"Change anything under Customers", "See or change anything under Payments, Chart of accounts, Journal, Suppliers", ever}},
		{scope.Partner(), []string{ever}},
	} {
		view := html.Consent{Decision: html.Decision{Access: html.AccessTo(tc.scopes)}}
		body := render(t, pages, sample.Page{Status: http.StatusOK, View: view}).Body.Bytes()
		if diff := cmp.Diff(tc.want, listed(t, body, "limits")); diff != "" {
			t.Errorf("%s: %s", tc.scopes, diff)
		}
	}
}

// listed are the items of the list of that class.
func listed(t *testing.T, body []byte, class string) (items []string) {
	t.Helper()
	inside, item := false, false
	walk(t, body, func(token xml.Token) {
		switch tok := token.(type) {
		case xml.StartElement:
			inside = inside || (len(tok.Attr) > 0 && tok.Attr[0].Value == class)
			item = inside && tok.Name.Local == "li"
		case xml.CharData:
			if item {
				items = append(items, string(tok))
			}
		case xml.EndElement:
			item = false
			inside = inside && tok.Name.Local != "ul"
		}
	})
	return items
}
