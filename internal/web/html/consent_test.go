package html_test

import (
	"encoding/xml"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/permission"
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

// asksForPasskey reports whether a page has the browser ask for a passkey, which takes
// a script.
func asksForPasskey(view html.View) bool {
	switch view.(type) {
	case html.PasskeySignIn, html.AddPasskey:
		return true
	}
	return false
}

func TestFewPagesRunAScript(t *testing.T) {
	t.Parallel()
	embedding := "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; " +
		"frame-src https://app.bakerysync.test; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
	pages := newPages(t, brand)
	for _, page := range sample.Pages() {
		rec := render(t, pages, page)
		policy := rec.Header().Get("Content-Security-Policy")
		if record, ok := page.View.(html.RecordPage); ok && record.Framed() {
			if !strings.Contains(policy, "script-src 'self'; connect-src 'self'; frame-src https://app.bakerysync.test https://routes.test;") {
				t.Errorf("%s: %s", page.Name, policy)
			}
			continue
		}
		if home, ok := page.View.(html.Home); ok && home.Framed() {
			if !strings.Contains(policy, "script-src 'self'; connect-src 'self'; frame-src https://app.bakerysync.test;") {
				t.Errorf("%s: %s", page.Name, policy)
			}
			continue
		}
		_, embeds := page.View.(html.Embedded)
		passkey := asksForPasskey(page.View)
		if embeds {
			if diff := cmp.Diff(embedding, policy); diff != "" {
				t.Error(diff)
			}
		} else if strings.Contains(policy, "frame-src") || strings.Contains(policy, "connect-src") || strings.Contains(policy, "script-src 'self'") != passkey {
			t.Errorf("%s: %s", page.Name, policy)
		}
		if !embeds && !passkey {
			continue
		}
		src := regexp.MustCompile(`<script src="([^"]+)" defer></script>`).FindStringSubmatch(rec.Body.String())
		if src == nil || fetch(t, pages, src[1]).Header().Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("%s: the script is not linked to: %v", page.Name, src)
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
	promise := regexp.MustCompile(`will (also )?be able to`)
	consents(t, func(t *testing.T, _ sample.Page, d html.Decision, body string) {
		gains := d.Bar == "" && (!d.HasAccess || len(d.Additions()) > 0)
		if promise.MatchString(body) != gains {
			t.Errorf("it says that the app will be able to: %t, with bar %q and %d additions", !gains, d.Bar, len(d.Additions()))
		}
	})
}

func TestOneWarningAtMostStandsOut(t *testing.T) {
	t.Parallel()
	consents(t, func(t *testing.T, _ sample.Page, _ html.Decision, body string) {
		if n := strings.Count(body, `class="caution"`) + strings.Count(body, `class="alarm"`); n > 1 {
			t.Errorf("%d warnings drown each other", n)
		}
	})
}

func TestEveryScopeIsSaidInPlainWords(t *testing.T) {
	t.Parallel()
	row := regexp.MustCompile(`<div class="grant grant-(\w+)"><dt>([^<]+)</dt> <dd>([^<]+)`)
	consents(t, func(t *testing.T, _ sample.Page, d html.Decision, body string) {
		said, risks := map[string]string{}, map[string][]string{}
		for _, found := range row.FindAllStringSubmatch(body, -1) {
			risks[found[2]] = append(risks[found[2]], found[1])
			said[found[2]] += strings.ToLower(found[3]) + " "
		}
		for _, access := range d.All() {
			row, _ := scope.Lookup(access.Scope)
			for _, act := range row.Acts {
				if slices.Contains(access.Lacks, act.Needs) {
					continue
				}
				if module := string(row.Module); !strings.Contains(said[module], act.Verb) || !slices.Contains(risks[module], string(row.Risk)) && row.Risk != scope.Read {
					t.Errorf("%s: %q is not among %q, of risk %q", row.Scope, act.Verb, said[module], risks[module])
				}
			}
		}
		if name := regexp.MustCompile(`>[^<]*\w+:(read|write)`).FindString(body); name != "" {
			t.Errorf("a scope is shown by its name: %s", name)
		}
	})
}

func TestAModuleHasOneRow(t *testing.T) {
	t.Parallel()
	const note = ` <span class="note">`
	denied := []permission.Permission{permission.DeletePayments}
	pages := newPages(t, brand)
	for name, tc := range map[string]struct {
		access []html.Access
		want   string
	}{
		"reading": {html.AccessTo(scope.Of(scope.InvoicesRead)), `grant-read"><dt>Invoices</dt> <dd>See only</dd>`},
		"both": {html.AccessTo(scope.Of(scope.SuppliersRead, scope.SuppliersWrite)),
			`grant-write"><dt>Suppliers</dt> <dd>See, add, change, archive and delete</dd>`},
		"writing, which is not reading": {html.AccessTo(scope.Of(scope.SuppliersWrite)), `<dd>Add, change, archive and delete</dd>`},
		"the books": {html.AccessTo(scope.Of(scope.JournalRead, scope.JournalWrite)),
			`grant-books"><dt>Journal</dt> <dd>See, post and reverse entries` + note + `<span class="books">Changes the books</span>`},
		"where nothing can be changed": {html.AccessTo(scope.Of(scope.ProfileRead)), `<dd>See your name, role and business settings</dd>`},
		"a part": {[]html.Access{{Scope: scope.PaymentsRead}, {Scope: scope.PaymentsWrite, Lacks: denied}},
			`<dd>See, record, change, allocate and refund` + note + `<span class="books">Changes the books</span> <span>Not delete: Accountants cannot.</span>`},
		"all but seeing": {[]html.Access{{Scope: scope.JournalRead}, {Scope: scope.JournalWrite, Lacks: []permission.Permission{permission.PostJournal, permission.ReverseJournal}}},
			`grant-read"><dt>Journal</dt> <dd>See only` + note + `<span>It asks to post and reverse entries. Accountants cannot.</span>`},
		"all of it": {[]html.Access{{Scope: scope.SuppliersRead, Lacks: []permission.Permission{permission.ViewSuppliers}}},
			`grant-read"><dt>Suppliers</dt> <dd>Nothing in your name` + note + `<span>It asks to see. Accountants cannot.</span>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			view := html.Consent{Business: html.Business{Role: "accountant"}, Decision: html.Decision{Access: tc.access}}
			body := render(t, pages, sample.Page{Status: http.StatusOK, View: view}).Body.String()
			if !strings.Contains(body, tc.want) {
				t.Errorf("the page lacks %s", tc.want)
			}
		})
	}
}

func TestWhatIsNewComesFirst(t *testing.T) {
	t.Parallel()
	d := html.Decision{HasAccess: true, Kept: html.AccessTo(scope.Of(scope.CustomersRead)),
		Access: []html.Access{{Scope: scope.PaymentsRead}, {Scope: scope.PaymentsWrite, New: true}}}
	body := render(t, newPages(t, brand), sample.Page{Status: http.StatusOK, View: html.Consent{Decision: d}}).Body.String()
	before, folded, found := strings.Cut(body, "<details")
	if !found || !strings.Contains(before, `<dd>Record, change, allocate, refund and delete <span class="note"><span class="books">Changes the books</span> <span>It could only see them until now.</span>`) {
		t.Errorf("what is new is not before the folds: %s", before)
	}
	if strings.Contains(before, "Customers") || !strings.Contains(folded, "<dt>Customers</dt> <dd>See only</dd>") || !strings.Contains(folded, "<dt>Payments</dt> <dd>See only</dd>") {
		t.Error("what it has already is not folded")
	}
}

func TestAppsAreKnownByWhatWasChecked(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		app  html.App
		want []string
		not  string
	}{
		{"reviewed", html.App{Name: "Bakery Sync", Publisher: "Acme", Review: html.Verified}, []string{"Connect <bdi>Bakery Sync</bdi> to", "<bdi>Acme</bdi>", "Reviewed by Tally"}, "Nobody"},
		{"not reviewed", html.App{Name: "Bakery Sync", Publisher: "Acme", Review: html.Unverified}, []string{"Connect <bdi>Bakery Sync</bdi> to", "<bdi>Acme</bdi>", ">Not reviewed<"}, "Reviewed by"},
		{"a trusted domain", html.App{Name: "Agent", Host: "agent.example", Review: html.Verified}, []string{"Connect <bdi>Agent</bdi> to", "<bdi>agent.example</bdi>", "Reviewed by Tally"}, "Nobody"},
		{"registered itself by address", html.App{Name: "Your Bank", Host: "agent.example", Review: html.SelfRegistered}, []string{"Connect <bdi>agent.example</bdi> to", "Unknown publisher", "Registered itself, not reviewed", "Calls itself “<bdi>Your Bank</bdi>”"}, "Connect <bdi>Your Bank"},
		{"registered itself without a name", html.App{Review: html.SelfRegistered}, []string{"Connect <bdi>Unnamed app</bdi> to", "Registered itself, not reviewed"}, "Reviewed by"},
		{"unknown review", html.App{Name: "Agent"}, []string{"not reviewed"}, "Reviewed by"},
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
	const role = "Do anything that your own role does not allow"
	const ever = "See your password, manage people here, or reach your other businesses"
	pages := newPages(t, brand)
	for _, tc := range []struct {
		scopes scope.Set
		want   []string
	}{
		{scope.Of(scope.InvoicesRead, scope.EventsRead), []string{"Change anything", "See or change anything under Customers, Payments, Chart of accounts, Journal, Suppliers", role, ever}},
		{scope.Of(scope.InvoicesWrite, scope.CustomersRead), []string{"Change anything under Customers", "See or change anything under Payments, Chart of accounts, Journal, Suppliers", role, ever}},
		{scope.Partner(), []string{role, ever}},
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
