package apps

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// dependants are the tables whose rows keep an app, in words.
var dependants = map[string]string{
	"webhooks":      "webhooks",
	"fields":        "app data fields",
	"installations": "installations",
	"redactions":    "installations",
	"requests":      "authorization requests",
	"device_codes":  "device codes",
	"listings":      "a listing",
	"assets":        "pictures of a listing",
	"extensions":    "extensions",
	"functions":     "functions",
}

// Remove removes an app on which nothing depends. A version other than 0 must be
// the app's own. It opens its own transaction.
func (s *Service) Remove(ctx context.Context, id ident.App, version int) error {
	err := s.takeRights(ctx, id, func(tx *pg.Tx) error {
		app, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if version != 0 && version != app.Version {
			return fault.RecordChanged
		}
		if s.deps.OnRemove != nil {
			if err := s.deps.OnRemove(ctx, tx, id); err != nil {
				return err
			}
		}
		return s.remove(ctx, tx, app)
	})
	if table, kept := pg.ReferencedBy(err); kept {
		what, known := dependants[table]
		if !known {
			what = "other records"
		}
		return errInUse.With(what)
	}
	return err
}

// remove removes an app with what is its own.
func (s *Service) remove(ctx context.Context, tx *pg.Tx, app App) error {
	queries := db.New(tx)
	if err := queries.RemoveSecrets(ctx, app.ID.UUID); err != nil {
		return fmt.Errorf("remove secrets of app %s: %w", app.ID, err)
	}
	if err := queries.RemoveLogo(ctx, app.ID.UUID); err != nil {
		return fmt.Errorf("remove logo of app %s: %w", app.ID, err)
	}
	if err := queries.Remove(ctx, app.ID.UUID); err != nil {
		return fmt.Errorf("remove app %s: %w", app.ID, err)
	}
	return s.deps.Audit.Note(ctx, tx, audit.AppRemoved, app.ID, app.Organization, audit.Facts{"clientId": app.ClientID})
}
