package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/keyring"
)

// Key is a key of the configuration as the operator sees it.
type Key struct {
	ID    string        `json:"id"`
	State keyring.State `json:"state"`
	// CanBeDropped says that nothing depends on it, so it may leave all lists.
	CanBeDropped bool   `json:"canBeDropped"`
	InThisList   bool   `json:"inThisList"`
	Nodes        string `json:"nodes"` // how many of those that run hold it
	FirstUsed    string `json:"firstUsed"`
	LastUsed     string `json:"lastUsed"`
	// Seals says how many rows of which column it has sealed.
	Seals []string `json:"seals"`
	// Vouches says until when something good may carry its MACs; of a key in use,
	// always.
	Vouches []string `json:"vouches"`
	// RefreshTokens is how many refresh tokens at most end with it.
	RefreshTokens int `json:"refreshTokens"`
}

// Keys tells of every key that is in use, was, or is listed here.
func (o *Operator) Keys(ctx context.Context) ([]Key, error) {
	all, err := o.app.Keyring.Status(ctx)
	if err != nil {
		return nil, err
	}
	shown := make([]Key, len(all))
	for i, status := range all {
		shown[i] = showKey(status)
		if shown[i].RefreshTokens, err = o.refreshTokens(ctx, status); err != nil {
			return nil, err
		}
	}
	return shown, nil
}

// refreshTokens is how many refresh tokens may carry a MAC of the key.
func (o *Operator) refreshTokens(ctx context.Context, s keyring.Status) (int, error) {
	if _, vouches := s.Vouches[secret.RefreshTokens]; !vouches {
		return 0, nil
	}
	return o.app.Tokens.Refreshable(ctx, s.FirstUsedAt, s.LastUsedAt.Add(time.Minute))
}

func showKey(s keyring.Status) Key {
	shown := Key{
		ID: s.ID, State: s.State, CanBeDropped: slices.Contains([]keyring.State{keyring.Unused, keyring.NotNeeded, keyring.Retired}, s.State),
		InThisList: s.Listed, Nodes: fmt.Sprintf("%d of %d", s.Holding, s.Nodes), FirstUsed: day(s.FirstUsedAt), LastUsed: day(s.LastUsedAt),
		Seals: []string{}, Vouches: []string{},
	}
	for _, c := range s.Sealed {
		shown.Seals = append(shown.Seals, fmt.Sprintf("%s:%d", c.Column, c.Rows))
	}
	for _, p := range secret.Purposes() {
		if until, vouches := s.Vouches[p]; vouches && s.State != keyring.InUse {
			shown.Vouches = append(shown.Vouches, fmt.Sprintf("%ss until %s", p.Name, day(until)))
		}
	}
	return shown
}

func day(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return at.UTC().Format(time.RFC3339)
}

// Rewrapped is what sealing anew did.
type Rewrapped struct {
	Key        string `json:"key"` // under which everything is sealed now
	SealedAnew int    `json:"sealedAnew"`
}

// RewrapKeys seals everything anew that older keys sealed.
func (o *Operator) RewrapKeys(ctx context.Context) (Rewrapped, error) {
	n, err := o.app.Keyring.Rewrap(ctx)
	return Rewrapped{o.app.Keys.Keys()[0].ID, n}, err
}

// Price is what the operator accepts to lose with a key.
type Price = keyring.Price

// RetireKey gives a key up, and lists what is in use then.
func (o *Operator) RetireKey(ctx context.Context, id string, price Price) ([]Key, error) {
	err := o.app.Keyring.Retire(ctx, id, price)
	if err == nil {
		return o.Keys(ctx)
	}
	switch {
	case errors.Is(err, keyring.ErrVouches):
		return nil, fmt.Errorf("%w; with --end-tokens the tokens end now (`counterpartd admin keys status` says how many), and their apps ask their users again", err)
	case errors.Is(err, keyring.ErrSeals):
		return nil, fmt.Errorf("%w; wait for the next sweep, or, if the key is lost, give up what it sealed with --lose-sealed", err)
	}
	return nil, err
}
