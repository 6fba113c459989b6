package client

import (
	"context"
	"encoding/hex"
	"errors"
	"net/netip"
	"time"

	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth"
)

// Endpoint is how an endpoint takes its clients: its own limits and lockouts,
// and where it differs from the others. A rule that is zero does not limit.
type Endpoint struct {
	ByAddress     limits.Rule // all that an address sends
	WithSecret    limits.Rule // an address as one client, with a secret
	WithoutSecret limits.Rule // and without one
	ByClient      limits.Rule // a client that proved its secret, from wherever
	LocksClient   limits.Lockout
	LocksAddress  limits.Lockout

	HeaderOnly   bool // credentials in the body are none
	Anonymous    bool // whoever names no client is let in as nobody
	NeedsSecret  bool // PUBLIC clients have no business here
	SuspendedToo bool // a client that may not act is let in all the same
	Fetches      bool // a client may come here first, so its document is fetched
}

// The endpoints.
var (
	Token = Endpoint{
		ByAddress: limits.TokenByAddress, WithSecret: limits.TokenWithSecret, WithoutSecret: limits.TokenWithoutSecret,
		ByClient: limits.TokenByClient, LocksClient: limits.TokenLocksClient, LocksAddress: limits.TokenLocksAddress,
	}
	// Introspect is for clients that keep tokens for others, so they have a
	// secret. One that is suspended learns that none of its tokens is live.
	Introspect = Endpoint{
		ByAddress: limits.IntrospectByAddress, WithSecret: limits.IntrospectWithSecret, WithoutSecret: limits.IntrospectWithoutSecret,
		LocksClient: limits.IntrospectLocksClient, LocksAddress: limits.IntrospectLocksAddress,
		HeaderOnly: true, NeedsSecret: true, SuspendedToo: true,
	}
	// Revoke takes a token from whoever holds it.
	Revoke = Endpoint{
		ByAddress: limits.RevokeByAddress, WithSecret: limits.RevokeWithSecret, WithoutSecret: limits.RevokeWithoutSecret,
		LocksClient: limits.RevokeLocksClient, LocksAddress: limits.RevokeLocksAddress,
		Anonymous: true,
	}
	DeviceAuthorize = Endpoint{
		ByAddress: limits.DeviceByAddress, LocksClient: limits.DeviceLocksClient, LocksAddress: limits.DeviceLocksAddress,
		Fetches: true,
	}
)

// Attempt is how somebody says who they are.
type Attempt struct {
	Address     netip.Addr
	ID          string // empty: none was sent
	Secret      string // empty: none was sent
	Garbled     bool   // credentials were sent that cannot be read
	NeedsSecret bool   // what is asked for is not for PUBLIC clients
}

// Ahead is what a request will need once its client is known, so that it is asked for
// in the same round trip as whether the request may be looked at.
type Ahead struct {
	// Refused says that it will be refused whoever sends it, so nobody is looked for.
	Refused bool
	Rights  epoch.Watched // what its answer will rest on, if it is this app's; the app first
	Renews  ident.Family  // what it will renew; zero: nothing
}

// Admitted is a request that may be looked at.
type Admitted struct {
	endpoint Endpoint
	attempt  Attempt
	known    *credentials // as whose the attempt's are remembered; nil: nobody's
	ahead    bool         // the rights that its answer will rest on were asked for
	entered  limits.Entered
	asked    time.Time // on the machine's clock, before Redis was
}

// Admit tells whether a request may be looked at at all, or why not. It counts the
// request. unreadable is what the face found wrong with its form, which is told to
// nobody who comes too often. Where the attempt's credentials are remembered, the
// request is counted as their client's by the way, which is taken back if it turns
// out that it is not.
func (s *Service) Admit(ctx context.Context, e Endpoint, a Attempt, ahead Ahead, unreadable error) (*Admitted, error) {
	in := &Admitted{endpoint: e, attempt: a, asked: time.Now()}
	request := limits.Request{Checks: a.addressChecks(e)}
	byAddress := len(request.Checks)
	if unreadable == nil {
		request.Checks = append(request.Checks, a.clientChecks(e)...)
		in.known = s.expected(e, a, ahead)
	}
	if in.known != nil {
		request.App, request.Limit, request.Rights, request.Change = in.known.app, e.limitOf(a), in.known.rights, ahead.Renews
		if in.ahead = ahead.Rights.BeginsWith(epoch.App(in.known.app)); in.ahead {
			request.Rights = ahead.Rights
		}
	}
	var err error
	if in.entered, err = s.entrance.Enter(ctx, request); err != nil {
		return nil, err
	}
	err = firstWait(in.entered.Waits[:byAddress])
	if err == nil {
		err = unreadable
	}
	if err == nil {
		err = firstWait(in.entered.Waits[byAddress:])
	}
	if err == nil {
		return in, nil
	}
	if lost := s.entrance.Return(ctx, in.entered); lost != nil {
		return nil, lost
	}
	return nil, err
}

