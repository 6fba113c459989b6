package html_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/html/sample"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

var brand = html.Brand{Name: "Tally", HelpURL: "mailto:help@tally.test", GuidesURL: "https://guides.tally.test"}

func newPages(t *testing.T, b html.Brand) *html.Pages {
	t.Helper()
	pages, err := html.New(b)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func render(t *testing.T, pages *html.Pages, page sample.Page) *httptest.ResponseRecorder {
	t.Helper()
	rec := httptest.NewRecorder()
	if err := pages.Render(rec, page.Status, page.Frame, page.View); err != nil {
		t.Fatal(err)
	}
	return rec
}

// eachPage runs a check on every sample in every language.
func eachPage(t *testing.T, check func(t *testing.T, page sample.Page, body []byte)) {
	t.Helper()
	pages := newPages(t, brand)
	for _, locale := range []string{"en", html.Pseudo, html.PseudoRTL} {
		for _, page := range sample.Pages() {
			t.Run(page.Name+" "+locale, func(t *testing.T) {
				t.Parallel()
				page.Frame.Locale = locale
				check(t, page, render(t, pages, page).Body.Bytes())
			})
		}
	}
}

var assetHash = regexp.MustCompile(`\.[0-9a-f]{12}\.`)

func TestPagesReadAsAgreed(t *testing.T) {
	t.Parallel()
	pages := newPages(t, brand)
	for _, page := range sample.Pages() {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			rec := render(t, pages, page)
			if rec.Code != page.Status {
				t.Errorf("status: want %d, got %d", page.Status, rec.Code)
			}
			golden(t, page.Name, assetHash.ReplaceAll(rec.Body.Bytes(), []byte(".HASH.")))
		})
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".html")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("page differs from %s (-want +got); go test -update writes it:\n%s", file, diff)
	}
}

func TestEveryViewHasASample(t *testing.T) {
	t.Parallel()
	templates, err := filepath.Glob("templates/pages/*.html")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, page := range sample.Pages() {
		shown[strings.ToLower(reflect.TypeOf(page.View).Name())] = true
	}
	for _, file := range templates {
		view := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), ".html"), "_", "")
		if !shown[view] {
			t.Errorf("no sample shows %s", file)
		}
	}
}

func TestPagesHoldNothingInline(t *testing.T) {
	t.Parallel()
	eachPage(t, func(t *testing.T, page sample.Page, body []byte) {
		_, embeds := page.View.(html.Embedded)
		if frames, ok := page.View.(interface{ Framed() bool }); ok {
			embeds = frames.Framed()
		}
		runs := embeds || asksForPasskey(page.View)
		for _, el := range elements(t, body) {
			// A script or frame has an address where there is one, and so
			// nothing inside; TestFewPagesRunAScript has the rest.
			if el.name == "style" || el.name == "script" && !runs || el.name == "iframe" && !embeds {
				t.Errorf("page holds a <%s>", el.name)
			}
			for name, value := range el.attr {
				if name == "style" || strings.HasPrefix(name, "on") || strings.HasPrefix(value, "javascript:") {
					t.Errorf("<%s> has %s=%q", el.name, name, value)
				}
			}
			if from := el.attr["src"] + el.attr["action"]; from != "" && !strings.HasPrefix(from, "/") {
				t.Errorf("<%s> reaches outside: %s", el.name, from)
			}
		}
	})
}

func TestPagesCanBeReadWithoutEyes(t *testing.T) {
	t.Parallel()
	eachPage(t, func(t *testing.T, page sample.Page, body []byte) {
		all := elements(t, body)
		ids, labelled := map[string]bool{}, map[string]bool{}
		for _, el := range all {
			if id := el.attr["id"]; id != "" && ids[id] {
				t.Errorf("id %q stands twice", id)
			} else if id != "" {
				ids[id] = true
			}
			labelled[el.attr["for"]] = labelled[el.attr["for"]] || el.name == "label"
		}
		for _, el := range all {
			checkReferences(t, el, ids)
			checkInput(t, el, labelled)
		}
		for _, name := range []string{"h1", "main", "title"} {
			if n := count(all, name); n != 1 {
				t.Errorf("want one <%s>, got %d", name, n)
			}
		}
		root := all[0]
		if want := page.Frame.Locale; root.attr["lang"] != want {
			t.Errorf("lang: want %q, got %q", want, root.attr["lang"])
		}
		if rtl := page.Frame.Locale == html.PseudoRTL; rtl != (root.attr["dir"] == "rtl") {
			t.Errorf("dir of %s is %q", page.Frame.Locale, root.attr["dir"])
		}
	})
}

