package apps

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

const (
	// maxSecrets is two, so that an app can change over without a gap.
	maxSecrets = 2
	hintLength = 4
)

// Secret is what can be told of a secret after it was shown.
type Secret struct {
	ID         ident.ClientSecret
	Hint       string // how its text begins
	CreatedAt  time.Time
	MadeBy     ident.User // zero: not by a user
	LastUsedAt *time.Time // to the hour; nil while it was never used
	LastFrom   string     // the network that it was used from then; empty: not known
}

// AddSecret gives an app a further secret and returns its text, which nobody can
// read again. It opens its own transaction.
func (s *Service) AddSecret(ctx context.Context, id ident.App) (Secret, string, error) {
	text := secret.New(secret.ClientSecret)
	added, err := s.ImportSecret(ctx, id, text)
	if err != nil {
		return Secret{}, "", err
	}
	return added, text, nil
}

// ImportSecret gives an app a secret whose text somebody else chose: for worlds
// that are written down beforehand. It opens its own transaction.
func (s *Service) ImportSecret(ctx context.Context, id ident.App, text string) (Secret, error) {
	var p fault.Problems
	p.Want(secretFits(text), "secret must be %d to %d visible ASCII characters", minSecret, maxSecret)
	if err := p.Err(); err != nil {
		return Secret{}, err
	}
	var added Secret
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		app, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		added, err = s.addSecret(ctx, tx, app, text)
		return err
	})
	return added, err
}

// addSecret needs the app to be held, or to be new: two callers who count at
// once would both find room.
func (s *Service) addSecret(ctx context.Context, tx *pg.Tx, app App, text string) (Secret, error) {
	if app.Type == Public {
		return Secret{}, errPublicSecret
	}
	live, err := liveSecrets(ctx, tx, app.ID)
	if err != nil {
		return Secret{}, err
	}
	if len(live) >= maxSecrets {
		return Secret{}, errSecretLimit
	}
	now := s.deps.Now()
	added := Secret{ID: ident.New[ident.ClientSecret](ident.Control, now), Hint: hintOf(text), CreatedAt: now, MadeBy: makerIn(ctx)}
	err = db.New(tx).AddSecret(ctx, db.AddSecretParams{
		ID: added.ID.UUID, AppID: app.ID.UUID, SecretHash: secret.Hash(text), Hint: added.Hint, CreatedAt: now, MadeBy: unlessZero(added.MadeBy.UUID),
	})
	if err != nil {
		return Secret{}, fmt.Errorf("add secret of app %s: %w", app.ID, err)
	}
	return added, s.deps.Audit.Note(ctx, tx, audit.AppSecretAdded, app.ID, app.Organization, audit.Facts{"secret": added.ID})
}

// makerIn is the user who acts, if one does.
func makerIn(ctx context.Context) ident.User {
	who := actor.From(ctx)
	if who.Kind != actor.User {
		return ident.User{}
	}
	user, err := ident.Parse[ident.User](who.ID)
	if err != nil {
		return ident.User{}
	}
	return user
}

// RevokeSecret ends a secret. The last one stays until there is another: an app
// that should stop is deactivated instead. It opens its own transaction.
func (s *Service) RevokeSecret(ctx context.Context, id ident.App, doomed ident.ClientSecret) error {
	return s.takeRights(ctx, id, func(tx *pg.Tx) error {
		app, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		live, err := liveSecrets(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case !slices.ContainsFunc(live, func(row db.LiveSecretsRow) bool { return row.ID == doomed.UUID }):
			return errSecretNotFound
		case len(live) == 1:
			return errLastSecret
		}
		if err := db.New(tx).RevokeSecret(ctx, db.RevokeSecretParams{ID: doomed.UUID, Now: s.deps.Now()}); err != nil {
			return fmt.Errorf("revoke secret %s: %w", doomed, err)
		}
		return s.deps.Audit.Note(ctx, tx, audit.AppSecretRevoked, id, app.Organization, audit.Facts{"secret": doomed})
	})
}

// Secrets lists an app's secrets, oldest first.
func (s *Service) Secrets(ctx context.Context, id ident.App) ([]Secret, error) {
	live, err := liveSecrets(ctx, s.deps.DB, id)
	if err != nil {
		return nil, err
	}
	list := make([]Secret, len(live))
	for i, row := range live {
		list[i] = Secret{
			ID: ident.Of[ident.ClientSecret](ident.Control, row.ID), Hint: row.Hint,
			CreatedAt: row.CreatedAt, LastUsedAt: row.LastUsedAt,
		}
		if row.LastUsedFrom != nil {
			list[i].LastFrom = row.LastUsedFrom.String()
		}
		if row.MadeBy != nil {
			list[i].MadeBy = ident.Of[ident.User](ident.Control, *row.MadeBy)
		}
	}
	return list, nil
}

// ByCredentials finds the app that a client id names, and tells whether the text
// is one of its secrets. A client id that names no app, and an app without
// secrets, cost the same statement and the same comparisons, so the time an
// answer takes does not tell whether a client exists.
func (s *Service) ByCredentials(ctx context.Context, clientID, text string) (app App, proved bool, err error) {
	rows, err := db.New(s.deps.DB).WithSecrets(ctx, clientID)
	if err != nil {
		return App{}, false, fmt.Errorf("find app by its credentials: %w", err)
	}
	// As many comparisons as an app may have secrets, whatever this one has.
	var used *db.WithSecretsRow
	for i := range maxSecrets {
		var row db.WithSecretsRow
		if i < len(rows) {
			row = rows[i]
		}
		if secret.Equal(row.SecretHash, text) {
			used = &row
		}
	}
	switch {
	case len(rows) == 0:
		return App{}, false, ErrNotFound
	case used == nil:
		return fromRow(rows[0].AppsApp), false, nil
	}
	s.noteUse(ctx, *used)
	return fromRow(used.AppsApp), true, nil
}

func liveSecrets(ctx context.Context, from db.DBTX, id ident.App) ([]db.LiveSecretsRow, error) {
	live, err := db.New(from).LiveSecrets(ctx, id.UUID)
	if err != nil {
		return nil, fmt.Errorf("list secrets of app %s: %w", id, err)
	}
	return live, nil
}

// hintOf is how a secret begins: enough to tell two apart in a list.
func hintOf(text string) string {
	kept := hintLength
	if prefix := string(secret.ClientSecret) + "_"; strings.HasPrefix(text, prefix) {
		kept += len(prefix)
	}
	return text[:min(kept, len(text))] + "…"
}
