package edition

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Request makes of a request in a version the one that handlers read: it edits
// the query and the body in their place. The error is the list of what the
// version does not know; whatever else is wrong with a request is left as it is
// for the decoder to refuse.
func (e *Editions) Request(v version.Version, pattern string, r *http.Request) error {
	c, differs := e.byVersion[v.Name].calls[pattern]
	if !differs {
		return nil
	}
	var problems fault.Problems
	c.readQuery(r.URL, &problems)
	c.readBody(r, &problems)
	return problems.Err()
}

// readQuery edits parameters. Those that hold several words hold them apart with
// commas.
func (c call) readQuery(u *url.URL, problems *fault.Problems) {
	if len(c.query) == 0 || u.RawQuery == "" {
		return
	}
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return
	}
	for name, at := range c.query {
		for i, text := range values[name] {
			words := strings.Split(text, ",")
			for j, word := range words {
				if at.Items != nil {
					words[j] = at.Items.UpText(word, name, problems)
				} else {
					words[j] = at.UpText(word, name, problems)
				}
			}
			values[name][i] = strings.Join(words, ",")
		}
	}
	u.RawQuery = values.Encode()
}

func (c call) readBody(r *http.Request, problems *fault.Problems) {
	if c.body == nil || r.Body == nil || !isJSON(r.Header) {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		r.Body = rereadBody{io.MultiReader(bytes.NewReader(body), failing{err}), r.Body}
		return
	}
	if json.Valid(body) && utf8.Valid(body) {
		body = c.body.Up(body, "", problems)
	}
	r.Body, r.ContentLength = rereadBody{bytes.NewReader(body), r.Body}, int64(len(body))
}

func isJSON(h http.Header) bool {
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && media == "application/json"
}

// rereadBody is a body that was read and is to be read once more.
type rereadBody struct {
	io.Reader
	io.Closer
}

// failing is the end of a body that could not be read to its end.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
