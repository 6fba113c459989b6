package fleet

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Verifier belongs to all codes.
const Verifier = "a-verifier-that-is-long-enough-for-anybody-to-use"

// Codes writes grants of the app in a business as approvals would, in bulk: nobody
// consents by hand so often.
func Codes(t testing.TB, operator *app.App, business ident.Business, callback string, many int) (codes []string) {
	t.Helper()
	sum := sha256.Sum256([]byte(Verifier))
	now := operator.Now()
	var ids []uuid.UUID
	var hashes [][]byte
	for range many {
		id := ident.New[ident.Grant](business.Shard, now)
		code := secret.WithChecksum(string(secret.AuthorizationCode) + "_" + strings.TrimPrefix(id.String(), "gra_") + strings.ToLower(rand.Text() + rand.Text())[:52])
		ids, hashes, codes = append(ids, id.UUID), append(hashes, secret.Hash(code)), append(codes, code)
	}
	_, err := operator.DB.Exec(t.Context(), `
		INSERT INTO oauth.grants (shard, id, kind, decision_id, business_id, app_id, user_id, installation_id, consent_id,
		                          access_generation, scopes, code_hash, code_challenge, redirect_uri, created_at, expires_at)
		SELECT DISTINCT ON (u.id) f.shard, u.id, 'code', u.id, f.business_id, f.app_id, f.user_id, f.installation_id, f.consent_id,
		       f.access_generation, f.scopes, u.hash, $5, $6, $7, $7::timestamptz + interval '1 hour'
		FROM   oauth.families f, unnest($3::uuid[], $4::bytea[]) u(id, hash)
		WHERE  f.shard = $1 AND f.business_id = $2`,
		business.Shard, business.UUID, ids, hashes, base64.RawURLEncoding.EncodeToString(sum[:]), callback, now)
	if err != nil {
		t.Fatal(err)
	}
	return codes
}

// Host gives an app a function that hears of suppliers.
func Host(t testing.TB, operator *app.App, id, source string) {
	t.Helper()
	found, err := ident.Parse[ident.App](id)
	if err != nil {
		t.Fatal(err)
	}
	of, err := operator.Apps.ByID(t.Context(), found)
	if err != nil {
		t.Fatal(err)
	}
	made, err := operator.Functions.Add(t.Context(), of, "on-supplier", source)
	if err == nil {
		_, err = operator.Functions.Subscribe(t.Context(), of, made.ID, []event.Name{event.SupplierCreated}, true)
	}
	if err != nil {
		t.Fatal(err)
	}
}
