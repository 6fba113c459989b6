package edition

import (
	"bytes"
	"fmt"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Path is where programs find the description, on the API host.
const Path = "/openapi.json"

// PathVersions is where people read what the versions differ in, on the app host.
const PathVersions = "/reference/versions"

// Table is the one route that hands the descriptions out, to anybody.
func (e *Editions) Table(now clock.Now) route.Face {
	return route.Face{Routes: []route.Route{{Pattern: "GET " + Path, Handle: func(w http.ResponseWriter, r *http.Request) error {
		return e.serve(w, r, now())
	}}}}
}

// Find is the version of a name, or the current one. A version that is past its
// sunset is found too: what it was can be read for ever.
func Find(name string, now time.Time) (version.Version, error) {
	if name == "" {
		return version.Current(now), nil
	}
	v, ok := version.Lookup(name)
	if !ok || !v.ReleasedAt(now) {
		return version.Version{}, apps.ErrUnsupportedVersion.With(name)
	}
	return v, nil
}

func (e *Editions) serve(w http.ResponseWriter, r *http.Request, now time.Time) error {
	asked := r.URL.Query().Get("version")
	if asked == "" {
		asked = r.Header.Get(e.VersionHeader())
	}
	v, err := Find(asked, now)
	if err != nil {
		return err
	}
	document := e.documents[v.Name]()
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=900")
	h.Set("ETag", document.etag)
	h.Set(e.VersionHeader(), v.Name)
	h.Add("Vary", e.VersionHeader())
	if h.Get("Access-Control-Allow-Origin") == "" {
		h.Set("Access-Control-Allow-Origin", "*") // also in the copy that a cache hands to a browser
	}
	e.Announce(h, v, now)
	http.ServeContent(w, conditionOf(r), "", time.Time{}, bytes.NewReader(document.text))
	return nil
}

// conditionOf is a request with the one condition that api/ promises to know: who has the
// description already is told so. Parts of it, or none of it unless it is a certain one,
// are nothing that readers of it ask for.
func conditionOf(r *http.Request) *http.Request {
	asked := *r
	asked.Header = http.Header{}
	if tags, ok := r.Header["If-None-Match"]; ok {
		asked.Header["If-None-Match"] = tags
	}
	return &asked
}

// VersionHeader is the header in which calls and answers name their version.
func (e *Editions) VersionHeader() string { return e.versionHeader }

// Announce tells with an answer that its version is on its way out: since when
// (RFC 9745), when it ends (RFC 8594), and where to read on.
func (e *Editions) Announce(h http.Header, v version.Version, now time.Time) {
	if !v.DeprecatedAt(now) {
		return
	}
	h.Set("Deprecation", fmt.Sprintf("@%d", v.Deprecated.Unix()))
	if !v.Sunset.IsZero() {
		h.Set("Sunset", v.Sunset.UTC().Format(http.TimeFormat))
	}
	h.Add("Link", fmt.Sprintf(`<%s%s>; rel="deprecation"; type="text/html"`, e.config.AuthURL, PathVersions))
}
