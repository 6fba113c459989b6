package browser

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// Browser is one person's, with one jar of cookies.
type Browser struct {
	Page  Page   // what it shows
	From  string // the address it calls from, as a proxy would tell
	Agent string

	t      testing.TB
	home   *url.URL
	client *http.Client
}

// New opens a browser for a site that is reached by the given transport.
func New(t testing.TB, site string, transport http.RoundTripper) *Browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	must(t, err)
	home, err := url.Parse(site)
	must(t, err)
	return &Browser{
		From:  "198.51.100.7",
		Agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
		t:     t, home: home, client: &http.Client{Transport: transport, Jar: jar},
	}
}

// Tab is another tab of the browser: the same cookies, a page of its own.
func (b *Browser) Tab() *Browser {
	tab, client := *b, *b.client
	tab.client = &client
	return &tab
}

// Via is another tab that reaches the site by another transport.
func (b *Browser) Via(transport http.RoundTripper) *Browser {
	tab := b.Tab()
	tab.client.Transport = transport
	return tab
}

// Open goes to a path of the site.
func (b *Browser) Open(path string) Page {
	b.t.Helper()
	return b.Send(http.MethodGet, path, nil, "Sec-Fetch-Site: none")
}

// Submit fills in the form on the page that goes to a path, and sends it. Pairs
// are names of fields or buttons and what they are to hold.
func (b *Browser) Submit(action string, pairs ...string) Page {
	b.t.Helper()
	values := b.Page.Form(b.t, action)
	for pair := range slices.Chunk(pairs, 2) {
		if !b.Page.Has(action, pair[0]) {
			b.t.Fatalf("the form %s on %s has no field %s", action, b.Page.URL.Path, pair[0])
		}
		values.Set(pair[0], pair[1])
	}
	return b.Post(action, values)
}

// Post sends a form as a browser of today does: our pages send no referrer, and
// so no origin either.
func (b *Browser) Post(path string, values url.Values) Page {
	b.t.Helper()
	return b.Send(http.MethodPost, path, values, "Sec-Fetch-Site: same-origin", "Origin: null")
}

// Send makes a request with headers like "Name: value", and shows the answer.
func (b *Browser) Send(method, path string, values url.Values, headers ...string) Page {
	b.t.Helper()
	if method == http.MethodPost {
		headers = append(headers, "Content-Type: application/x-www-form-urlencoded")
	}
	resp := b.Fetch(method, path, values.Encode(), headers...)
	defer resp.Body.Close()
	page, err := read(resp)
	must(b.t, err)
	b.Page = page
	return page
}

// Fetch makes a request of the page's own, and leaves the page as it is. The
// place is a path of the site or an address elsewhere. A header with a plus
// before its name is sent beside one of the same name.
func (b *Browser) Fetch(method, place, body string, headers ...string) *http.Response {
	b.t.Helper()
	at, err := b.home.Parse(place)
	must(b.t, err)
	req, err := http.NewRequestWithContext(b.t.Context(), method, at.String(), strings.NewReader(body))
	must(b.t, err)
	req.Header.Set("User-Agent", b.Agent)
	req.Header.Set("X-Forwarded-For", b.From)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		if again, ok := strings.CutPrefix(name, "+"); ok {
			req.Header.Add(again, value)
			continue
		}
		req.Header.Set(name, value)
	}
	resp, err := b.client.Do(req)
	must(b.t, err)
	return resp
}

// Stay makes the browser show redirects instead of following them.
func (b *Browser) Stay() *Browser {
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return b
}

// Cookie is what the browser keeps for the site under a name.
func (b *Browser) Cookie(name string) string {
	for _, c := range b.client.Jar.Cookies(b.home) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

// Takes puts somebody else's cookie into this browser's jar.
func (b *Browser) Takes(from *Browser, name string) {
	stolen := &http.Cookie{Name: name, Value: from.Cookie(name), Path: "/", Secure: true}
	b.client.Jar.SetCookies(b.home, []*http.Cookie{stolen})
}

// SignIn opens the sign-in page and fills it in.
func (b *Browser) SignIn(email, password string) Page {
	b.t.Helper()
	b.Open(pagepath.SignIn)
	return b.Submit(pagepath.SignIn, "email", email, "password", password)
}

// IsSignedIn fails the test unless the browser may see its user's account.
func (b *Browser) IsSignedIn() {
	b.t.Helper()
	b.Open(pagepath.Account)
	b.IsAt(pagepath.Account)
}

// IsSignedOut fails the test unless the browser is asked to sign in.
func (b *Browser) IsSignedOut() {
	b.t.Helper()
	b.Open(pagepath.Account)
	b.IsAt(pagepath.SignIn)
}

// IsAt fails the test unless the browser shows a good page at a path.
func (b *Browser) IsAt(path string) {
	b.t.Helper()
	b.Shows(http.StatusOK, path)
}

// Shows fails the test unless the browser shows this path with this status.
func (b *Browser) Shows(status int, path string) {
	b.t.Helper()
	if b.Page.Status != status || b.Page.URL.Path != path {
		b.t.Fatalf("want %d at %s, got %d at %s: %s %q", status, path, b.Page.Status, b.Page.URL.Path, b.Page.Heading(), b.Page.Problems())
	}
}

// LeadsTo fails the test unless the answer is a redirect to exactly there. The
// browser must have been told to Stay.
func (b *Browser) LeadsTo(place string) {
	b.t.Helper()
	b.answers(http.StatusSeeOther)
	if diff := cmp.Diff(place, b.Page.Header.Get("Location")); diff != "" {
		b.t.Errorf("leads elsewhere (-want +got):\n%s", diff)
	}
}

// Says fails the test unless the page has this status and heading.
func (b *Browser) Says(status int, heading string) {
	b.t.Helper()
	b.answers(status)
	if diff := cmp.Diff(heading, b.Page.Heading()); diff != "" {
		b.t.Errorf("heading at %s (-want +got):\n%s", b.Page.URL.Path, diff)
	}
}

// Confirms fails the test unless the page has this notice.
func (b *Browser) Confirms(want string) {
	b.t.Helper()
	if diff := cmp.Diff(want, b.Page.Notice()); diff != "" {
		b.t.Errorf("notice at %s (-want +got):\n%s", b.Page.URL.Path, diff)
	}
}

// Complains fails the test unless the form was refused for these reasons.
func (b *Browser) Complains(status int, want ...string) {
	b.t.Helper()
	b.answers(status)
	if diff := cmp.Diff(want, b.Page.Problems()); diff != "" {
		b.t.Errorf("problems at %s (-want +got):\n%s", b.Page.URL.Path, diff)
	}
}

func (b *Browser) answers(status int) {
	b.t.Helper()
	if b.Page.Status != status {
		b.t.Errorf("%s answers %d, want %d", b.Page.URL.Path, b.Page.Status, status)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
