package pages_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest/browser"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

func TestAFormFromElsewhereIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	f.user(t, "Mallory Thief")
	olivia, mallory := f.signedIn(t, "olivia@example.com"), f.signedIn(t, "mallory@example.com")
	good := olivia.Page.Form(t, pagepath.SignOut)
	const same, cross = "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"
	for name, c := range map[string]struct {
		form    url.Values
		headers []string
	}{
		"by another site":                    {good, []string{cross, "Origin: https://evil.example"}},
		"by another site of the same domain": {good, []string{"Sec-Fetch-Site: same-site", "Origin: https://blog.example.com"}},
		"by an old browser":                  {good, []string{"Origin: https://evil.example"}},
		"without a token":                    {nil, []string{same}},
		"with an invented token":             {url.Values{"csrf": {"k1.AAAA"}}, []string{same}},
		"with somebody else's token":         {mallory.Page.Form(t, pagepath.SignOut), []string{same}},
		"by an old browser without a token":  {nil, []string{"Origin: null"}},
	} {
		olivia.Send(http.MethodPost, pagepath.SignOut, c.form, c.headers...)
		if olivia.Page.Status != http.StatusForbidden || olivia.Page.Heading() != "This form is no longer valid" {
			t.Errorf("%s: %d %s", name, olivia.Page.Status, olivia.Page.Heading())
		}
	}
	olivia.Open(pagepath.Account)
	olivia.IsAt(pagepath.Account)

	olivia.Send(http.MethodPost, pagepath.SignOut, good, "Origin: null") // an old browser on our own page
	olivia.IsAt(pagepath.SignIn)
}

func TestAStrangersFormIsBoundToTheirBrowser(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	attacker, victim := f.browser(t), f.browser(t)
	attacker.Open(pagepath.SignIn)
	form := attacker.Page.Form(t, pagepath.SignIn)
	form.Set("email", "olivia@example.com")
	form.Set("password", password)

	victim.Post(pagepath.SignIn, form) // has no form cookie
	victim.Says(http.StatusForbidden, "This form is no longer valid")
	victim.Open(pagepath.SignIn) // has another
	victim.Post(pagepath.SignIn, form)
	victim.Says(http.StatusForbidden, "This form is no longer valid")
	attacker.Post(pagepath.SignIn, form)
	attacker.IsAt(pagepath.Home)
}

func TestWhatIsNotThereIsSaidByAPage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	stranger, olivia := f.browser(t), f.signedIn(t, "olivia@example.com")
	t.Run("ERR-04 unknown page", func(t *testing.T) {
		for _, b := range []*visitor{stranger, olivia} {
			b.Open("/nothing/here")
			b.Says(http.StatusNotFound, "There is no page at this address")
		}
		if !olivia.Page.Has(pagepath.SignOut, "csrf") {
			t.Error("the page does not know who reads it")
		}
	})
	t.Run("ERR-04 wrong method", func(t *testing.T) {
		stranger.Send(http.MethodDelete, pagepath.SignIn, nil)
		stranger.Says(http.StatusMethodNotAllowed, "There is no page at this address")
		if diff := cmp.Diff("GET, HEAD, OPTIONS, POST", stranger.Page.Header.Get("Allow")); diff != "" {
			t.Error(diff)
		}
	})
}

func TestOurOwnFaultIsAPageThatGivesNothingAway(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	olivia, stranger := f.signedIn(t, "olivia@example.com"), f.browser(t)
	stranger.Open(pagepath.SignIn)
	if _, err := f.database.Exec(t.Context(), "DROP SCHEMA tenancy CASCADE"); err != nil {
		t.Fatal(err)
	}

	for name, act := range map[string]func() browser.Page{
		"before the page": func() browser.Page { return olivia.Open(pagepath.Account) },
		"on the page": func() browser.Page {
			return stranger.Submit(pagepath.SignIn, "email", "olivia@example.com", "password", password)
		},
	} {
		got := act()
		if got.Status != http.StatusInternalServerError || got.Heading() != "Something went wrong on our side" {
			t.Errorf("%s: %d %s", name, got.Status, got.Heading())
		}
		request := got.Header.Get("X-Request-Id")
		if !strings.Contains(got.Body, request) || !strings.Contains(f.log.String(), "request="+request) {
			t.Errorf("%s: page and log do not share the request id %s", name, request)
		}
		if strings.Contains(got.Body, "42P01") || !strings.Contains(f.log.String(), "42P01") {
			t.Errorf("%s: the reason belongs in the log and nowhere else", name)
		}
	}
}

func TestPagesAreGuardedByTheirHeaders(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Olivia Baker")
	olivia := f.browser(t)
	for name, open := range map[string]func(){
		"page":     func() { olivia.Open(pagepath.SignIn) },
		"failure":  func() { olivia.Open("/nothing") },
		"redirect": func() { olivia.Stay().Open(pagepath.Home) },
	} {
		open()
		for header, want := range map[string]string{
			"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
			"Strict-Transport-Security": "max-age=63072000",
		} {
			if got := olivia.Page.Header.Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", name, header, got, want)
			}
		}
		csp := olivia.Page.Header.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", name, csp)
		}
	}
}

func TestHeadAnswersLikeGetWithoutABody(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	stranger := f.browser(t)
	stranger.Send(http.MethodHead, pagepath.SignIn, nil)
	if stranger.Page.Status != http.StatusOK || stranger.Page.Body != "" {
		t.Errorf("%d with %d bytes", stranger.Page.Status, len(stranger.Page.Body))
	}
	stranger.Send(http.MethodHead, "/nothing", nil)
	if stranger.Page.Status != http.StatusNotFound || stranger.Page.Body != "" {
		t.Errorf("%d with %d bytes", stranger.Page.Status, len(stranger.Page.Body))
	}
}

func TestPagesComeWithTheirStyle(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	stranger := f.browser(t)
	stranger.Open(pagepath.SignIn)
	sheet := stranger.Page.Attr("rel", "stylesheet", "href")
	stranger.Open(sheet)
	if got := stranger.Page.Header.Get("Content-Type"); stranger.Page.Status != http.StatusOK || !strings.HasPrefix(got, "text/css") {
		t.Errorf("%s: %d %s", sheet, stranger.Page.Status, got)
	}
	if got := stranger.Page.Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("the style sheet is sent as %s", got)
	}
}

func TestAFormThatIsTooLongIsNotRead(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	stranger := f.browser(t)
	stranger.Open(pagepath.SignIn)
	form := stranger.Page.Form(t, pagepath.SignIn)
	form.Set("email", strings.Repeat("a", 64<<10))
	stranger.Post(pagepath.SignIn, form)
	stranger.Says(http.StatusBadRequest, "The form could not be read.")
}