// expected is as whose the credentials of an attempt are remembered.
func (s *Service) expected(e Endpoint, a Attempt, ahead Ahead) *credentials {
	if ahead.Refused || e.Fetches && isDocument(a.ID) {
		return nil
	}
	return s.memory.find(a)
}

// limitOf is the limit of a client that proves its secret by an attempt.
func (e Endpoint) limitOf(a Attempt) limits.Rule {
	if a.Secret == "" {
		return limits.Rule{}
	}
	return e.ByClient
}

// epochs is that of the app, if it is known who asks and Redis told.
func (in *Admitted) epochs() (app epoch.Reading, known bool) {
	if !in.entered.Known {
		return epoch.Reading{}, false
	}
	return epoch.Reading{Epochs: in.entered.Epochs.Epochs[:1], InFlux: in.entered.Epochs.InFlux}, true
}

// Rights are the epochs of the rights that were asked for ahead; false where nobody
// told, and then nothing that is remembered is good.
func (in *Admitted) Rights() (epoch.Reading, bool) {
	return in.entered.Epochs, in.ahead && in.entered.Known
}

// Mark is that of what the request will renew; nil where none stands.
func (in *Admitted) Mark() *epoch.Mark { return in.entered.Mark }

// Leave ends a request. What was marked for it and not changed is so no longer.
func (in *Admitted) Leave() { in.entered.Mark.Drop() }

func firstWait(waits []time.Duration) error {
	for _, wait := range waits {
		if wait > 0 {
			return oauth.TooMany(wait)
		}
	}
	return nil
}

func (a Attempt) addressChecks(e Endpoint) []limits.Check {
	place := limits.Place(a.Address)
	return []limits.Check{limits.Lock{Lockout: e.LocksAddress, Key: place}, limits.Hit{Rule: e.ByAddress, Key: place}}
}

// clientChecks are those of the address as one client. Whoever names none is
// counted by the address alone.
func (a Attempt) clientChecks(e Endpoint) []limits.Check {
	if a.ID == "" {
		return nil
	}
	checks := []limits.Check{limits.Lock{Lockout: e.LocksClient, Key: a.pair()}}
	rule := e.WithoutSecret
	if a.Secret != "" {
		rule = e.WithSecret
	}
	if rule.Limit > 0 {
		checks = append(checks, limits.Hit{Rule: rule, Key: a.pair()})
	}
	return checks
}

// pair names the address as one client. The id may be anything that somebody
// typed, so its hash stands for it.
func (a Attempt) pair() string {
	return limits.Place(a.Address) + "/" + hex.EncodeToString(secret.Hash(a.ID)[:16])
}

// Authenticate tells who asks, or answers invalid_client. Whoever fails is
// noted; one failure too many, and Admit lets nobody in any more. The zero
// client is nobody, where the endpoint takes nobody.
func (s *Service) Authenticate(ctx context.Context, in *Admitted) (Client, error) {
	e, a := in.endpoint, in.attempt
	if e.Anonymous && a == (Attempt{Address: a.Address}) {
		return Client{}, nil
	}
	client, proved, err := s.recognise(ctx, in)
	if err != nil {
		return Client{}, err
	}
	if !a.convinces(e, client, proved) {
		s.memory.forget(in)
		if err := s.entrance.Return(ctx, in.entered); err != nil {
			return Client{}, err
		}
		return Client{}, s.fail(ctx, e, a, client, proved)
	}
	if proved && e.ByClient.Limit > 0 {
		return client, s.countClient(ctx, in, client)
	}
	return client, nil
}

