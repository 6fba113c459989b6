// Package testenv tells tests where the private PostgreSQL and Redis are that
// scripts/services started.
package testenv

import (
	"os"
	"path/filepath"
	"runtime"
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

// Root is the checkout's folder.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}
