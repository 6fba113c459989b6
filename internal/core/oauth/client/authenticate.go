package client

import (
	"context"
	"encoding/hex"
	"errors"
	"net/netip"
	"time"

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

// Admit tells whether a request may be looked at at all: nil, or why not. It
// counts the request. unreadable is what the face found wrong with its form,
// which is told to nobody who comes too often.
func (s *Service) Admit(ctx context.Context, e Endpoint, a Attempt, unreadable error) error {
	checks := a.addressChecks(e)
	byAddress := len(checks)
	if unreadable == nil {
		checks = append(checks, a.clientChecks(e)...)
	}
	waits, err := s.deps.Windows.Waits(ctx, checks...)
	if err != nil {
		return err
	}
	if err := firstWait(waits[:byAddress]); err != nil {
		return err
	}
	if unreadable != nil {
		return unreadable
	}
	return firstWait(waits[byAddress:])
}

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
func (s *Service) Authenticate(ctx context.Context, e Endpoint, a Attempt) (Client, error) {
	if e.Anonymous && a == (Attempt{Address: a.Address}) {
		return Client{}, nil
	}
	client, proved, err := s.recognise(ctx, e, a)
	if err != nil {
		return Client{}, err
	}
	if !a.convinces(e, client, proved) {
		return Client{}, s.fail(ctx, e, a, client, proved)
	}
	if proved && e.ByClient.Limit > 0 {
		if err := s.count(ctx, limits.Hit{Rule: e.ByClient, Key: client.ID.String()}); err != nil {
			return Client{}, err
		}
	}
	return client, nil
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
// of its own. The zero client is one that does not exist.
func (s *Service) recognise(ctx context.Context, e Endpoint, a Attempt) (Client, bool, error) {
	if a.ID == "" || a.Garbled {
		return Client{}, false, nil
	}
	if e.Fetches && isDocument(a.ID) {
		client, _, err := s.Find(ctx, a.ID)
		return client, false, err
	}
	app, proved, err := s.deps.Apps.ByCredentials(ctx, storable(a.ID), a.Secret)
	if errors.Is(err, apps.ErrNotFound) {
		return Client{}, false, nil
	}
	if err != nil {
		return Client{}, false, err
	}
	return known(app), proved, nil
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
