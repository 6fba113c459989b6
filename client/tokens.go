package counterpart

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"
)

const (
	// soon is how little an access token may have left to be as good as ended.
	soon = time.Minute
	// refreshLimit is less than the 30 seconds for which a store's lock may hold.
	refreshLimit = 25 * time.Second
)

// keeper hands out access tokens of a store, and refreshes them one at a time.
type keeper struct {
	app   *App
	store TokenStore

	mu         sync.Mutex
	refreshing map[string]*flight // by business
	quotas     map[string]*quota
}

// flight is a refresh that is under way, and then its outcome.
type flight struct {
	done chan struct{}
	set  TokenSet
	err  error
}

func newKeeper(a *App, store TokenStore) *keeper {
	return &keeper{app: a, store: store, refreshing: map[string]*flight{}, quotas: map[string]*quota{}}
}

// token is one that works for a minute at least, and is not the one that was just
// refused.
func (k *keeper) token(ctx context.Context, business, refused string) (string, error) {
	set, err := k.store.Load(ctx, business)
	if err != nil {
		return "", fmt.Errorf("counterpart: load the tokens of %s: %w", business, err)
	}
	usable := set.Access != refused
	if usable && (set.Refresh == "" || time.Until(set.Expires) > soon) {
		return set.Access, nil
	}
	if set.Refresh == "" {
		return "", k.app.ended(ctx, &DisconnectedError{Business: business, Reason: "expired"})
	}
	shared := k.refresh(ctx, business, set.Access)
	select {
	case <-ctx.Done():
		return "", context.Cause(ctx)
	case <-shared.done:
		return shared.set.Access, shared.err
	}
}

// refresh begins a refresh, or finds the one that is under way. Whoever began it may
// leave: others wait for it.
func (k *keeper) refresh(ctx context.Context, business, old string) *flight {
	k.mu.Lock()
	defer k.mu.Unlock()
	if under := k.refreshing[business]; under != nil {
		return under
	}
	begun := &flight{done: make(chan struct{})}
	k.refreshing[business] = begun
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refreshLimit)
		defer cancel()
		begun.set, begun.err = k.refreshAlone(ctx, business, old)
		// Told without the lock, so that the app may do with the business what it likes.
		if why := (*DisconnectedError)(nil); errors.As(begun.err, &why) {
			_ = k.app.ended(ctx, why)
		}
		k.mu.Lock()
		delete(k.refreshing, business)
		k.mu.Unlock()
		close(begun.done)
	}()
	return begun
}

// refreshAlone trades the refresh token under the store's lock, unless another process
// did while we waited for it.
func (k *keeper) refreshAlone(ctx context.Context, business, old string) (TokenSet, error) {
	unlock, err := k.store.Lock(ctx, business)
	if err != nil {
		return TokenSet{}, fmt.Errorf("counterpart: lock the tokens of %s: %w", business, err)
	}
	set, err := k.trade(ctx, business, old)
	return set, errors.Join(err, unlock())
}

func (k *keeper) trade(ctx context.Context, business, old string) (TokenSet, error) {
	set, err := k.store.Load(ctx, business)
	if err != nil || set.Access != old {
		return set, err
	}
	if set.RefreshKey == "" {
		// Saved before it is sent: whoever dies in between repeats it and gets the same answer.
		set.RefreshKey = randomText()
		if err := k.store.Save(ctx, business, set); err != nil {
			return TokenSet{}, fmt.Errorf("counterpart: save the refresh key of %s: %w", business, err)
		}
	}
	next, err := k.app.grant(ctx, set.RefreshKey, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {set.Refresh}})
	var refused *OAuthError
	if errors.As(err, &refused) && refused.Code == "invalid_grant" {
		return TokenSet{}, errors.Join(&DisconnectedError{business, refused.Description, refused}, k.store.Delete(ctx, business))
	}
	if err != nil {
		return TokenSet{}, err
	}
	if err := k.store.Save(ctx, business, next); err != nil {
		return TokenSet{}, &NotSavedError{business, next, err}
	}
	return next, nil
}

// ended tells the app that a business has ended its access, and returns the error.
func (a *App) ended(ctx context.Context, why *DisconnectedError) error {
	if a.config.OnDisconnect != nil {
		a.config.OnDisconnect(ctx, why.Business, why)
	}
	return why
}

// revoke ends the tokens at the service, then forgets them. No refresh runs meanwhile.
func (k *keeper) revoke(ctx context.Context, business string) error {
	unlock, err := k.store.Lock(ctx, business)
	if err != nil {
		return fmt.Errorf("counterpart: lock the tokens of %s: %w", business, err)
	}
	return errors.Join(k.revokeLocked(ctx, business), unlock())
}

func (k *keeper) revokeLocked(ctx context.Context, business string) error {
	set, err := k.store.Load(ctx, business)
	if errors.Is(err, ErrNoTokens) {
		return nil
	}
	if err != nil {
		return err
	}
	endpoints, err := k.app.discover(ctx)
	if err != nil {
		return err
	}
	token := set.Refresh
	if token == "" {
		token = set.Access
	}
	if _, err := k.app.post(ctx, endpoints.Revocation, "", false, url.Values{"token": {token}}); err != nil {
		return err
	}
	return k.store.Delete(ctx, business)
}
