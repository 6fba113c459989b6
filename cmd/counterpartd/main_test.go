package main

import (
	"context"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"counterpartd": func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// TestJourneys walks the command line as an operator or a developer does. Each
// script has a database and a Redis prefix of its own.
func TestJourneys(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "../../test/journeys",
		Setup: func(env *testscript.Env) error {
			t := env.T().(testing.TB)
			env.Setenv("COUNTERPART_POSTGRES", pgtest.EmptyURL(t))
			env.Setenv("COUNTERPART_REDIS", rdbtest.URL(t))
			env.Setenv("COUNTERPART_REDIS_PREFIX", rdbtest.Prefix())
			env.Setenv("COUNTERPART_KEYS", app.DevelopmentKeys)
			env.Setenv("COUNTERPART_DEVELOPMENT", "true")
			return nil
		},
	})
}
