package browser

import (
	"io"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	dom "golang.org/x/net/html"
)

// Page is what a browser shows.
type Page struct {
	Status int
	URL    *url.URL
	Header http.Header
	Body   string
	tree   *dom.Node
}

func read(resp *http.Response) (Page, error) {
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return Page{}, err
	}
	tree, err := dom.Parse(strings.NewReader(string(body)))
	return Page{resp.StatusCode, resp.Request.URL, resp.Header, string(body), tree}, err
}

// Heading is the page's own.
func (p Page) Heading() string {
	for n := range elements(p.tree, "h1") {
		return text(n)
	}
	return ""
}

// Notice is what the page confirms.
func (p Page) Notice() string { return text(p.with("role", "status")) }

// Problems lists what the summary of a refused form says, without full stops.
func (p Page) Problems() []string {
	var list []string
	if summary := p.with("role", "alert"); summary != nil {
		for item := range elements(summary, "li") {
			list = append(list, strings.TrimSuffix(text(item), "."))
		}
	}
	return list
}

// Texts lists what all elements with a class say.
func (p Page) Texts(class string) []string {
	var list []string
	for n := range p.tree.Descendants() {
		if slices.Contains(strings.Fields(attr(n, "class")), class) {
			list = append(list, text(n))
		}
	}
	return list
}

// Fact is what a list of facts says under a term.
func (p Page) Fact(term string) string {
	for n := range elements(p.tree, "dt") {
		if text(n) != term {
			continue
		}
		for next := n.NextSibling; next != nil; next = next.NextSibling {
			if next.Data == "dd" {
				return text(next)
			}
		}
	}
	return ""
}

// Attr is an attribute of the first element that has another with this value.
func (p Page) Attr(where, value, name string) string {
	return attr(p.with(where, value), name)
}

// Link is where the link with a text leads.
func (p Page) Link(t testing.TB, label string) string {
	t.Helper()
	for n := range elements(p.tree, "a") {
		if text(n) == label {
			return attr(n, "href")
		}
	}
	t.Fatalf("no link %q on %s", label, p.URL.Path)
	return ""
}

// Links lists where the links lead that begin with a path, each once.
func (p Page) Links(under string) []string {
	var list []string
	for n := range elements(p.tree, "a") {
		to, _, _ := strings.Cut(attr(n, "href"), "#")
		if strings.HasPrefix(to, under) && !slices.Contains(list, to) {
			list = append(list, to)
		}
	}
	return list
}

// Choice is the value of the button that begins with a text.
func (p Page) Choice(t testing.TB, label string) string {
	t.Helper()
	for n := range elements(p.tree, "button") {
		if strings.HasPrefix(text(n), label) {
			return attr(n, "value")
		}
	}
	t.Fatalf("no button %q on %s", label, p.URL.Path)
	return ""
}

// Form is what a form sends when nothing is typed and no button pressed.
func (p Page) Form(t testing.TB, action string) url.Values {
	t.Helper()
	values, found := url.Values{}, false
	for n := range p.fields(action) {
		found = true
		if n.Data == "input" {
			values.Set(attr(n, "name"), attr(n, "value"))
		}
	}
	if !found {
		t.Fatalf("no form %s on %s: %d %s", action, p.URL.Path, p.Status, p.Heading())
	}
	return values
}

// Has reports whether a form has a field or a button of that name.
func (p Page) Has(action, name string) bool {
	for n := range p.fields(action) {
		if attr(n, "name") == name {
			return true
		}
	}
	return false
}

// Buttons lists the values of a form's buttons.
func (p Page) Buttons(action string) []string {
	var values []string
	for n := range p.fields(action) {
		if n.Data == "button" && attr(n, "value") != "" {
			values = append(values, attr(n, "value"))
		}
	}
	return values
}

// fields are the inputs, choices and buttons of the forms that go to a path.
func (p Page) fields(action string) iter.Seq[*dom.Node] {
	return func(yield func(*dom.Node) bool) {
		for form := range elements(p.tree, "form") {
			if attr(form, "action") != action || attr(form, "method") != "post" {
				continue
			}
			for n := range form.Descendants() {
				if slices.Contains([]string{"input", "select", "button"}, n.Data) && !yield(n) {
					return
				}
			}
		}
	}
}

func (p Page) with(name, value string) *dom.Node {
	for n := range p.tree.Descendants() {
		if attr(n, name) == value {
			return n
		}
	}
	return nil
}

func elements(tree *dom.Node, name string) iter.Seq[*dom.Node] {
	return func(yield func(*dom.Node) bool) {
		for n := range tree.Descendants() {
			if n.Type == dom.ElementNode && n.Data == name && !yield(n) {
				return
			}
		}
	}
}

func attr(n *dom.Node, name string) string {
	if n == nil {
		return ""
	}
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
