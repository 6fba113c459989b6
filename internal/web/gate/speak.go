package gate

import (
	"net/http"
	"strconv"

	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// speak settles which version a call speaks, and tells so in the answer,
// together with how long that version will be spoken.
func (g *Gate) speak(w http.ResponseWriter, r *http.Request, caller *Caller) error {
	asked := r.Header.Values(g.versionHeader())
	header := ""
	if len(asked) > 0 {
		header = asked[0]
	}
	spoken, supported := version.Resolve(header, caller.App.PinnedVersion, g.Now())
	if !supported || len(asked) > 1 {
		return apps.ErrUnsupportedVersion.With(named(header, caller.App.PinnedVersion))
	}
	caller.Version = spoken
	w.Header().Set(g.versionHeader(), spoken.Name)
	if spoken.DeprecatedAt(g.Now()) {
		g.deprecate(w.Header(), spoken)
	}
	return nil
}

// deprecate warns (RFC 9745, RFC 8594).
func (g *Gate) deprecate(h http.Header, spoken version.Version) {
	h.Set("Deprecation", "@"+strconv.FormatInt(spoken.Deprecated.Unix(), 10))
	if !spoken.Sunset.IsZero() {
		h.Set("Sunset", spoken.Sunset.UTC().Format(http.TimeFormat))
	}
	h.Set("Link", "<"+g.AuthURL+"/reference/versions>; rel=\"deprecation\"; type=\"text/html\"")
}

func (g *Gate) versionHeader() string { return g.Service + "-Version" }

// named is the version that cannot be spoken, wherever it came from.
func named(header, pinned string) string {
	if header != "" {
		return header
	}
	return pinned
}