// countClient holds a client to its own limit, unless it was counted on the way in.
func (s *Service) countClient(ctx context.Context, in *Admitted, client Client) error {
	switch wait := in.entered.Wait(); {
	case wait > 0:
		return oauth.TooMany(wait)
	case in.entered.Counted():
		return nil
	}
	return s.count(ctx, limits.Hit{Rule: in.endpoint.ByClient, Key: client.ID.String()})
}

// count counts a request, and refuses it if there were too many.
func (s *Service) count(ctx context.Context, hits ...limits.Hit) error {
	wait, err := s.deps.Windows.Refused(ctx, hits...)
	if err == nil && wait > 0 {
		return oauth.TooMany(wait)
	}
	return err
}

// recognise finds the client that is named, and tells whether the secret is one
// of its own. The zero client is one that does not exist. What is remembered of
// credentials is gone by while nothing about their app has changed; only those that
// were good are remembered, so all others take the one way, through PostgreSQL.
func (s *Service) recognise(ctx context.Context, in *Admitted) (Client, bool, error) {
	e, a := in.endpoint, in.attempt
	if a.ID == "" || a.Garbled {
		return Client{}, false, nil
	}
	if e.Fetches && isDocument(a.ID) {
		client, _, err := s.Find(ctx, a.ID)
		return client, false, err
	}
	if app, known := in.epochs(); known {
		if p := in.known.permit.Load(); p.good(app) {
			return p.client, p.proved, nil
		}
	}
	app, proved, err := s.deps.Apps.ByCredentials(ctx, storable(a.ID), a.Secret)
	if errors.Is(err, apps.ErrNotFound) {
		return Client{}, false, nil
	}
	if err != nil {
		return Client{}, false, err
	}
	client := known(app)
	if a.convinces(e, client, proved) {
		s.remember(in, client, proved)
	}
	return client, proved, nil
}

// convinces decides. A secret that is sent must be right, whoever sends it.
func (a Attempt) convinces(e Endpoint, client Client, proved bool) bool {
	switch {
	case client.ID.IsZero(), !client.Usable() && !(e.SuspendedToo && proved):
		return false
	case a.Secret != "", client.Type != apps.Public, e.NeedsSecret, a.NeedsSecret:
		return proved
	}
	return true
}

// fail notes a failure, with the locks and for whoever owns the client.
func (s *Service) fail(ctx context.Context, e Endpoint, a Attempt, client Client, proved bool) error {
	locks := []limits.Lock{{Lockout: e.LocksAddress, Key: limits.Place(a.Address)}}
	if a.ID != "" {
		locks = append(locks, limits.Lock{Lockout: e.LocksClient, Key: a.pair()})
	}
	led, err := s.deps.Windows.Fail(ctx, locks...)
	if err != nil {
		return err
	}
	if led.LockedFor > 0 {
		return oauth.TooMany(led.LockedFor)
	}
	if err := s.record(ctx, client, a.cause(client, proved), led.Began); err != nil {
		return err
	}
	return oauth.InvalidClient()
}

// record writes a failure down where the client's owners read it, and the lock
// that it led to.
func (s *Service) record(ctx context.Context, client Client, cause string, locked bool) error {
	failure := audit.Failure{
		Kind: audit.ClientFailure, Action: audit.AppAuthenticationRefused, Subject: client.ID, Organization: client.Organization, Cause: cause,
	}
	if client.ID.IsZero() {
		failure.Subject = audit.UnknownClient
	}
	if err := s.deps.Audit.Fail(ctx, failure); err != nil || !locked {
		return err
	}
	failure.Kind, failure.Action = audit.LockoutFailure, audit.AppAuthenticationLocked
	return s.deps.Audit.Fail(ctx, failure)
}

// cause is why an attempt did not convince, for the record alone: the caller is
// not told which.
func (a Attempt) cause(client Client, proved bool) string {
	switch {
	case a.Garbled:
		return "unreadable_credentials"
	case client.ID.IsZero():
		return "unknown_client"
	case !client.Usable():
		return "not_usable"
	case a.Secret == "":
		return "no_secret"
	case !proved:
		return "wrong_secret"
	}
	return "not_for_this_client"
}
