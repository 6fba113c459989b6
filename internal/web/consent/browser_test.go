package consent_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	dom "golang.org/x/net/html"

	"github.com/counterpart/counterpart/internal/web/html"
)

// browser is somebody at a computer: it keeps cookies, follows redirects, and
// fills in the forms that the page before it really has.
type browser struct {
	t      *testing.T
	house  *house
	client *http.Client
	from   string // the address it calls from
	agent  string
	page   page
}

// page is what a browser shows.
type page struct {
	Status int
	URL    *url.URL
	Header http.Header
	Body   string
	tree   *dom.Node
}

func (h *house) browser(t *testing.T) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	must(t, err)
	return &browser{
		t: t, house: h, from: "198.51.100.7",
		agent:  "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
		client: &http.Client{Transport: h.Client().Transport, Jar: jar},
	}
}

// signedIn is a browser that a user has just signed in with.
func (h *house) signedIn(t *testing.T, email string) *browser {
	t.Helper()
	b := h.browser(t)
	b.signIn(email, password)
	b.isAt(html.PathHome)
	return b
}

// open goes to a path of the house.
func (b *browser) open(path string) page {
	b.t.Helper()
	return b.send(http.MethodGet, path, nil, "Sec-Fetch-Site: none")
}

// submit fills in the form on the page that goes to a path, and sends it.
func (b *browser) submit(action string, pairs ...string) page {
	b.t.Helper()
	values := b.page.form(b.t, action)
	for pair := range slices.Chunk(pairs, 2) {
		if !b.page.has(action, pair[0]) {
			b.t.Fatalf("the form %s on %s has no field %s", action, b.page.URL.Path, pair[0])
		}
		values.Set(pair[0], pair[1])
	}
	return b.post(action, values)
}

// post sends a form as a browser of today does: our pages send no referrer, and
// so no origin either.
func (b *browser) post(path string, values url.Values) page {
	b.t.Helper()
	return b.send(http.MethodPost, path, values, "Sec-Fetch-Site: same-origin", "Origin: null")
}

// send makes a request with headers like "Name: value", and shows the answer.
func (b *browser) send(method, path string, values url.Values, headers ...string) page {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.house.URL+path, strings.NewReader(values.Encode()))
	must(b.t, err)
	req.Header.Set("User-Agent", b.agent)
	req.Header.Set("X-Forwarded-For", b.from)
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Set(name, value)
	}
	resp, err := b.client.Do(req)
	must(b.t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	must(b.t, err)
	tree, err := dom.Parse(strings.NewReader(string(body)))
	must(b.t, err)
	b.page = page{resp.StatusCode, resp.Request.URL, resp.Header, string(body), tree}
	return b.page
}

// signIn opens the sign-in page and fills it in.
func (b *browser) signIn(email, password string) page {
	b.t.Helper()
	b.open(html.PathSignIn)
	return b.submit(html.PathSignIn, "email", email, "password", password)
}

// stay makes the browser show redirects instead of following them.
func (b *browser) stay() *browser {
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return b
}

