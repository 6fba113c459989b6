package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

// installation is a development installation that commands work on.
type installation struct {
	settings []string
	api, ops string // addresses of its node
}

func newInstallation(t *testing.T) installation {
	t.Helper()
	api, page, ops := testenv.FreeAddress(t), testenv.FreeAddress(t), testenv.FreeAddress(t)
	return installation{api: "http://" + api, ops: "http://" + ops, settings: []string{
		"--development", "--postgres", pgtest.EmptyURL(t), "--redis", rdbtest.URL(t), "--redis-prefix", rdbtest.Prefix(), "--keys", app.DevelopmentKeys,
		"--mail-folder", t.TempDir(), "--base-url", "http://" + api, "--auth-url", "http://" + page,
		"--listen-api", api, "--listen-app", page, "--listen-ops", ops,
	}}
}

// do runs a command and returns what it prints.
func (i installation) do(t *testing.T, command ...string) string {
	t.Helper()
	var out, logs bytes.Buffer
	if code := run(t.Context(), append(command, i.settings...), &out, &logs); code != 0 {
		t.Fatalf("%s ended with %d: %s", strings.Join(command, " "), code, logs.String())
	}
	return out.String()
}

// serve runs a node until the test ends, and waits until it is ready.
func (i installation) serve(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	var logs bytes.Buffer
	go func() { ended <- run(ctx, append([]string{"serve"}, i.settings...), &bytes.Buffer{}, &logs) }()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	for {
		if resp, err := http.Get(i.ops + "/readyz"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case code := <-ended:
			ended <- code
			t.Fatalf("the node ended with %d: %s", code, logs.String())
		default:
		}
	}
}

func TestCommandsFollowTheMovedClock(t *testing.T) {
	t.Parallel()
	for name, by := range map[string]time.Duration{"by days": 48 * time.Hour, "beyond all partitions": 533 * 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstallation(t)
			i.do(t, "migrate")
			i.do(t, "dev", "clock", by.String())
			var made struct {
				Installations map[string]struct{ AccessToken string }
			}
			world := testenv.Root() + "/fixtures/world.yaml"
			if err := json.Unmarshal([]byte(i.do(t, "fixture", "load", world, "--json")), &made); err != nil {
				t.Fatal(err)
			}
			i.serve(t)
			var tried int
			for of, installation := range made.Installations {
				if installation.AccessToken == "" {
					continue
				}
				tried++
				if status := i.me(t, installation.AccessToken); status != http.StatusOK {
					t.Errorf("the token of %s answers %d", of, status)
				}
			}
			if tried == 0 {
				t.Fatal("the file makes no tokens")
			}
			var user struct{ CreatedAt time.Time }
			text := i.do(t, "admin", "users", "create", "--email", "nina@people.test", "--name", "Nina", "--json")
			if err := json.Unmarshal([]byte(text), &user); err != nil || time.Until(user.CreatedAt) < by-time.Hour {
				t.Errorf("a user is made at %v, %v", user.CreatedAt, err)
			}
		})
	}
}

func (i installation) me(t *testing.T, token string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, i.api+"/me", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode
}
