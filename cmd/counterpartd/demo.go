package main

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/admin"
	world "github.com/counterpart/counterpart/internal/app/demo"
)

type demo struct {
	Folder   string `default:".services/demo" help:"Where the demo keeps its mails, its log and the variables of the guides." placeholder:"DIR"`
	Receiver string `default:"127.0.0.1:9443" help:"Where the webhook receiver of the guides listens; the demo may call it." placeholder:"ADDR"`
}

// Run brings the demo up and serves it until it is told to stop.
func (d demo) Run(ctx context.Context, config app.Config, t *terminal) error {
	demo := world.Demo{Folder: d.Folder, Receiver: d.Receiver}
	config, err := demo.Configure(config)
	if err != nil {
		return err
	}
	if err := world.CheckPorts(config); err != nil {
		return err
	}
	logs, err := demo.Logs()
	if err != nil {
		return err
	}
	defer logs.Close()
	node, err := app.Build(ctx, config, app.Options{Logs: logs})
	if err != nil {
		return err
	}
	defer node.Close()
	if err := node.Migrate(ctx); err != nil {
		return err
	}
	guide, err := world.Load(admin.Sign(ctx), node)
	if err != nil {
		return err
	}
	if err := demo.WriteEnv(config, guide); err != nil {
		return err
	}
	welcome, err := demo.Welcome(config, guide)
	if err != nil {
		return err
	}
	fmt.Fprint(t.out, welcome)
	return node.Serve(ctx)
}
