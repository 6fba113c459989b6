package gate

import (
	"context"
	"crypto/sha256"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
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
	party  limits.Party
	permit atomic.Pointer[permit]
}

// permit is what PostgreSQL said of a caller, and what it rests on.
type permit struct {
	caller Caller
	ends   time.Time // of the token, on the service's clock
	epochs epoch.Reading
	asked  time.Time // on the machine's clock
}

// good reports whether the permit still stands: the token has not ended, nothing
// that it rests on has changed, and it is not too old for the worst to have
// happened to Redis.
func (p *permit) good(epochs epoch.Reading, now time.Time) bool {
	return p != nil && now.Before(p.ends) && time.Since(p.asked) < epoch.Grace && p.epochs.Same(epochs)
}

// byApp answers a call with an access token.
func (g *Gate) byApp(w http.ResponseWriter, r *http.Request, row route.Route) error {
	text, given := bearer(r.Header)
	if !given {
		g.challenge(w)
		return token.ErrInvalid
	}
	caller, admission, err := g.recognise(r.Context(), text)
	if err != nil {
		return g.turnAway(w, r, err)
	}
	r = g.note(r, &caller)
	if err := limit(w.Header(), admission); err != nil {
		return err
	}
	row.Handle = g.whileItStands(row.Handle)
	return g.admit(w, r, &caller, row)
}

// turnAway answers a call whose token is not good. An authentic one that is dead
// is counted against where it comes from: it cost us a look-up once, and who has
// one can have thousands.
func (g *Gate) turnAway(w http.ResponseWriter, r *http.Request, err error) error {
	if until, ok := errors.AsType[errBarred](err); ok {
		return session.TooMany(w, time.Time(until).Sub(g.Now()))
	}
	if !errors.Is(err, token.ErrInvalid) {
		return err
	}
	if _, dead := errors.AsType[token.Dead](err); dead {
		place := limits.Place(address.From(r.Context()))
		wait, err := g.Windows.Refused(r.Context(), limits.Hit{Rule: limits.DeadTokensByAddress, Key: place})
		switch {
		case err != nil:
			return err
		case wait > 0:
			g.barred.Add(place, g.Now().Add(wait))
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

// whileItStands runs a handler for an app. To one whose business was erased
// during the call it says what the next call will hear.
func (g *Gate) whileItStands(handle route.Handler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		err := handle(w, r)
		if errors.Is(err, tenancy.ErrBusinessNotFound) {
			g.challenge(w, `error="invalid_token"`)
			return token.ErrInvalid
		}
		return err
	}
}

// recognise tells whose token it is, and counts the call. A token that has not
// been seen is looked up first: without its app there is nothing to count
// against. From then on a call is one round trip to Redis, which counts it and
// tells whether the permit stands; where it does not, PostgreSQL is asked, after
// the epochs were read, so what is kept is never older than they are.
func (g *Gate) recognise(ctx context.Context, text string) (Caller, limits.Admission, error) {
	name := digest(sha256.Sum256([]byte(text)))
	known, ok := g.known.Get(name)
	switch {
	case ok:
	case g.dead.Contains(name):
		return Caller{}, limits.Admission{}, token.Dead{ForGood: true}
	default:
		return g.meet(ctx, name, text)
	}
	asked := time.Now()
	admission, err := g.Admissions.Count(ctx, known.party)
	if err != nil {
		return Caller{}, limits.Admission{}, err
	}
	if held := known.permit.Load(); admission.Known && held.good(admission.Epochs, g.Now()) {
		return held.caller, admission, nil
	}
	caller, ends, err := g.look(ctx, name, text)
	if err != nil {
		g.known.Remove(name)
		return Caller{}, limits.Admission{}, err
	}
	if admission.Known && !admission.Epochs.InFlux {
		known.permit.Store(&permit{caller: caller, ends: ends, epochs: admission.Epochs, asked: asked})
	}
	return caller, admission, nil
}

// meet looks a token up that this node has not seen, and gives no permit: the
// epochs are read too late for that.
func (g *Gate) meet(ctx context.Context, name digest, text string) (Caller, limits.Admission, error) {
	if until, ok := g.barred.Get(limits.Place(address.From(ctx))); ok && g.Now().Before(until) {
		return Caller{}, limits.Admission{}, errBarred(until)
	}
	caller, _, err := g.look(ctx, name, text)
	if err != nil {
		return Caller{}, limits.Admission{}, err
	}
	known := &cachedToken{party: limits.Party{
		App: caller.App.ID, Business: caller.Business.ID, Installation: caller.Installation, Family: caller.Family, User: caller.User.ID,
	}}
	g.known.Add(name, known)
	admission, err := g.Admissions.Count(ctx, known.party)
	return caller, admission, err
}

// look asks PostgreSQL. What will never be good again is not asked for twice.
func (g *Gate) look(ctx context.Context, name digest, text string) (c Caller, ends time.Time, err error) {
	found, err := g.Tokens.Bearer(ctx, text)
	if err != nil {
		if dead, ok := errors.AsType[token.Dead](err); ok && dead.ForGood {
			g.dead.Add(name, struct{}{})
		}
		return Caller{}, time.Time{}, err
	}
	c = Caller{App: found.App, Installation: found.Installation, Family: found.Family, Scopes: found.Scopes, Granted: found.Granted}
	c.Acting, err = g.Tenancy.Acting(ctx, found.User, found.Business)
	if _, left := fault.As(err); left {
		err = token.ErrInvalid // a moment ago they were a member
	}
	return c, found.ExpiresAt, err
}

// limit tells an app where it stands in this business, and refuses a call over
// one of the limits. The headers are never those of the limit over all.
func limit(h http.Header, admission limits.Admission) error {
	count := admission.InBusiness
	h.Set("RateLimit-Limit", strconv.FormatInt(count.Rule.Limit, 10))
	h.Set("RateLimit-Remaining", strconv.FormatInt(count.Remaining(), 10))
	h.Set("RateLimit-Reset", strconv.Itoa(seconds(count.ResetsIn)))
	by, refused := admission.Refused()
	if !refused {
		return nil
	}
	wait := seconds(by.ResetsIn)
	h.Set("Retry-After", strconv.Itoa(wait))
	return errRateLimited.With(wait)
}

// seconds rounds up: whoever waits as long as it was told is let in.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// bearer is the token in a request's header. Several headers name nobody.
func bearer(h http.Header) (text string, given bool) {
	values := h.Values("Authorization")
	if len(values) != 1 {
		return "", false
	}
	scheme, text, _ := strings.Cut(values[0], " ")
	return strings.TrimSpace(text), strings.EqualFold(scheme, "Bearer")
}
