package webhooks

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
)

// SealedSecrets are where the secrets of webhooks are kept: the present one, and
// the one before.
var SealedSecrets = []secret.Column{sealedSecret("secret"), sealedSecret("previous_secret")}

func sealedSecret(column string) secret.Column {
	return secret.Column{
		Table: "webhooks.webhooks", Name: column, ID: "id", Shard: "home_shard",
		Context: func(shard ident.Shard, id uuid.UUID) string {
			return delivery.SecretContext(ident.Of[ident.Webhook](shard, id))
		},
	}
}

// rotationOverlap is how long the secret before still signs beside the new one.
const rotationOverlap = 24 * time.Hour

// RotateSecret gives a webhook a new secret, and tells until when the one before
// still signs. A second rotation within that time ends the first secret at once:
// of all former ones, the latest signs. The owners of the app hear of it by
// mail. It opens its own transaction.
func (s *Service) RotateSecret(ctx context.Context, app apps.App, id ident.Webhook) (text string, previousExpires time.Time, err error) {
	now := s.deps.Now()
	text, previousExpires = secret.New(secret.Webhook), now.Add(rotationOverlap)
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		n, err := db.New(tx).RotateSecret(ctx, db.RotateSecretParams{
			ID: id.UUID, HomeShard: id.Shard, AppID: app.ID.UUID, Secret: s.deps.Keys.Seal(delivery.SecretContext(id), []byte(text)),
			PreviousExpiresAt: previousExpires, Now: now,
		})
		if err != nil {
			return fmt.Errorf("rotate the secret of webhook %s: %w", id, err)
		}
		if n == 0 {
			return errNotFound
		}
		return s.note(ctx, tx, app, audit.WebhookSecretRotated, id, nil)
	})
	if err != nil {
		return "", time.Time{}, err
	}
	return text, previousExpires, nil
}
