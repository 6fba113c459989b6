package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/web/bundle"
)

// Hosts are what the pages of this service say in place of the example's.
type Hosts struct {
	API     string // the API's origin
	App     string // the app host's
	Version string // the header that names a version of the API
}

// Site is what was built.
type Site struct {
	built    fs.FS
	replacer *strings.Replacer
	policy   string
	files    map[string]string // the names of files by address
	ready    sync.Map          // name to *text
}

// text is a file as it travels.
type text struct {
	zipped []byte
	etag   string
}

// types are those of a build's files; gzip is how those are kept that are text.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".md":   "text/markdown; charset=utf-8",
	".txt":  "text/plain; charset=utf-8",
	".xml":  "application/xml",
	".json": "application/json",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".webp": "image/webp",

	".woff2": "font/woff2",

	// The search index, in the form that its own script reads.
	".pagefind": "application/octet-stream", ".pf_fragment": "application/octet-stream", ".pf_index": "application/octet-stream", ".pf_meta": "application/octet-stream",
}

const (
	zipped   = ".gz"
	facts    = "site.json"
	index    = "index.html"
	notFound = "404.html"
)

// Open reads which files a build has. Where there is no build, it returns nil.
func Open(built fs.FS, hosts Hosts) (*Site, error) {
	noted, err := fs.ReadFile(built, facts)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var known struct {
		Scripts []string `json:"scripts"`
	}
	if err := json.Unmarshal(noted, &known); err != nil {
		return nil, fmt.Errorf("%s: %w", facts, err)
	}
	s := &Site{
		built: built, policy: policy(known.Scripts), files: map[string]string{},
		replacer: strings.NewReplacer("https://api.example.com", hosts.API, "https://app.example.com", hosts.App, "Service-Version", hosts.Version),
	}
	err = fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return s.note(name)
	})
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"", notFound} {
		if s.files[name] == "" {
			return nil, fmt.Errorf("the build has no %q", name)
		}
	}
	return s, nil
}

// note gives a file its address: that of a page is its folder's.
func (s *Site) note(name string) error {
	if name == facts || name == ".keep" {
		return nil
	}
	at := strings.TrimSuffix(name, zipped)
	if types[path.Ext(at)] == "" {
		return fmt.Errorf("%s: no content type is known for it", name)
	}
	if at == index {
		at = ""
	}
	s.files[strings.TrimSuffix(at, "/"+index)] = name
	return nil
}

// policy lets pages run the scripts that the build knows and no others, and what the
// search is compiled to. Everything is this host's own.
func policy(scripts []string) string {
	script := "script-src 'self' 'wasm-unsafe-eval'"
	for _, hash := range scripts {
		script += " '" + hash + "'"
	}
	return strings.Join([]string{
		"default-src 'none'", script, "style-src 'self'", "font-src 'self'", "img-src 'self' data:",
		"connect-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
	}, "; ")
}

// Serve answers with what stands at an address below the site's first page; where
// nothing does, with the page that says so.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request, at string) error {
	h := w.Header()
	h.Set("Content-Security-Policy", s.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	name, found := s.files[at]
	if !found {
		return s.missing(w, r)
	}
	h.Set("Cache-Control", "public, max-age=900")
	if strings.HasPrefix(at, "_astro/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable") // its name changes with its content
	}
	h.Set("Content-Type", types[path.Ext(strings.TrimSuffix(name, zipped))])
	if strings.HasSuffix(name, zipped) {
		return s.serveText(w, r, name)
	}
	body, err := fs.ReadFile(s.built, name)
	if err != nil {
		return err
	}
	h.Set("ETag", tag(body))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return nil
}

func (s *Site) missing(w http.ResponseWriter, r *http.Request) error {
	page, err := s.text(s.files[notFound])
	if err != nil {
		return err
	}
	body, err := unzip(page.zipped)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", types[".html"])
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the reader may be gone
	}
	return nil
}

func (s *Site) serveText(w http.ResponseWriter, r *http.Request, name string) error {
	page, err := s.text(name)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	body, etag := page.zipped, page.etag
	if bundle.Accepts(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		etag = strings.TrimSuffix(etag, `"`) + `-gzip"`
	} else if body, err = unzip(page.zipped); err != nil {
		return err
	}
	h.Set("ETag", etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return nil
}

// text is a file with this service's hosts in it. It is put together once.
func (s *Site) text(name string) (*text, error) {
	if known, ok := s.ready.Load(name); ok {
		return known.(*text), nil
	}
	packed, err := fs.ReadFile(s.built, name)
	if err != nil {
		return nil, err
	}
	body, err := unzip(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if hosted := s.replacer.Replace(string(body)); hosted != string(body) {
		body = []byte(hosted)
		packed = zip(body)
	}
	made := &text{zipped: packed, etag: tag(body)}
	s.ready.Store(name, made)
	return made, nil
}

func tag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

func unzip(packed []byte) ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader)
}

func zip(body []byte) []byte {
	var b bytes.Buffer
	writer := gzip.NewWriter(&b)
	_, _ = writer.Write(body) // a buffer takes all
	_ = writer.Close()
	return b.Bytes()
}
