package bundle_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/bundle"
)

func built(files map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, body := range files {
		tree[name] = &fstest.MapFile{Data: []byte(body)}
	}
	return tree
}

var whole = map[string]string{
	".keep":             "",
	"index.html":        "<html><head><title>x</title></head><body></body></html>",
	"assets/a-1.js":     "plain",
	"assets/a-1.js.br":  "brotli",
	"assets/a-1.js.gz":  "gzipped",
	"assets/b-2.woff2":  "font",
	"assets/c-3.css":    "style",
	"assets/c-3.css.gz": "gzipped style",
}

func TestABundleIsServed(t *testing.T) {
	t.Parallel()
	b, err := bundle.Open(built(whole))
	if err != nil {
		t.Fatal(err)
	}
	t.Run("its entry has the server's lines at the end of the head", func(t *testing.T) {
		want := "<html><head><title>x</title><meta></head><body></body></html>"
		if got := string(b.Entry("<meta>")); got != want {
			t.Errorf("got %s", got)
		}
	})
	for _, c := range []struct {
		name, file, accept, encoding, contentType, body string
	}{
		{"the smallest form that the browser takes", "a-1.js", "gzip, deflate, br, zstd", "br", "text/javascript; charset=utf-8", "brotli"},
		{"another, when it takes no other", "a-1.js", "gzip", "gzip", "text/javascript; charset=utf-8", "gzipped"},
		{"not one that it refuses", "a-1.js", "br;q=0, gzip;q=0.5", "gzip", "text/javascript; charset=utf-8", "gzipped"},
		{"as it is", "a-1.js", "", "", "text/javascript; charset=utf-8", "plain"},
		{"as it is where there is no other form", "b-2.woff2", "br, gzip", "", "font/woff2", "font"},
		{"the next best where one form is missing", "c-3.css", "br, gzip", "gzip", "text/css; charset=utf-8", "gzipped style"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Accept-Encoding", c.accept)
			if !b.ServeFile(w, r, c.file) {
				t.Fatal("not found")
			}
			got := map[string]string{"body": w.Body.String()}
			for _, name := range []string{"Content-Encoding", "Content-Type", "Cache-Control", "Vary"} {
				got[name] = w.Header().Get(name)
			}
			want := map[string]string{
				"body": c.body, "Content-Encoding": c.encoding, "Content-Type": c.contentType,
				"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding",
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
	for _, name := range []string{"a-1.js.br", "index.html", "../index.html", "d.js", ""} {
		if b.ServeFile(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), name) {
			t.Errorf("%q was served", name)
		}
	}
}

func TestWhatIsNotABundle(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		fails bool
	}{
		"nothing was built":             {map[string]string{".keep": ""}, false},
		"a page without a head":         {map[string]string{"index.html": "<p>", "assets/a.js": ""}, true},
		"a page without files":          {map[string]string{"index.html": "<head></head>"}, true},
		"a file of a kind nobody knows": {map[string]string{"index.html": "<head></head>", "assets/a.exe": ""}, true},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := bundle.Open(built(c.files))
			if (err != nil) != c.fails || b != nil {
				t.Errorf("%v, %v", b, err)
			}
		})
	}
}
