package gate

import (
	"net/http"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/idempotency"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// Deps is what the gate is made of.
type Deps struct {
	Tokens      *token.Service
	Tenancy     *tenancy.Service
	Sessions    *session.Sessions
	Windows     *limits.Windows
	Admissions  *limits.Admissions
	Idempotency *idempotency.Service
	Journal     *journal.Journal
	Editions    *edition.Editions
	Now         clock.Now
	// BaseURL is the origin of the API host, under which a client that has no
	// token finds out where to get one.
	BaseURL string
}

// Gate stands before the Business API.
type Gate struct {
	deps  Deps
	known *lru.Cache[digest, *cachedToken]
	// dead are tokens that are authentic and will never be good again.
	dead *lru.Cache[digest, struct{}]
	// barred are places that sent too many dead tokens, and until when.
	barred *lru.Cache[string, time.Time]
}

// New returns the gate on the given parts.
func New(deps Deps) *Gate {
	return &Gate{
		deps:  deps,
		known: remember[digest, *cachedToken](mostKnown), dead: remember[digest, struct{}](mostDead), barred: remember[string, time.Time](mostBarred),
	}
}

func remember[K comparable, V any](most int) *lru.Cache[K, V] {
	cache, err := lru.New[K, V](most)
	if err != nil {
		panic(err) // only a size below one
	}
	return cache
}

// Guard puts the checks of a row before its handler. Where there is no row there
// is nothing to guard; but a call with a token is counted there too.
func (g *Gate) Guard(row route.Route) route.Handler {
	forApps := g.whileBusinessExists(row)
	return func(w http.ResponseWriter, r *http.Request) error {
		switch {
		case byToken(r):
			return g.byApp(w, r, forApps, reads(r))
		case row.Pattern == "":
			return row.Handle(w, r)
		case g.deps.Sessions.Carried(r):
			return g.bySession(w, r, row)
		}
		// Told of no error: it may not have known that it needs a token (RFC 6750, 3.1).
		g.challenge(w)
		return token.ErrInvalid
	}
}

// FirstParty guards a row that lives from the session cookie: people come to it by a
// way of their own. An app is counted and told that this is not for it: a 401 would
// make it throw its tokens away.
func (g *Gate) FirstParty(row route.Route, people route.Handler) route.Handler {
	apps := g.Guard(row)
	return func(w http.ResponseWriter, r *http.Request) error {
		if byToken(r) {
			return apps(w, r)
		}
		return people(w, r)
	}
}

// byToken reports whether a request says that an app sends it, with a good token
// or not. Whatever cookies it carries, it is no member's in person.
func byToken(r *http.Request) bool { return r.Header.Values("Authorization") != nil }

// admit is what all callers pass once it is known who they are.
func (g *Gate) admit(w http.ResponseWriter, r *http.Request, c *call, row route.Route) error {
	if err := g.settleVersion(w, r, c); err != nil {
		return err
	}
	if row.Pattern == "" {
		return row.Handle(w, r)
	}
	if err := g.allow(w, c.caller, row); err != nil {
		return err
	}
	return g.serve(w, r, c.caller, row)
}

// challenge tells a client what is wrong, and where it learns how to get a token.
func (g *Gate) challenge(w http.ResponseWriter, about ...string) {
	about = append(about, `resource_metadata="`+g.deps.BaseURL+`/.well-known/oauth-protected-resource"`)
	w.Header().Set("WWW-Authenticate", "Bearer "+strings.Join(about, ", "))
}
