package consent_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/html"
)

func TestAFormFromElsewhereIsRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	h.user(t, "Mallory Thief")
	olivia, mallory := h.signedIn(t, "olivia@example.com"), h.signedIn(t, "mallory@example.com")
	good := olivia.page.form(t, html.PathSignOut)
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
		"with somebody else's token":         {mallory.page.form(t, html.PathSignOut), []string{same}},
		"by an old browser without a token":  {nil, []string{"Origin: null"}},
	} {
		olivia.send(http.MethodPost, html.PathSignOut, c.form, c.headers...)
		if olivia.page.Status != http.StatusForbidden || olivia.page.heading() != "This form is no longer valid" {
			t.Errorf("%s: %d %s", name, olivia.page.Status, olivia.page.heading())
		}
	}
	olivia.open(html.PathAccount)
	olivia.isAt(html.PathAccount)

	olivia.send(http.MethodPost, html.PathSignOut, good, "Origin: null") // an old browser on our own page
	olivia.isAt(html.PathSignIn)
}

func TestAStrangersFormIsBoundToTheirBrowser(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	attacker, victim := h.browser(t), h.browser(t)
	attacker.open(html.PathSignIn)
	form := attacker.page.form(t, html.PathSignIn)
	form.Set("email", "olivia@example.com")
	form.Set("password", password)

	victim.post(html.PathSignIn, form) // has no form cookie
	victim.says(http.StatusForbidden, "This form is no longer valid")
	victim.open(html.PathSignIn) // has another
	victim.post(html.PathSignIn, form)
	victim.says(http.StatusForbidden, "This form is no longer valid")
	attacker.post(html.PathSignIn, form)
	attacker.isAt(html.PathHome)
}

func TestWhatIsNotThereIsSaidByAPage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	stranger, olivia := h.browser(t), h.signedIn(t, "olivia@example.com")
	t.Run("ERR-04 unknown page", func(t *testing.T) {
		for _, b := range []*browser{stranger, olivia} {
			b.open("/nothing/here")
			b.says(http.StatusNotFound, "There is nothing here")
		}
		if !olivia.page.has(html.PathSignOut, "csrf") {
			t.Error("the page does not know who reads it")
		}
	})
	t.Run("ERR-04 wrong method", func(t *testing.T) {
		stranger.send(http.MethodDelete, html.PathSignIn, nil)
		stranger.says(http.StatusMethodNotAllowed, "There is nothing here")
		if diff := cmp.Diff("GET, HEAD, OPTIONS, POST", stranger.page.Header.Get("Allow")); diff != "" {
			t.Error(diff)
		}
	})
}

func TestOurOwnFaultIsAPageThatGivesNothingAway(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia, stranger := h.signedIn(t, "olivia@example.com"), h.browser(t)
	stranger.open(html.PathSignIn)
	h.database.Close()

	for name, act := range map[string]func() page{
		"before the page": func() page { return olivia.open(html.PathAccount) },
		"on the page": func() page {
			return stranger.submit(html.PathSignIn, "email", "olivia@example.com", "password", password)
		},
	} {
		got := act()
		if got.Status != http.StatusInternalServerError || got.heading() != "Something went wrong on our side" {
			t.Errorf("%s: %d %s", name, got.Status, got.heading())
		}
		request := got.Header.Get("X-Request-Id")
		if !strings.Contains(got.Body, request) || !strings.Contains(h.log.String(), "request="+request) {
			t.Errorf("%s: page and log do not share the request id %s", name, request)
		}
		if strings.Contains(got.Body, "closed pool") || !strings.Contains(h.log.String(), "closed pool") {
			t.Errorf("%s: the reason belongs in the log and nowhere else", name)
		}
	}
}

func TestPagesAreGuardedByTheirHeaders(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user(t, "Olivia Baker")
	olivia := h.browser(t)
	for name, open := range map[string]func(){
		"page":     func() { olivia.open(html.PathSignIn) },
		"failure":  func() { olivia.open("/nothing") },
		"redirect": func() { olivia.stay().open(html.PathHome) },
	} {
		open()
		for header, want := range map[string]string{
			"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
			"Strict-Transport-Security": "max-age=63072000",
		} {
			if got := olivia.page.Header.Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", name, header, got, want)
			}
		}
		csp := olivia.page.Header.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", name, csp)
		}
	}
}

func TestHeadAnswersLikeGetWithoutABody(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	stranger := h.browser(t)
	stranger.send(http.MethodHead, html.PathSignIn, nil)
	if stranger.page.Status != http.StatusOK || stranger.page.Body != "" {
		t.Errorf("%d with %d bytes", stranger.page.Status, len(stranger.page.Body))
	}
	stranger.send(http.MethodHead, "/nothing", nil)
	if stranger.page.Status != http.StatusNotFound || stranger.page.Body != "" {
		t.Errorf("%d with %d bytes", stranger.page.Status, len(stranger.page.Body))
	}
}

func TestPagesComeWithTheirStyle(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	stranger := h.browser(t)
	stranger.open(html.PathSignIn)
	sheet := attr(stranger.page.byAttr("rel", "stylesheet"), "href")
	stranger.open(sheet)
	if got := stranger.page.Header.Get("Content-Type"); stranger.page.Status != http.StatusOK || !strings.HasPrefix(got, "text/css") {
		t.Errorf("%s: %d %s", sheet, stranger.page.Status, got)
	}
	if got := stranger.page.Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("the style sheet is sent as %s", got)
	}
}

func TestAFormThatIsTooLongIsNotRead(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	stranger := h.browser(t)
	stranger.open(html.PathSignIn)
	form := stranger.page.form(t, html.PathSignIn)
	form.Set("email", strings.Repeat("a", 64<<10))
	stranger.post(html.PathSignIn, form)
	stranger.says(http.StatusBadRequest, "The form could not be read.")
}
