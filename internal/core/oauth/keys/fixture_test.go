package keys_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	issuer   = "https://api.example.com"
	clientID = "cl_bakery_sync"
)

// ring is the operator's keys.
const ring = "k1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="

// fixture is two nodes on one database and one clock.
type fixture struct {
	database *pg.DB
	clock    *clock.Stopped
	one, two *keys.Service
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{database: pgtest.New(t), clock: clock.NewStopped(pgtest.Start)}
	f.one, f.two = f.node(t), f.node(t)
	return f
}

func (f *fixture) node(t testing.TB) *keys.Service {
	t.Helper()
	parsed, err := secret.ParseKeyring(ring)
	must(t, err)
	return keys.New(keys.Deps{
		DB: f.database, Now: f.clock.Now, Ring: parsed, Audit: audit.NewLog(f.database, f.clock.Now, audit.Hooks{}), Issuer: issuer,
	})
}

// embedded is olivia's page of the app in the bakery.
func (f *fixture) embedded() keys.Embedded {
	shard, now := ident.Shard(7), f.clock.Now()
	return keys.Embedded{
		ClientID: clientID, User: ident.New[ident.User](ident.Control, now), Business: ident.New[ident.Business](shard, now),
		Installation: ident.New[ident.Installation](shard, now), AccessGeneration: 3,
		Consent: ident.New[ident.Consent](shard, now), Scopes: scope.Of(scope.InvoicesRead, scope.EventsRead),
		Session: ident.New[ident.Session](9, now), Destination: "https://bakery-sync.example",
	}
}

func issue(t testing.TB, node *keys.Service, e keys.Embedded) string {
	t.Helper()
	text, err := node.IssueSessionToken(t.Context(), e)
	must(t, err)
	return text
}

// keyID reads which key signed a token.
func keyID(t testing.TB, token string) string {
	t.Helper()
	header, _, _ := strings.Cut(token, ".")
	return decode(t, header)["kid"].(string)
}

// published lists the ids in a node's key set.
func published(t testing.TB, node *keys.Service) []string {
	t.Helper()
	var ids []string
	for _, k := range keySet(t, node) {
		ids = append(ids, k["kid"].(string))
	}
	return ids
}

func keySet(t testing.TB, node *keys.Service) []map[string]any {
	t.Helper()
	text, err := node.JWKS(t.Context())
	must(t, err)
	var document struct{ Keys []map[string]any }
	must(t, json.Unmarshal(text, &document))
	return document.Keys
}

func decode(t testing.TB, part string) map[string]any {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(part)
	must(t, err)
	var value map[string]any
	must(t, json.Unmarshal(raw, &value))
	return value
}

// atOnce runs fn in n goroutines and collects their errors.
func atOnce(n int, fn func(i int) error) []error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = fn(i) })
	}
	all.Wait()
	return errs
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
