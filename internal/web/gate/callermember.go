package gate

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// bySession answers a call of a member in person, with the session cookie. The
// session's own guard counts it, and refuses what another site's page sent.
func (g *Gate) bySession(w http.ResponseWriter, r *http.Request, row route.Route) error {
	err := g.deps.Sessions.Guard(func(w http.ResponseWriter, r *http.Request) error {
		in, _ := session.From(r.Context())
		if in.Session.Business.IsZero() {
			return errNoBusiness
		}
		acting, err := g.deps.Tenancy.Acting(r.Context(), in.User.ID, in.Session.Business)
		if err != nil {
			return err
		}
		r, c := begin(r, inPerson(acting))
		return g.admit(w, r, c, row)
	})(w, r)
	if refusal, ok := fault.As(err); ok && refusal.Kind == fault.Unauthenticated {
		g.challenge(w)
	}
	return err
}