// checkReferences: what an element points to is on the page.
func checkReferences(t *testing.T, el element, ids map[string]bool) {
	t.Helper()
	refs := strings.Fields(el.attr["aria-describedby"] + " " + el.attr["aria-labelledby"] + " " + el.attr["for"])
	if anchor, ok := strings.CutPrefix(el.attr["href"], "#"); ok {
		refs = append(refs, anchor)
	}
	for _, id := range refs {
		if !ids[id] {
			t.Errorf("<%s> points to %q, which is not on the page", el.name, id)
		}
	}
	if _, ok := el.attr["alt"]; el.name == "img" && !ok {
		t.Errorf("picture %s has no alt", el.attr["src"])
	}
}

// checkInput: whoever can see or hear an input is told what it is for.
func checkInput(t *testing.T, el element, labelled map[string]bool) {
	t.Helper()
	_, hidden := el.attr["hidden"]
	if el.name != "input" || el.attr["type"] == "hidden" || hidden {
		return
	}
	if !labelled[el.attr["id"]] {
		t.Errorf("input %q has no label", el.attr["name"])
	}
	if el.attr["autocomplete"] == "" {
		t.Errorf("input %q does not say what fills it in", el.attr["name"])
	}
	if _, ok := el.attr["placeholder"]; ok {
		t.Errorf("input %q has a placeholder: use a label or a hint", el.attr["name"])
	}
}

func TestEveryPostCarriesTheToken(t *testing.T) {
	t.Parallel()
	eachPage(t, func(t *testing.T, _ sample.Page, body []byte) {
		posts := bytes.Count(body, []byte(`method="post"`))
		tokens := bytes.Count(body, []byte(`<input type="hidden" name="csrf" value="csrf-sample">`))
		if posts != tokens {
			t.Errorf("%d forms post, %d carry the token", posts, tokens)
		}
	})
}

