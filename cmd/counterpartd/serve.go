package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/telemetry"
)

type serve struct {
	Migrate bool `help:"Migrate before serving. One of several nodes that start at once does it; the others wait."`
}

// Run serves until it is told to stop.
func (s serve) Run(ctx context.Context, config app.Config, t *terminal) error {
	app.UseMemory()
	node, err := app.Build(ctx, config, app.Options{Logs: t.logs})
	if err != nil {
		return err
	}
	defer node.Close()
	telemetry.TellFaults(node.Log)
	if s.Migrate {
		if err := node.Migrate(ctx); err != nil {
			return err
		}
	}
	return node.Serve(ctx)
}

type migrate struct{}

// Run migrates and says so.
func (migrate) Run(ctx context.Context, config app.Config, t *terminal) error {
	if err := app.Migrate(ctx, config); err != nil {
		return err
	}
	fmt.Fprintln(t.out, "The database has this program's schema.")
	return nil
}

type key struct{}

// Run prints a fresh key under an id that says when it was made.
func (key) Run(t *terminal) error {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw)
	fmt.Fprintf(t.out, "k%s:%s\n", time.Now().UTC().Format("20060102"), base64.StdEncoding.EncodeToString(raw))
	return nil
}

type version struct{}

// Run prints what program this is.
func (version) Run(t *terminal) error {
	build := telemetry.ReadBuild()
	fmt.Fprintf(t.out, "counterpartd %s (%s, %s)\n", build.Version, build.Revision, build.Go)
	return nil
}
