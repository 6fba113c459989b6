package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// Tokens are what an app holds for one business, and what it proves itself by.
type Tokens struct {
	Access       string    `json:"access"`
	Refresh      string    `json:"refresh,omitempty"`
	ExpiresAt    time.Time `json:"expiresAt"`
	ClientID     string    `json:"clientId"`
	ClientSecret string    `json:"clientSecret,omitempty"`
	// RefreshKey is the Idempotency-Key of a refresh whose answer is not kept yet.
	RefreshKey string `json:"refreshKey,omitempty"`
}

// PutTokens keeps a connection's tokens, and tells where.
func (v Vault) PutTokens(host string, c Connection, tokens Tokens) (Place, error) {
	text, err := json.Marshal(tokens)
	if err != nil {
		return None, fmt.Errorf("write the tokens: %w", err)
	}
	return v.Put(host, c.Key(), Credential{Token: string(text), Name: c.Name})
}

// Tokens reads a connection's tokens.
func (v Vault) Tokens(host string, c Connection) (Tokens, error) {
	kept, err := v.Get(host, c.Key(), c.Credentials)
	if err != nil {
		return Tokens{}, err
	}
	var tokens Tokens
	if err := json.Unmarshal([]byte(kept.Token), &tokens); err != nil {
		return Tokens{}, fmt.Errorf("read the tokens: %w", err)
	}
	return tokens, nil
}

const (
	lockFile = "refresh.lock"
	// lockEnds is when the holder of a lock has surely died.
	lockEnds  = 40 * time.Second
	lockPause = 50 * time.Millisecond
)

// Locked runs work while no other process of this user does: two that refresh at once
// would replay a refresh token.
func (f Folder) Locked(ctx context.Context, wait func(context.Context, time.Duration) error, work func() error) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return fmt.Errorf("make the folder of the settings: %w", err)
	}
	path := f.file(lockFile)
	for {
		lock, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err == nil {
			defer os.Remove(path)
			return errors.Join(lock.Close(), work())
		}
		if !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("lock the tokens: %w", err)
		}
		// Files have the time of the machine.
		if held, err := os.Stat(path); err == nil && time.Since(held.ModTime()) > lockEnds {
			_ = os.Remove(path) // who died holds nothing
			continue
		}
		if err := wait(ctx, lockPause); err != nil {
			return err
		}
	}
}
