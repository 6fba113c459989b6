package gate

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// What a node remembers of tokens, live and dead, and of places. Whoever is not
// among them costs a look at PostgreSQL.
const (
	mostKnown  = 50_000
	mostDead   = 50_000
	mostBarred = 10_000
)

// digest is a token's text as it is remembered: nobody finds a token in memory.
type digest [sha256.Size]byte

// cachedToken is what is known of a token: whose it is, which never changes,
// and perhaps a permit.
type cachedToken struct {
	calls  *limits.Counter
	permit atomic.Pointer[permit]
}

// permit is what PostgreSQL said of a caller, and what that rests on.
type permit struct {
	caller *Caller
	ends   time.Time // of the token, on the service's clock
	basis  epoch.Basis
}

// good reports whether the permit is still valid: the token has not ended, and what
// the permit rests on stands.
func (p *permit) good(epochs epoch.Reading, now time.Time) bool {
	return p != nil && now.Before(p.ends) && p.basis.Stands(epochs)
}

// byApp answers a call with an access token, which counts as a read or not.
func (g *Gate) byApp(w http.ResponseWriter, r *http.Request, row route.Route, read bool) error {
	text, given := bearer(r.Header)
	if !given {
		g.challenge(w)
		return token.ErrInvalid
	}
	if secret.Says(secret.DeveloperToken, text) {
		return g.elsewhere(w, r, row)
	}
	caller, admission, err := g.recognise(r.Context(), text, read)
	if err != nil {
		return g.refuse(w, r, err)
	}
	r, c := begin(r, caller)
	g.journal(r, c, admission.Read)
	if err := limit(w.Header(), admission); err != nil {
		return err
	}
	return g.admit(w, r, c, row)
}

// refuse answers a call whose token is not good. An authentic one that is dead
// is counted against where it comes from: it cost us a look-up once, and who has
// one can have thousands.
func (g *Gate) refuse(w http.ResponseWriter, r *http.Request, err error) error {
	if until, ok := errors.AsType[errBarred](err); ok {
		return session.TooMany(w, time.Time(until).Sub(g.deps.Now()))
	}
	if !errors.Is(err, token.ErrInvalid) {
		return err
	}
	if _, dead := errors.AsType[token.Dead](err); dead {
		place := limits.Place(address.From(r.Context()))
		wait, err := g.deps.Windows.Refused(r.Context(), limits.Hit{Rule: limits.DeadTokensByAddress, Key: place})
		switch {
		case err != nil:
			return err
		case wait > 0:
			g.barred.Add(place, g.deps.Now().Add(wait))
			return session.TooMany(w, wait)
		}
	}
	g.challenge(w, `error="invalid_token"`)
	return token.ErrInvalid
}

// errBarred refuses a place that sent too many dead tokens, until the given time.
type errBarred time.Time

// Error is never shown.
func (errBarred) Error() string { return "too many dead tokens came from there" }

// whileBusinessExists is a row as apps meet it. To one whose business was erased
// during the call it says what the next call will hear.
func (g *Gate) whileBusinessExists(row route.Route) route.Route {
	handle := row.Handle
	row.Handle = func(w http.ResponseWriter, r *http.Request) error {
		err := handle(w, r)
		if errors.Is(err, tenancy.ErrBusinessNotFound) {
			g.challenge(w, `error="invalid_token"`)
			return token.ErrInvalid
		}
		return err
	}
	return row
}

// recognise tells whose token it is, and counts the call. A token that has not
// been seen is looked up first: without its app there is nothing to count
// against. From then on a call is one round trip to Redis, which counts it and
// tells whether the permit is still good; where it is not, PostgreSQL is asked, after
// the epochs were read, so what is kept is never older than they are.
func (g *Gate) recognise(ctx context.Context, text string, read bool) (*Caller, limits.Admission, error) {
	var room [256]byte // more than a token has: it is hashed in place
	name := digest(sha256.Sum256(append(room[:0], text...)))
	known, ok := g.known.Get(name)
	switch {
	case ok:
	case g.dead.Contains(name):
		return nil, limits.Admission{}, token.Dead{ForGood: true}
	default:
		return g.firstCall(ctx, name, text, read)
	}
	asked := time.Now()
	admission, err := known.calls.Count(ctx, read)
	if err != nil {
		return nil, limits.Admission{}, err
	}
	if cached := known.permit.Load(); admission.Known && cached.good(admission.Epochs, g.deps.Now()) {
		return cached.caller, admission, nil
	}
	caller, ends, err := g.lookUp(ctx, name, text)
	if err != nil {
		g.known.Remove(name)
		return nil, limits.Admission{}, err
	}
	if admission.Known && !admission.Epochs.InFlux {
		known.permit.Store(&permit{caller: caller, ends: ends, basis: epoch.Basis{Epochs: admission.Epochs, Asked: asked}})
	}
	return caller, admission, nil
}

// firstCall looks a token up that this node has not seen, and gives no permit: the
// epochs are read too late for that.
func (g *Gate) firstCall(ctx context.Context, name digest, text string, read bool) (*Caller, limits.Admission, error) {
	if until, ok := g.barred.Get(limits.Place(address.From(ctx))); ok && g.deps.Now().Before(until) {
		return nil, limits.Admission{}, errBarred(until)
	}
	caller, _, err := g.lookUp(ctx, name, text)
	if err != nil {
		return nil, limits.Admission{}, err
	}
	known := &cachedToken{calls: g.deps.Admissions.Of(limits.Party{
		App: caller.App.ID, Business: caller.Business.ID, Installation: caller.Installation, Family: caller.Family, User: caller.User.ID,
	})}
	g.known.Add(name, known)
	admission, err := known.calls.Count(ctx, read)
	return caller, admission, err
}

// lookUp asks PostgreSQL. What will never be good again is not asked for twice.
func (g *Gate) lookUp(ctx context.Context, name digest, text string) (*Caller, time.Time, error) {
	found, err := g.deps.Tokens.Bearer(ctx, text)
	if err != nil {
		if dead, ok := errors.AsType[token.Dead](err); ok && dead.ForGood {
			g.dead.Add(name, struct{}{})
		}
		return nil, time.Time{}, err
	}
	caller := throughApp(found)
	caller.Version, _ = version.Resolve("", caller.App.PinnedVersion, g.deps.Now()) // what most calls speak
	return caller, found.ExpiresAt, nil
}

// reads reports whether a request asks for something and changes nothing.
func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// bearer is the token in a request's header. Several headers name nobody.
func bearer(h http.Header) (text string, given bool) {
	values := h.Values("Authorization")
	if len(values) != 1 {
		return "", false
	}
	scheme, text, _ := strings.Cut(values[0], " ")
	return strings.TrimSpace(text), strings.EqualFold(scheme, "Bearer")
}
