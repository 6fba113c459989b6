package accounts_test

import (
	"io"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/accounts"
)

// Other tests hash passwords at next to no cost. Nobody who does not ask for
// that may get it.
func TestPasswordsCostWhatOWASPAsksForAtLeast(t *testing.T) {
	t.Parallel()
	node, err := app.BuildTool(t.Context(), app.Config{
		Service: "Service", Keys: app.DevelopmentKeys, Development: true, LogLevel: "info", LogFormat: telemetry.JSON,
		Postgres: pgtest.Clone(t), PostgresMaxConns: 2, Redis: rdbtest.URL(t), RedisPrefix: rdbtest.Prefix(),
	}, app.Options{Logs: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(node.Close)
	user := accounts.NewUser{Email: "olivia@people.test", Name: "Olivia", Password: "a quiet lamp by the harbour"}
	if _, err := node.Accounts.CreateUser(t.Context(), user); err != nil {
		t.Fatal(err)
	}

	var stored string
	if err := node.DB.QueryRow(t.Context(), "SELECT password_hash FROM accounts.users").Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if want := "$argon2id$v=19$m=19456,t=2,p=1$"; !strings.HasPrefix(stored, want) {
		t.Errorf("want %s…, got %s", want, stored)
	}
}