func TestProblemsTakeTheFocusAndLeadToTheirFields(t *testing.T) {
	t.Parallel()
	pages := newPages(t, brand)
	page := sample.Page{Status: http.StatusUnprocessableEntity, View: html.SignIn{Problems: html.Problems{
		{Field: "email", Message: html.EmailMissing}}}}
	body := render(t, pages, page).Body.String()
	for _, want := range []string{
		`<title>Error: Sign in · Tally</title>`,
		`role="alert" aria-labelledby="problems-title" tabindex="-1" autofocus`,
		`<a href="#email">Enter your email address</a>`,
		`aria-describedby="email-problem" aria-invalid="true"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("page lacks %s", want)
		}
	}
}

var latinLetter = regexp.MustCompile(`[A-Za-z]+`)

func TestNoWordComesPastTheCatalogue(t *testing.T) {
	t.Parallel()
	pages := newPages(t, brand)
	for _, page := range sample.Pages() {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			page.Frame.Locale = html.Pseudo
			given := append(stringsIn(reflect.ValueOf(page.Frame)), stringsIn(reflect.ValueOf(page.View))...)
			given = append(given, brand.Name)
			for _, text := range words(t, render(t, pages, page).Body.Bytes()) {
				if utf8.RuneCountInString(text) == 1 { // an app's initial
					continue
				}
				if left := latinLetter.FindAllString(without(text, given), -1); left != nil {
					t.Errorf("%q is not from the catalogue: %q", left, text)
				}
			}
		})
	}
}

// without takes the data out of a text, the longest first.
func without(text string, data []string) string {
	slices.SortFunc(data, func(a, b string) int { return len(b) - len(a) })
	for _, d := range data {
		if d != "" {
			text = strings.ReplaceAll(text, d, "")
		}
	}
	// A pairing key is shown in groups of four.
	for _, d := range data {
		for part := range slices.Chunk([]byte(d), 4) {
			if len(d)%4 == 0 && len(d) > 16 {
				text = strings.ReplaceAll(text, string(part), "")
			}
		}
	}
	return text
}

// stringsIn collects the texts that a handler put into a view. Messages are
// left out, as they name entries of the catalogue; the apps that they tell of are not.
func stringsIn(v reflect.Value) []string {
	if v.Type() == reflect.TypeFor[html.Message]() {
		return stringsIn(v.FieldByName("pairs"))
	}
	var found []string
	switch v.Kind() {
	case reflect.Interface:
		if v.Elem().Kind() == reflect.Struct {
			return stringsIn(v.Elem())
		}
	case reflect.String:
		found = append(found, shown(v)...)
	case reflect.Struct:
		for i := range v.NumField() {
			found = append(found, stringsIn(v.Field(i))...)
		}
	case reflect.Slice:
		for i := range v.Len() {
			found = append(found, stringsIn(v.Index(i))...)
		}
	}
	return found
}

// shown is a text as it may appear: as it is, as a name, as a host.
func shown(v reflect.Value) []string {
	texts := []string{v.String()}
	if v.Type() == reflect.TypeFor[html.Name]() {
		texts = append(texts, html.Name(v.String()).String())
	}
	if u, err := url.Parse(v.String()); err == nil && u.Host != "" {
		texts = append(texts, u.Host)
	}
	return texts
}

func TestPagesAreSentUnderAStrictPolicy(t *testing.T) {
	t.Parallel()
	rec := render(t, newPages(t, brand), sample.Page{Status: http.StatusOK, View: html.SignIn{}})
	want := map[string]string{
		"Content-Type":               "text/html; charset=utf-8",
		"Content-Security-Policy":    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
		"Cache-Control":              "no-store",
		"Referrer-Policy":            "no-referrer",
		"X-Content-Type-Options":     "nosniff",
		"X-Frame-Options":            "DENY",
		"Cross-Origin-Opener-Policy": "same-origin",
	}
	got := map[string]string{}
	for name := range rec.Header() {
		got[name] = rec.Header().Get(name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}

func TestNothingThatIsGivenBecomesMarkup(t *testing.T) {
	t.Parallel()
	const evil = `"><script>alert(1)</script>{name}`
	frame := html.Frame{CSRF: evil, RequestID: evil, Notice: html.Notice{Kind: evil, App: html.App{Name: evil}}, Locale: evil,
		Person: html.Person{ID: evil, Name: evil, Email: evil}, Business: html.Business{ID: evil, Name: evil, Role: evil}}
	app := html.App{Name: evil, Publisher: evil, Host: evil, Review: evil, Logo: "javascript:alert(1)", PrivacyURL: "javascript:alert(1)", SupportURL: "javascript:alert(1)"}
	asking := html.Asking{Request: evil, App: app, RedirectURI: "https://a;script-src *" + evil, RestartURL: "javascript:alert(1)"}
	views := []html.View{
		html.SignIn{Email: evil, ReturnTo: evil, Problems: html.Problems{{Field: evil, Message: html.Say("home.greeting", "name", evil)}}},
		html.Businesses{Query: evil, List: []html.Business{frame.Business, {ID: "other" + evil, Name: evil}}, Total: 3},
		html.Businesses{Query: evil},
		html.Account{Sessions: []html.Session{{ID: evil, Device: evil, Address: evil}}, CommandLines: []html.CommandLine{{ID: evil, Machine: evil, Address: evil}}},
		html.SetUpFactor{QR: "javascript:alert(1)", Key: evil, URI: "javascript:alert(1)"},
		html.Invitation{Name: evil, Inviter: evil, Email: evil, Token: evil, Role: evil, State: html.NeedsAccount, OwnName: evil},
		html.Invitation{State: html.SomebodyElse, Email: evil},
		html.Failure{Title: html.Say("home.greeting", "name", evil), Exact: evil},
		html.Failure{Title: html.RedirectMismatch(app).Title, Developers: html.ForDevelopers{Organization: evil, ConsoleURL: "javascript:alert(1)", Sent: evil, Closest: evil, Lacks: evil,
			Differs: html.Differs{At: 1, Got: "<script", Want: "<script"}}},
		html.Consent{Asking: asking, Business: frame.Business, Decision: html.Decision{Bar: html.NoPermission, Owner: evil, AskURL: evil}},
		html.Consent{Asking: asking, Business: frame.Business, Others: true, Decision: html.Decision{AskPassword: true}},
		html.PickBusiness{Asking: asking, List: []html.Candidate{{Business: frame.Business}}, Total: 2, Query: evil},
		html.UnverifiedApp{Asking: asking},
		html.EnterCode{Code: evil, FromLink: true},
		html.ConfirmDevice{Code: evil, App: asking.App, Device: html.Spot{Address: evil, Program: evil}},
		html.ConfirmMachine{Code: evil, Machine: evil, Device: html.Spot{Address: evil, Program: evil}},
		html.DeviceDone{App: asking.App},
		html.ConnectedApps{MayRevoke: true, MayUninstall: true, List: []html.ConnectedApp{{ID: evil, App: asking.App, Revoked: true, RevokedBy: evil, OpenURL: "javascript:alert(1)", ConnectedBy: evil, Consents: []html.Yes{{Name: evil}}}}},
		html.EndAccess{ID: evil, App: asking.App, Others: []string{evil}},
		html.Records{Kind: html.Invoices, Currency: evil, Query: evil, From: evil, State: evil, Older: "javascript:alert(1)", Tabs: []html.RecordTab{{Says: html.Say("record_word.all"), URL: "javascript:alert(1)"}},
			Table: html.RecordTable{Name: "invoices", Columns: []html.Column{{Name: "number"}}, Rows: []html.RecordRow{{Cells: []html.Value{{Text: evil, Link: "javascript:alert(1)"}}}}}},
		html.RecordPage{Kind: html.Customers, ID: evil, Title: "named", Name: evil, Zone: evil, Facts: []html.Fact{{Name: "notes", Value: html.Value{Text: evil}}, {Name: "credits", Value: html.Value{ID: evil}}},
			Created: html.Signed{Actor: html.Actor{Kind: html.ByApp, Name: evil}, For: evil, Link: "javascript:alert(1)"}, Events: []html.RecordEvent{{ID: evil, Type: evil, By: html.Signed{Actor: html.Actor{Kind: html.ByMember, Name: evil}}}}},
	}
	pages := newPages(t, html.Brand{Name: evil})
	for _, view := range views {
		body := render(t, pages, sample.Page{Status: http.StatusOK, Frame: frame, View: view}).Body.String()
		if strings.Contains(body, "<script") || strings.Contains(body, "javascript:") {
			t.Errorf("%T lets markup through:\n%s", view, body)
		}
	}
}

// element is a start tag.
type element struct {
	name string
	attr map[string]string
}

func elements(t *testing.T, body []byte) []element {
	t.Helper()
	var found []element
	walk(t, body, func(token xml.Token) {
		start, ok := token.(xml.StartElement)
		if !ok {
			return
		}
		el := element{name: start.Name.Local, attr: map[string]string{}}
		for _, a := range start.Attr {
			el.attr[a.Name.Local] = a.Value
		}
		found = append(found, el)
	})
	return found
}

// words are the texts that a reader sees or hears.
func words(t *testing.T, body []byte) []string {
	t.Helper()
	var found []string
	walk(t, body, func(token xml.Token) {
		switch tok := token.(type) {
		case xml.CharData:
			found = append(found, string(tok))
		case xml.StartElement:
			for _, a := range tok.Attr {
				if slices.Contains([]string{"title", "alt", "aria-label", "placeholder"}, a.Name.Local) {
					found = append(found, a.Value)
				}
			}
		}
	})
	return found
}

// walk reads a page tag by tag. Our templates close what they open, so the
// forgiving mode of encoding/xml is parser enough.
func walk(t *testing.T, body []byte, visit func(xml.Token)) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(body))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		visit(token)
	}
}

func count(all []element, name string) int {
	n := 0
	for _, el := range all {
		if el.name == name {
			n++
		}
	}
	return n
}
