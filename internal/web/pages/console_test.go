package pages_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/bundle"
)

func TestTheConsoleIsServed(t *testing.T) {
	t.Parallel()
	built, err := bundle.Open(fstest.MapFS{
		"index.html":     {Data: []byte(`<html><head><title>Console</title></head><body></body></html>`)},
		"assets/a-12.js": {Data: []byte("start()")},
	})
	must(t, err)
	f := newFixtureWith(t, built, nil)
	f.user(t, "Dana Dev")
	screens := []string{"/console", "/console/", "/console/apps/app_1/requests", "/operator", "/operator/reviews/rev_1"}

	t.Run("whoever is not signed in signs in and comes back to the screen", func(t *testing.T) {
		for _, screen := range screens {
			dana := f.browser(t)
			dana.Open(screen + "?status=4xx")
			dana.IsAt(pagepath.SignIn)
			dana.Submit(pagepath.SignIn, "email", "dana@example.com", "password", password)
			if got := dana.Page.URL; got.Path != screen || got.RawQuery != "status=4xx" {
				t.Errorf("from %s to %s", screen, got)
			}
		}
	})
	dana := f.signedIn(t, "dana@example.com")
	t.Run("under a policy that lets no script in but its own", func(t *testing.T) {
		page := dana.Open(screens[2])
		want := "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob: https://api.example.com; " +
			"connect-src 'self' https://api.example.com; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
		if got := page.Header.Get("Content-Security-Policy"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if got := page.Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("it may be kept: %s", got)
		}
	})
	t.Run("and it is told where the API is", func(t *testing.T) {
		page := dana.Open(screens[0])
		for _, name := range []string{"counterpart-api", "counterpart-service", "counterpart-form", "counterpart-name"} {
			if page.Attr("name", name, "content") == "" {
				t.Errorf("no %s in %s", name, page.Body)
			}
		}
		sheet := dana.Open(page.Attr("rel", "stylesheet", "href"))
		if sheet.Status != http.StatusOK || !strings.Contains(sheet.Body, "--cp-accent") {
			t.Errorf("%d %s", sheet.Status, sheet.Body)
		}
	})
	t.Run("its token signs out", func(t *testing.T) {
		page := dana.Open(screens[0])
		dana.Post(pagepath.SignOut, map[string][]string{"csrf": {page.Attr("name", "counterpart-form", "content")}})
		dana.Open(screens[0])
		dana.IsAt(pagepath.SignIn)
	})
	t.Run("its files are for everybody", func(t *testing.T) {
		stranger := f.browser(t)
		if page := stranger.Open("/console/assets/a-12.js"); page.Status != http.StatusOK || page.Body != "start()" {
			t.Errorf("%d %s", page.Status, page.Body)
		}
		if page := stranger.Open("/console/assets/b-12.js"); page.Status != http.StatusNotFound {
			t.Errorf("%d", page.Status)
		}
	})
}

func TestABinaryWithoutTheConsoleSaysSo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.user(t, "Dana Dev")
	page := f.signedIn(t, "dana@example.com").Open("/console/apps")
	if page.Status != http.StatusNotFound || page.Heading() != "The console is not part of this installation" {
		t.Errorf("%d %s", page.Status, page.Heading())
	}
	if page := f.browser(t).Open("/console/assets/a.js"); page.Status != http.StatusNotFound {
		t.Errorf("a file: %d", page.Status)
	}
}
