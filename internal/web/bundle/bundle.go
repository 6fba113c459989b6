package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// Bundle is what was built.
type Bundle struct {
	entry []byte
	files map[string]file // by their name in assets
}

// file is one that pages load.
type file struct {
	contentType string
	forms       []form // the smallest first, and as it is last
}

// form is a file as it travels.
type form struct {
	encoding string // as HTTP names it; empty where it is as it is
	body     []byte
}

// encodings are the compressed forms that a build leaves, the smallest first.
var encodings = []struct{ suffix, name string }{{".br", "br"}, {".gz", "gzip"}}

// types are those of a build's files. The system's own table differs from machine
// to machine.
var types = map[string]string{
	".js":    "text/javascript; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".svg":   "image/svg+xml",
	".png":   "image/png",
	".woff2": "font/woff2",
}

// Open reads a build. Where there is none, it returns nil.
func Open(built fs.FS) (*Bundle, error) {
	entry, err := fs.ReadFile(built, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if !bytes.Contains(entry, []byte(endOfHead)) {
		return nil, errors.New("index.html has no head")
	}
	b := &Bundle{entry: entry, files: map[string]file{}}
	assets, err := fs.ReadDir(built, "assets")
	if err != nil {
		return nil, err
	}
	for _, asset := range assets {
		if err := b.add(built, asset.Name()); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (b *Bundle) add(built fs.FS, name string) error {
	for _, encoding := range encodings {
		if strings.HasSuffix(name, encoding.suffix) {
			return nil // a form of another
		}
	}
	kind, ok := types[path.Ext(name)]
	if !ok {
		return fmt.Errorf("assets/%s: no content type is known for it", name)
	}
	f := file{contentType: kind}
	for _, encoding := range encodings {
		body, err := fs.ReadFile(built, "assets/"+name+encoding.suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		f.forms = append(f.forms, form{encoding: encoding.name, body: body})
	}
	body, err := fs.ReadFile(built, "assets/"+name)
	if err != nil {
		return err
	}
	f.forms = append(f.forms, form{body: body})
	b.files[name] = f
	return nil
}

const endOfHead = "</head>"

// Entry is the entry page with lines of the server's own in its head.
func (b *Bundle) Entry(head string) []byte {
	return bytes.Replace(b.entry, []byte(endOfHead), []byte(head+endOfHead), 1)
}

// ServeFile answers with a file, in the smallest form that the browser takes. Its
// name changes with its content, so it may be kept for ever.
func (b *Bundle) ServeFile(w http.ResponseWriter, r *http.Request, name string) (found bool) {
	f, found := b.files[name]
	if !found {
		return false
	}
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Vary", "Accept-Encoding")
	for _, form := range f.forms {
		if form.encoding == "" || Accepts(r, form.encoding) {
			if form.encoding != "" {
				h.Set("Content-Encoding", form.encoding)
			}
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(form.body))
			break
		}
	}
	return true
}

// Accepts reports whether a browser takes an encoding. It reads the header as they
// write it: names, perhaps with a weight.
func Accepts(r *http.Request, encoding string) bool {
	for _, part := range strings.Split(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, parameters, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err == nil && name == encoding {
			return parameters["q"] == "" || strings.Trim(parameters["q"], "0.") != ""
		}
	}
	return false
}
