package counterpart

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// TokenSet is what an app holds for one business. Printing it shows nothing, and JSON
// does not take it, so that no log has it by accident; a store of your own keeps what
// MarshalBinary returns, or the fields.
type TokenSet struct {
	Access string
	// Refresh is empty where there is none: embedded pages get an access token alone.
	Refresh string
	Scope   string
	// RefreshKey is the Idempotency-Key of a refresh whose answer has not been saved yet.
	RefreshKey string
	Expires    time.Time
}

// Format shows nothing, whatever the verb.
func (t TokenSet) Format(s fmt.State, _ rune) { show(s, "TokenSet") }

// LogValue shows nothing either.
func (t TokenSet) LogValue() slog.Value { return slog.StringValue("counterpart.TokenSet()") }

// MarshalJSON refuses.
func (t TokenSet) MarshalJSON() ([]byte, error) {
	return nil, errors.New("counterpart: tokens are not for JSON, which ends in logs; use MarshalBinary")
}

// wireSet is a TokenSet as stores keep it.
type wireSet struct {
	Access     string    `json:"access"`
	Refresh    string    `json:"refresh,omitempty"`
	Scope      string    `json:"scope,omitempty"`
	RefreshKey string    `json:"refreshKey,omitempty"`
	Expires    time.Time `json:"expires"`
}

// MarshalBinary writes the tokens for a store. It is text.
func (t TokenSet) MarshalBinary() ([]byte, error) { return json.Marshal(wireSet(t)) }

// UnmarshalBinary reads what MarshalBinary wrote. Its error shows nothing of that.
func (t *TokenSet) UnmarshalBinary(text []byte) error {
	if json.Unmarshal(text, (*wireSet)(t)) != nil {
		return errors.New("counterpart: the stored tokens cannot be read")
	}
	return nil
}

// TokenStore keeps one token set a business.
type TokenStore interface {
	// Load returns ErrNoTokens where there are none.
	Load(ctx context.Context, business string) (TokenSet, error)
	// Save has made the tokens durable when it returns.
	Save(ctx context.Context, business string, t TokenSet) error
	// Delete forgets the tokens; that there are none is no error.
	Delete(ctx context.Context, business string) error
	Locker
}

// Locker has one holder a business at a time, over all processes that share the store.
// The lock ends with its holder's death, or after 30 seconds at the latest.
type Locker interface {
	Lock(ctx context.Context, business string) (unlock func() error, err error)
}

// Memory keeps tokens while the process lives: for scripts and tests.
func Memory() TokenStore {
	return &memory{kept: map[string]TokenSet{}, locks: map[string]chan struct{}{}}
}

type memory struct {
	mu    sync.Mutex
	kept  map[string]TokenSet
	locks map[string]chan struct{} // a lock is held while its channel is full
}

// Load finds a business's tokens.
func (m *memory) Load(_ context.Context, business string) (TokenSet, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	set, ok := m.kept[business]
	if !ok {
		return TokenSet{}, ErrNoTokens
	}
	return set, nil
}

// Save keeps a business's tokens.
func (m *memory) Save(_ context.Context, business string, t TokenSet) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept[business] = t
	return nil
}

// Delete forgets a business's tokens.
func (m *memory) Delete(_ context.Context, business string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, business)
	return nil
}

// Lock waits for its turn.
func (m *memory) Lock(ctx context.Context, business string) (func() error, error) {
	m.mu.Lock()
	lock := m.locks[business]
	if lock == nil {
		lock = make(chan struct{}, 1)
		m.locks[business] = lock
	}
	m.mu.Unlock()
	select {
	case lock <- struct{}{}:
		return func() error { <-lock; return nil }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Format shows nothing of what is kept.
func (m *memory) Format(s fmt.State, _ rune) { show(s, "Memory") }