// cookie is what the browser keeps under a name.
func (b *browser) cookie(name string) string {
	b.t.Helper()
	home, err := url.Parse(b.house.URL)
	must(b.t, err)
	for _, c := range b.client.Jar.Cookies(home) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

// isAt fails the test unless the browser shows a good page at a path.
func (b *browser) isAt(path string) {
	b.t.Helper()
	b.shows(http.StatusOK, path)
}

func (b *browser) shows(status int, path string) {
	b.t.Helper()
	if b.page.Status != status || b.page.URL.Path != path {
		b.t.Fatalf("want %d at %s, got %d at %s: %s %q", status, path, b.page.Status, b.page.URL.Path, b.page.heading(), b.page.problems())
	}
}

// isOut fails the test unless the browser is asked to sign in.
func (b *browser) isOut() {
	b.t.Helper()
	b.open(html.PathAccount)
	b.isAt(html.PathSignIn)
}

// confirms fails the test unless the page has this notice.
func (b *browser) confirms(want string) {
	b.t.Helper()
	if diff := cmp.Diff(want, b.page.notice()); diff != "" {
		b.t.Errorf("notice at %s (-want +got):\n%s", b.page.URL.Path, diff)
	}
}

// complains fails the test unless the form was refused for these reasons.
func (b *browser) complains(status int, want ...string) {
	b.t.Helper()
	if b.page.Status != status {
		b.t.Errorf("%s answers %d, want %d", b.page.URL.Path, b.page.Status, status)
	}
	if diff := cmp.Diff(want, b.page.problems()); diff != "" {
		b.t.Errorf("problems at %s (-want +got):\n%s", b.page.URL.Path, diff)
	}
}

// says fails the test unless the page has this status and heading.
func (b *browser) says(status int, heading string) {
	b.t.Helper()
	if b.page.Status != status {
		b.t.Errorf("%s answers %d, want %d", b.page.URL.Path, b.page.Status, status)
	}
	if diff := cmp.Diff(heading, b.page.heading()); diff != "" {
		b.t.Errorf("heading at %s (-want +got):\n%s", b.page.URL.Path, diff)
	}
}

func (p page) heading() string { return text(first(p.tree, "h1")) }

func (p page) notice() string { return text(p.byAttr("role", "status")) }

// problems lists what the summary of a refused form says, without full stops.
func (p page) problems() []string {
	var list []string
	if summary := p.byAttr("role", "alert"); summary != nil {
		for item := range all(summary, "li") {
			list = append(list, strings.TrimSuffix(text(item), "."))
		}
	}
	return list
}

// texts lists what all elements with a class say.
func (p page) texts(class string) []string {
	var list []string
	for n := range p.tree.Descendants() {
		if slices.Contains(strings.Fields(attr(n, "class")), class) {
			list = append(list, text(n))
		}
	}
	return list
}

func (p page) byAttr(name, value string) *dom.Node {
	for n := range p.tree.Descendants() {
		if attr(n, name) == value {
			return n
		}
	}
	return nil
}

// link is where the link with a text leads.
func (p page) link(t *testing.T, label string) string {
	t.Helper()
	for n := range all(p.tree, "a") {
		if text(n) == label {
			return attr(n, "href")
		}
	}
	t.Fatalf("no link %q on %s", label, p.URL.Path)
	return ""
}

// form is what a form sends when nothing is typed and no button pressed.
func (p page) form(t *testing.T, action string) url.Values {
	t.Helper()
	values, found := url.Values{}, false
	for n := range p.fields(action) {
		found = true
		if n.Data == "input" {
			values.Set(attr(n, "name"), attr(n, "value"))
		}
	}
	if !found {
		t.Fatalf("no form %s on %s: %d %s", action, p.URL.Path, p.Status, p.heading())
	}
	return values
}

// has reports whether a form has a field or a button of that name.
func (p page) has(action, name string) bool {
	for n := range p.fields(action) {
		if attr(n, "name") == name {
			return true
		}
	}
	return false
}

// buttons lists the values of a form's buttons.
func (p page) buttons(action string) []string {
	var values []string
	for n := range p.fields(action) {
		if n.Data == "button" && attr(n, "value") != "" {
			values = append(values, attr(n, "value"))
		}
	}
	return values
}

func (p page) fields(action string) func(yield func(*dom.Node) bool) {
	return func(yield func(*dom.Node) bool) {
		for form := range all(p.tree, "form") {
			if attr(form, "action") != action || attr(form, "method") != "post" {
				continue
			}
			for n := range form.Descendants() {
				if (n.Data == "input" || n.Data == "button") && !yield(n) {
					return
				}
			}
		}
	}
}

func all(tree *dom.Node, element string) func(yield func(*dom.Node) bool) {
	return func(yield func(*dom.Node) bool) {
		for n := range tree.Descendants() {
			if n.Type == dom.ElementNode && n.Data == element && !yield(n) {
				return
			}
		}
	}
}

func first(tree *dom.Node, element string) *dom.Node {
	for n := range all(tree, element) {
		return n
	}
	return nil
}

func attr(n *dom.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// text is what an element says, with single spaces.
func text(n *dom.Node) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	for child := range n.Descendants() {
		if child.Type == dom.TextNode {
			b.WriteString(child.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
