package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
)

// SealedSecrets are where the secrets of webhooks are kept: the present one, and
// the one before.
var SealedSecrets = []secret.Column{sealedSecret("secret"), sealedSecret("previous_secret")}

func sealedSecret(column string) secret.Column {
	return secret.Column{
		Table: "webhooks.webhooks", Name: column, ID: "id", Shard: "home_shard",
		Context: func(shard ident.Shard, id uuid.UUID) string { return secretContext(ident.Of[ident.Webhook](shard, id)) },
	}
}

// signature is the header that lets a receiver know that a body is ours, and
// fresh: t=…,v1=… with one v1 for each secret that is good at the time. The key
// is the secret's whole text, as the receiver keeps it.
func signature(at time.Time, body []byte, secrets ...string) string {
	stamp := strconv.FormatInt(at.Unix(), 10)
	parts := []string{"t=" + stamp}
	for _, key := range secrets {
		mac := hmac.New(sha256.New, []byte(key))
		mac.Write([]byte(stamp + "."))
		mac.Write(body)
		parts = append(parts, "v1="+hex.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(parts, ",")
}
