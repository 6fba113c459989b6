// Package rdbtest gives every test a Redis of its own: the real one, under a
// key prefix that no other test has.
package rdbtest

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

// New connects to the test Redis under a fresh prefix.
func New(t testing.TB) *rdb.Client {
	t.Helper()
	return Open(t, URL(t), Prefix())
}

// Patience is for tests in which Redis does not hang: however busy the machine
// is, it answers before that.
const Patience = time.Minute

// Open connects to a given Redis, for tests that start their own or share a
// prefix between nodes.
func Open(t testing.TB, url, prefix string) *rdb.Client {
	t.Helper()
	client, err := rdb.Open(url, prefix, rdb.Options{Patience: Patience})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// Prefix makes a key prefix that nobody else has.
func Prefix() string { return "t-" + rand.Text() }

// URL is where the test Redis is.
func URL(t testing.TB) string {
	t.Helper()
	return testenv.Setting(t, "COUNTERPART_TEST_REDIS")
}
