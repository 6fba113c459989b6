package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Config is what sessions need.
type Config struct {
	Accounts *accounts.Service
	Windows  *limits.Windows
	Keys     *secret.Keyring
	Now      clock.Now
	Log      *slog.Logger

	// AppURL is the origin of the app host. With https, cookies travel by it only.
	AppURL string
	// Domain is the parent domain that shares the cookie between the hosts; empty
	// when they have one name.
	Domain string
}

// Sessions reads and writes the session cookie on both hosts.
type Sessions struct {
	Config
	origin *http.CrossOriginProtection
	forms  *secret.MAC
	secure bool
}

// New returns the sessions of an installation. It refuses an AppURL that is no
// origin.
func New(config Config) (*Sessions, error) {
	s := &Sessions{
		Config: config,
		origin: http.NewCrossOriginProtection(),
		forms:  config.Keys.MAC(secret.FormTokens),
		secure: strings.HasPrefix(config.AppURL, "https://"),
	}
	if err := s.origin.AddTrustedOrigin(config.AppURL); err != nil {
		return nil, fmt.Errorf("trust the app host: %w", err)
	}
	return s, nil
}

// Wrap stands before the pages of the app host. Refusals are answered in the
// shape of the host's errors.
func (s *Sessions) Wrap(refusals route.Errors, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, err := s.recognise(w, r)
		if err == nil && s.fromElsewhere(r) {
			err = ErrCrossOrigin
		}
		if err == nil {
			next.ServeHTTP(w, r)
			return
		}
		route.Fail(w, r, refusals, err)
	})
}

// Guard stands before a handler of the API host and lets nobody through who is
// not signed in.
func (s *Sessions) Guard(next route.Handler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if r.Header.Get("Authorization") != "" {
			return accounts.ErrSessionOver
		}
		r, err := s.recognise(w, r)
		if err != nil {
			return err
		}
		visitor := visitorFrom(r.Context())
		if visitor.why != nil {
			return visitor.why
		}
		if s.origin.Check(r) != nil {
			return ErrCrossOrigin
		}
		return next(w, r)
	}
}

// Carried reports whether a request carries a session, good or not.
func (s *Sessions) Carried(r *http.Request) bool { return read(r, s.sessionName()) != "" }

// recognise finds out who sent a request and signs its context. That nobody is
// signed in is no error. The request it returns is good also with an error.
func (s *Sessions) recognise(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	ctx, v := r.Context(), visitor{why: accounts.ErrSessionOver}
	if v.token = read(r, s.sessionName()); v.token != "" {
		// Counted before the look-up, which is what an attacker would make us do.
		if err := s.count(ctx, w); err != nil {
			return r, err
		}
		v.SignedIn, v.why = s.Accounts.Authenticate(ctx, v.token)
		if _, refused := fault.As(v.why); v.why != nil && !refused {
			return r, v.why
		}
	}
	return r.WithContext(v.sign(ctx)), nil
}

// count holds an address to the limit of session traffic.
func (s *Sessions) count(ctx context.Context, w http.ResponseWriter) error {
	wait, err := s.Windows.Refused(ctx, limits.Hit{Rule: limits.SessionCalls, Key: limits.Place(address.From(ctx))})
	if err != nil || wait == 0 {
		return err
	}
	return TooMany(w, wait)
}

// fromElsewhere reports whether a page of another site sent a request that
// changes something. Our pages send no referrer, and so some browsers name no
// origin either: those that do not say Sec-Fetch-Site, and all of them without
// https. What remains for these is the form token.
func (s *Sessions) fromElsewhere(r *http.Request) bool {
	if r.Header.Get("Sec-Fetch-Site") == "" && r.Header.Get("Origin") == "null" {
		return false
	}
	return s.origin.Check(r) != nil
}

// visitor is who sent a request.
type visitor struct {
	accounts.SignedIn
	token string // of the session cookie, good or not, or the developer token
	why   error  // why nobody is signed in; nil when somebody is
	// machine is the command line that sent it for its user; nil: a browser did.
	machine *accounts.DeveloperToken
}

type contextKey struct{}

// sign leaves the visitor in the context, as its actor too.
func (v visitor) sign(ctx context.Context) context.Context {
	who := actor.Actor{Kind: actor.System}
	if v.why == nil {
		who.Kind, who.ID = actor.User, v.User.ID.String()
	}
	if v.machine != nil {
		who.Token = v.machine.ID.String()
	}
	return route.Sign(context.WithValue(ctx, contextKey{}, v), who)
}

func visitorFrom(ctx context.Context) visitor {
	if v, ok := ctx.Value(contextKey{}).(visitor); ok {
		return v
	}
	return visitor{why: accounts.ErrSessionOver}
}

// From tells who is signed in, if anybody is.
func From(ctx context.Context) (accounts.SignedIn, bool) {
	v := visitorFrom(ctx)
	if v.why != nil {
		return accounts.SignedIn{}, false
	}
	return v.SignedIn, true
}

// Owing tells who has given the password and still owes the second factor.
func Owing(ctx context.Context) (accounts.SignedIn, bool) {
	v := visitorFrom(ctx)
	if !errors.Is(v.why, accounts.ErrSecondFactorRequired) {
		return accounts.SignedIn{}, false
	}
	return v.SignedIn, true
}

// Still is nil while whoever was let through would be let through again. Asking does
// not count as use of the session, or of the developer token.
func (s *Sessions) Still(ctx context.Context) (err error) {
	if v := visitorFrom(ctx); v.machine != nil {
		_, err = s.Accounts.RecogniseDeveloper(ctx, v.token)
		return err
	}
	_, err = s.Accounts.Recognise(ctx, Token(ctx))
	return err
}

// Token is the secret that the session cookie carries, good or not.
func Token(ctx context.Context) string { return visitorFrom(ctx).token }
