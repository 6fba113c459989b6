// Package testenv is what tests of several packages need around them: where the
// private PostgreSQL and Redis are that scripts/services started, free addresses, a
// way between a client and a server, a certificate that nobody trusts.
package testenv

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Setting reads a setting from the environment, or from what scripts/services
// left in the checkout, so that a plain `go test` works too.
func Setting(t testing.TB, name string) string {
	t.Helper()
	if value := os.Getenv(name); value != "" {
		return value
	}
	instance := "test"
	if strings.Contains(name, "DURABLE") {
		instance = "durable"
	}
	text, _ := os.ReadFile(filepath.Join(Root(), ".services", instance+".env"))
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), name+"="); ok {
			return value
		}
	}
	t.Fatalf("%s is not set: start the test servers with `scripts/services up %s`", name, instance)
	return ""
}

// Root is the checkout's folder: the one above the test's own that holds go.mod.
// It is looked for, not compiled in, so that one build serves every checkout.
func Root() string {
	folder, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(folder, "go.mod")); missing == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			break
		}
		folder = above
	}
	panic("the tests do not run in a checkout")
}
