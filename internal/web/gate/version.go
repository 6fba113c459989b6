package gate

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/route"
)

// settleVersion settles which version a call speaks, and tells so in the answer,
// together with how long that version will be spoken.
func (g *Gate) settleVersion(w http.ResponseWriter, r *http.Request, c *call) error {
	name, asked := g.deps.Editions.VersionHeader(), ""
	given := r.Header.Values(name)
	if len(given) > 1 {
		var p fault.Problems
		p.Want(false, "%s should be given once", name)
		return p.Err()
	}
	if len(given) > 0 {
		asked = given[0]
	}
	spoken, supported := version.Resolve(asked, c.caller.App.PinnedVersion, g.deps.Now())
	switch {
	case supported:
		c.speak(spoken)
		w.Header().Set(name, spoken.Name)
		route.Describe(r.Context(), "version", spoken)
		g.deps.Editions.Announce(w.Header(), spoken, g.deps.Now())
		return nil
	case asked == "":
		asked = c.caller.App.PinnedVersion
	}
	return apps.ErrUnsupportedVersion.With(asked)
}

// speak notes which version the call speaks. Its caller is shared with other calls,
// which may speak another.
func (c *call) speak(v version.Version) {
	c.spoken = v.Name
	if c.caller.Version != v {
		own := *c.caller
		own.Version, c.caller = v, &own
	}
}
