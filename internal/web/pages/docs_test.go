package pages_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"testing"
	"testing/fstest"

	"github.com/counterpart/counterpart/internal/web/site"
)

func TestTheDocumentationIsServedToEverybody(t *testing.T) {
	t.Parallel()
	page := func(text string) *fstest.MapFile {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write([]byte("<h1>" + text + "</h1>"))
		must(t, err)
		must(t, w.Close())
		return &fstest.MapFile{Data: b.Bytes()}
	}
	docs, err := site.Open(fstest.MapFS{
		"site.json": {Data: []byte(`{"scripts":[]}`)}, "index.html.gz": page("Docs"), "404.html.gz": page("No such page"),
		"start/quickstart/index.html.gz": page("Quickstart"),
	}, site.Hosts{API: "https://api.example.com", App: "https://app.example.com", Version: "Service-Version"})
	must(t, err)
	f := newFixtureWith(t, nil, docs)
	for path, want := range map[string]struct {
		status  int
		heading string
	}{
		"/docs":                   {http.StatusOK, "Docs"},
		"/docs/":                  {http.StatusOK, "Docs"},
		"/docs/start/quickstart":  {http.StatusOK, "Quickstart"},
		"/docs/start/quickstart/": {http.StatusOK, "Quickstart"},
		"/docs/start/nothing":     {http.StatusNotFound, "No such page"},
	} {
		if got := f.browser(t).Open(path); got.Status != want.status || got.Heading() != want.heading {
			t.Errorf("%s is %d %s", path, got.Status, got.Heading())
		}
	}
	t.Run("and where it was not built, a page says so", func(t *testing.T) {
		if got := newFixture(t).browser(t).Open("/docs"); got.Status != http.StatusNotFound || got.Heading() != "The documentation is not part of this installation" {
			t.Errorf("%d %s", got.Status, got.Heading())
		}
	})
}
