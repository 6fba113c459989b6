package html

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

//go:embed templates
var templateFiles embed.FS

// Pages renders the pages of one brand. It is made once and safe for
// concurrent use.
type Pages struct {
	brand   Brand
	files   assets
	words   *words
	locales []string
	matcher language.Matcher

	// Seen is told of every page that is shown; for tests, else nil.
	Seen func(Frame, View)
}

// words are the pages without a brand: what every Pages of a process shares.
type words struct {
	catalogues map[string]*catalogue
	templates  map[string]map[string]*template.Template // by locale and page
}

// readWords reads texts and templates once. They are part of the program and
// never change, and a process may show more than one brand.
var readWords = sync.OnceValues(func() (*words, error) {
	catalogues, err := loadCatalogues()
	if err != nil {
		return nil, err
	}
	w := &words{catalogues, map[string]map[string]*template.Template{}}
	for locale, c := range catalogues {
		if w.templates[locale], err = parseTemplates(c); err != nil {
			return nil, fmt.Errorf("parse templates for %s: %w", locale, err)
		}
	}
	return w, nil
})

// New builds the brand's files around the templates and texts. It refuses a
// brand that could not be read or shown, and says why.
func New(brand Brand) (*Pages, error) {
	files, err := buildAssets(brand)
	if err != nil {
		return nil, fmt.Errorf("brand: %w", err)
	}
	words, err := readWords()
	if err != nil {
		return nil, err
	}
	p := &Pages{brand: brand, files: files, words: words}
	var tags []language.Tag
	p.locales, tags = spoken(words.catalogues)
	p.matcher = language.NewMatcher(tags)
	return p, nil
}

// parseTemplates reads every page together with the layout. A language has its
// own copies, because the functions that the templates call speak one language.
func parseTemplates(c *catalogue) (map[string]*template.Template, error) {
	shared, err := template.New("").Funcs(c.funcs()).ParseFS(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	files, err := fs.Glob(templateFiles, "templates/pages/*.html")
	if err != nil {
		return nil, err
	}
	pages := map[string]*template.Template{}
	for _, file := range files {
		page := template.Must(shared.Clone())
		if _, err := page.ParseFS(templateFiles, file); err != nil {
			return nil, err
		}
		pages[strings.TrimSuffix(path.Base(file), ".html")] = page
	}
	return pages, nil
}

// sheet is what a template sees.
type sheet struct {
	Frame
	View      View
	Problems  Problems
	Confirm   Message
	Side      []sideSection
	OfAccount bool // the navigation is the account's
	Lang      string
	Dir       string
	Brand     string
	HelpURL   string
	GuidesURL string
	Logo      string
	Style     string
	Font      string
	Icon      string
	Bridge    string

	PasskeyScript string
}

// Render writes a page, with the headers that keep it safe. If the page cannot
// be made it writes a bare 500 and returns the reason, for the log.
func (p *Pages) Render(w http.ResponseWriter, status int, frame Frame, view View) error {
	var body bytes.Buffer
	if err := p.execute(&body, frame, view); err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return fmt.Errorf("render page %s: %w", view.page(), err)
	}
	if p.Seen != nil {
		p.Seen(frame, view)
	}
	setHeaders(w.Header(), policy(view))
	w.WriteHeader(status)
	// The reader may have gone away; there is nobody left to tell.
	_, _ = w.Write(body.Bytes())
	return nil
}

func (p *Pages) execute(body *bytes.Buffer, frame Frame, view View) error {
	c, ok := p.words.catalogues[frame.Locale]
	if !ok {
		c = p.words.catalogues[defaultLocale]
	}
	page, ok := p.words.templates[c.locale][view.page()]
	if !ok {
		return fmt.Errorf("there is no template of that name")
	}
	s := p.sheet(c, frame, view)
	var err error
	if s.Confirm, err = c.notice(frame.Notice); err != nil {
		return err
	}
	return page.ExecuteTemplate(body, "layout", s)
}

func (p *Pages) sheet(c *catalogue, frame Frame, view View) sheet {
	s := sheet{
		Frame:     frame,
		View:      view,
		Lang:      c.locale,
		Dir:       c.dir,
		Brand:     p.brand.name(),
		HelpURL:   p.brand.HelpURL,
		GuidesURL: p.brand.GuidesURL,
		Logo:      p.logo(),
		Style:     p.files.url("pages.css"),
		Font:      p.files.url("inter-latin.woff2"),
		Icon:      p.files.url("mark.svg"),
		Bridge:    p.files.url("bridge.js"),
		Side:      side(frame, view),

		PasskeyScript: p.files.url("passkey.js"),
	}
	_, s.OfAccount = view.(ofAccount)
	if f, ok := view.(form); ok {
		s.Problems = f.problems()
	}
	return s
}

func (p *Pages) logo() string {
	for name := range p.files {
		if strings.HasPrefix(name, "logo.") {
			return p.files.url(name)
		}
	}
	return ""
}

func setHeaders(h http.Header, policy string) {
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer") // links from mails carry tokens
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}
