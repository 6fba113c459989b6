package session

import (
	"context"
	"encoding/hex"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/web/address"
)

// Developer finds out whose developer token a request carries, and signs its context:
// From then tells its user, who is in no session. Nothing else is looked at, neither
// the cookies nor the origin: a token does not travel by itself.
func (s *Sessions) Developer(w http.ResponseWriter, r *http.Request, text string) (*http.Request, accounts.DeveloperToken, error) {
	ctx := r.Context()
	// Counted before the look-up, by the token and by where it comes from: whoever
	// invents tokens has a new one each time.
	wait, err := s.Windows.Refused(ctx,
		limits.Hit{Rule: limits.SessionCalls, Key: limits.Place(address.From(ctx))},
		limits.Hit{Rule: limits.DeveloperCalls, Key: hex.EncodeToString(secret.Hash(text)[:16])})
	if err == nil && wait > 0 {
		err = TooMany(w, wait)
	}
	if err != nil {
		return r, accounts.DeveloperToken{}, err
	}
	in, err := s.Accounts.AuthenticateDeveloper(ctx, text)
	if err != nil {
		return r, accounts.DeveloperToken{}, err
	}
	v := visitor{SignedIn: accounts.SignedIn{User: in.User}, token: text, machine: &in.Token}
	return r.WithContext(v.sign(ctx)), in.Token, nil
}

// MachineFrom tells which command line sent a request, if one did.
func MachineFrom(ctx context.Context) (accounts.DeveloperToken, bool) {
	if v := visitorFrom(ctx); v.machine != nil {
		return *v.machine, true
	}
	return accounts.DeveloperToken{}, false
}
