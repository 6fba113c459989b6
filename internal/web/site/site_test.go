package site_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/site"
)

func zipped(text string) *fstest.MapFile {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return &fstest.MapFile{Data: b.Bytes()}
}

func whole() fstest.MapFS {
	return fstest.MapFS{
		".keep":                  {},
		"site.json":              {Data: []byte(`{"scripts":["sha256-abc="]}`)},
		"index.html.gz":          zipped("<h1>First</h1>"),
		"404.html.gz":            zipped("<h1>No page</h1>"),
		"guides/a/index.html.gz": zipped("curl https://api.example.com/me -H 'Service-Version: 1' # https://app.example.com"),
		"guides/a.md.gz":         zipped("curl https://api.example.com/me"),
		"_astro/x.1.css.gz":      zipped("p{}"),
		"pagefind/en.pf_index":   {Data: []byte("index")},
	}
}

func open(t *testing.T) *site.Site {
	t.Helper()
	s, err := site.Open(whole(), site.Hosts{API: "https://api.tally.test", App: "https://tally.test", Version: "Tally-Version"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func get(t *testing.T, s *site.Site, at string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/docs/"+at, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if err := s.Serve(w, r, at); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestASiteIsServed(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, c := range []struct {
		name, at, contentType, cache, body string
		status                             int
	}{
		{"its first page", "", "text/html; charset=utf-8", "public, max-age=900", "<h1>First</h1>", 200},
		{"a page, with the service's own hosts", "guides/a", "text/html; charset=utf-8", "public, max-age=900", "curl https://api.tally.test/me -H 'Tally-Version: 1' # https://tally.test", 200},
		{"its twin", "guides/a.md", "text/markdown; charset=utf-8", "public, max-age=900", "curl https://api.tally.test/me", 200},
		{"a file whose name changes with its content", "_astro/x.1.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable", "p{}", 200},
		{"the search index", "pagefind/en.pf_index", "application/octet-stream", "public, max-age=900", "index", 200},
		{"nothing", "guides/b", "text/html; charset=utf-8", "no-store", "<h1>No page</h1>", 404},
		{"nothing of its own", "site.json", "text/html; charset=utf-8", "no-store", "<h1>No page</h1>", 404},
		{"nothing outside", "../../etc/passwd", "text/html; charset=utf-8", "no-store", "<h1>No page</h1>", 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := get(t, s, c.at)
			got := []any{w.Code, w.Header().Get("Content-Type"), w.Header().Get("Cache-Control"), w.Body.String()}
			if diff := cmp.Diff([]any{c.status, c.contentType, c.cache, c.body}, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTextTravelsCompressedAndIsSentOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	w := get(t, s, "guides/a", "Accept-Encoding", "br, gzip;q=0.8")
	if got := w.Header().Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("it is %q", got)
	}
	reader, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if body, _ := io.ReadAll(reader); !strings.Contains(string(body), "https://api.tally.test/me") {
		t.Errorf("it says %s", body)
	}
	if again := get(t, s, "guides/a", "Accept-Encoding", "gzip", "If-None-Match", w.Header().Get("ETag")); again.Code != http.StatusNotModified {
		t.Errorf("it is sent again: %d", again.Code)
	}
	if plain := get(t, s, "guides/a", "Accept-Encoding", "gzip;q=0"); plain.Header().Get("Content-Encoding") != "" {
		t.Error("somebody who refuses it gets it compressed")
	}
}

func TestThePolicyAllowsTheKnownScriptsAlone(t *testing.T) {
	t.Parallel()
	policy := get(t, open(t), "").Header().Get("Content-Security-Policy")
	if want := "script-src 'self' 'wasm-unsafe-eval' 'sha256-abc='; style-src 'self';"; !strings.Contains(policy, want) || strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "http") {
		t.Errorf("the policy is %s", policy)
	}
}

func TestWhatIsNotASite(t *testing.T) {
	t.Parallel()
	without := func(name string) fstest.MapFS {
		files := whole()
		delete(files, name)
		return files
	}
	odd := whole()
	odd["a.exe"] = &fstest.MapFile{}
	for name, c := range map[string]struct {
		files fstest.MapFS
		fails bool
	}{
		"nothing was built":             {fstest.MapFS{".keep": {}}, false},
		"no first page":                 {without("index.html.gz"), true},
		"no page for what is not there": {without("404.html.gz"), true},
		"a file of a kind nobody knows": {odd, true},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := site.Open(c.files, site.Hosts{})
			if (err != nil) != c.fails || s != nil {
				t.Errorf("%v, %v", s, err)
			}
		})
	}
}
