package app

import (
	"context"
	"errors"
	"time"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/core/keyring"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/core/webhooks"
)

// Sealed lists every column whose bytes are sealed under the operator's keys. A
// test reads the catalog and asks of each column of bytes whether it belongs here.
var Sealed = append([]secret.Column{accounts.SealedFactors, keys.SealedKeys, functions.SealedSettings}, webhooks.SealedSecrets...)

func (a *App) buildKeyring() {
	a.Keyring = keyring.New(keyring.Deps{
		DB: a.DB, Now: a.Now, Ring: a.Keys, Audit: a.Audit, Log: a.Log, Node: a.node, Columns: Sealed,
	})
}

// joinLimit bounds how long a start waits for PostgreSQL, which it does not need.
const joinLimit = 5 * time.Second

// joinKeys refuses to start with a list of keys that does not fit. If PostgreSQL
// is away, or its schema older, the node starts, is not ready, and joins later.
func (a *App) joinKeys(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, joinLimit)
	defer cancel()
	err := a.Keyring.Beat(ctx)
	if errors.Is(err, keyring.ErrList) {
		return err
	}
	if err != nil {
		a.Log.WarnContext(ctx, "join with the keys in use", "err", err)
	}
	return nil
}

// followKeys keeps the node with what others say of their keys.
func (a *App) followKeys(ctx context.Context) {
	a.Keyring.Follow(ctx, func(err error) { a.Log.WarnContext(ctx, "follow the keys in use", "err", err) })
}

// keysFault says why the node must not answer with the keys that it holds, or
// nothing.
func (a *App) keysFault(ctx context.Context) string {
	if err := a.Keyring.Check(ctx); errors.Is(err, keyring.ErrList) {
		return err.Error()
	} else if err != nil {
		return "away"
	}
	return ""
}
