package main

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/admin"
	world "github.com/counterpart/counterpart/internal/app/demo"
	"github.com/counterpart/counterpart/internal/app/fixture"
)

type demo struct{}

// Run brings the demo up and serves it until it is told to stop.
func (demo) Run(ctx context.Context, config app.Config, t *terminal) error {
	node, err := app.Build(ctx, world.Configure(config), app.Options{Logs: t.logs})
	if err != nil {
		return err
	}
	defer node.Close()
	if err := node.Migrate(ctx); err != nil {
		return err
	}
	file, err := world.World()
	if err != nil {
		return err
	}
	if _, err := fixture.Load(admin.Sign(ctx), node, file); err != nil {
		return err
	}
	fmt.Fprintf(t.out, welcome, node.Config.AuthURL, world.Password, node.Config.BaseURL, node.Config.ListenOps, node.Config.MailFolder)
	return node.Serve(ctx)
}

const welcome = `
The demo is up.

  Sign in at        %s
    olivia@example.com  owns a bakery and a florist
    ben@example.com     keeps the books of four businesses
    dana@example.com    makes apps, and has a sandbox
    opal@example.com    runs the service
  Password          %s

  API host          %s
  Health, metrics   http://%s/readyz, /metrics
  Mails land in     %s

Stop it with Ctrl-C. The world is kept; a new start finds it again.

`
