package html_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/html/sample"
)

const logo = `<svg xmlns="http://www.w3.org/2000/svg"/>`

func TestABrandThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name  string
		brand html.Brand
		want  string
	}{
		{"pale accent", html.Brand{Accent: html.Accent{Light: "#FF9900", Dark: "#FFB84D"}}, "choose a darker one"},
		{"dark accent on dark", html.Brand{Accent: html.Accent{Light: "#003366", Dark: "#003366"}}, "choose a lighter one"},
		{"half an accent", html.Brand{Accent: html.Accent{Light: "#003366"}}, "dark accent"},
		{"no colour", html.Brand{Accent: html.Accent{Light: "teal", Dark: "teal"}}, "write it like #0B6E5F"},
		{"no picture", html.Brand{Logo: []byte("hello")}, "not an SVG, PNG, JPEG or WebP"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, err := html.New(tc.brand)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("want an error with %q, got %v", tc.want, err)
			}
		})
	}
}

func TestABrandReplacesNameLogoAndAccent(t *testing.T) {
	t.Parallel()
	pages := newPages(t, html.Brand{Name: "Tally", Logo: []byte(logo), Accent: html.Accent{Light: "#7A1F5C", Dark: "#F0A6D3"}})
	body := render(t, pages, sample.Page{Status: http.StatusOK, View: html.SignIn{}}).Body.String()

	if !regexp.MustCompile(`<img src="/static/logo\.[0-9a-f]{12}\.svg" alt="Tally" height="28">`).MatchString(body) {
		t.Error("the header lacks the logo")
	}
	if css := fetch(t, pages, href(t, body, "stylesheet")).Body.String(); !strings.Contains(css, "--cp-accent: light-dark(#7A1F5C, #F0A6D3);") {
		t.Error("the style sheet lacks the accent")
	}
	if icon := fetch(t, pages, href(t, body, "icon")).Body.String(); !strings.Contains(icon, "#7A1F5C") {
		t.Error("the icon lacks the accent")
	}
}

func TestFilesAreKeptForEverUnderTheirHash(t *testing.T) {
	t.Parallel()
	pages := newPages(t, brand)
	body := render(t, pages, sample.Page{Status: http.StatusOK, View: html.SignIn{}}).Body.String()
	types := map[string]string{"stylesheet": "text/css; charset=utf-8", "icon": "image/svg+xml", "preload": "font/woff2"}
	for rel, want := range types {
		rec := fetch(t, pages, href(t, body, rel))
		if rec.Code != http.StatusOK || rec.Header().Get("Content-Type") != want {
			t.Errorf("%s: %d %s", rel, rec.Code, rec.Header().Get("Content-Type"))
		}
		if got := rec.Header().Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
			t.Errorf("%s: Cache-Control %q", rel, got)
		}
	}
}

func TestTheStyleSheetLinksOnlyToFilesThatExist(t *testing.T) {
	t.Parallel()
	pages := newPages(t, brand)
	body := render(t, pages, sample.Page{Status: http.StatusOK, View: html.SignIn{}}).Body.String()
	css := fetch(t, pages, href(t, body, "stylesheet")).Body.String()
	links := regexp.MustCompile(`url\("([^"]+)"\)`).FindAllStringSubmatch(css, -1)
	if len(links) != 2 {
		t.Errorf("want 2 fonts, got %v", links)
	}
	for _, link := range links {
		if rec := fetch(t, pages, pagepath.Static+link[1]); rec.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s: %d, not under its hash", link[1], rec.Code)
		}
	}
}

func TestAFileOfAnotherVersionIsAnsweredButNotKept(t *testing.T) {
	t.Parallel()
	pages := newPages(t, brand)
	for _, path := range []string{"/static/pages.000000000000.css", "/static/pages.css"} {
		rec := fetch(t, pages, path)
		if rec.Code != http.StatusOK || rec.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, Cache-Control %q", path, rec.Code, rec.Header().Get("Cache-Control"))
		}
	}
	for _, path := range []string{"/static/", "/static/none.css", "/static/../brand.go", "/static/tokens.css"} {
		if rec := fetch(t, pages, path); rec.Code != http.StatusNotFound {
			t.Errorf("%s: want 404, got %d", path, rec.Code)
		}
	}
}

func fetch(t *testing.T, pages *html.Pages, path string) *httptest.ResponseRecorder {
	t.Helper()
	rec := httptest.NewRecorder()
	pages.Static().ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return rec
}

// href is the address of the page's link of that kind.
func href(t *testing.T, body, rel string) string {
	t.Helper()
	m := regexp.MustCompile(`<link rel="` + rel + `" href="([^"]+)"`).FindStringSubmatch(body)
	if m == nil {
		t.Fatalf("page has no %s", rel)
	}
	return m[1]
}
