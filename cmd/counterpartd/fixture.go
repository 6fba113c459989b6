package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/admin"
	"github.com/counterpart/counterpart/internal/app/fixture"
)

type worldFile struct {
	Load fixtureLoad `cmd:"" help:"Make what the file says and is not there yet; answer with ids and secrets."`
}

type fixtureLoad struct {
	File string `arg:"" type:"existingfile" help:"The YAML file."`
	JSON bool   `help:"Answer as JSON."`
}

// Run loads a file.
func (f fixtureLoad) Run(ctx context.Context, config app.Config, t *terminal) error {
	if !config.Development {
		return errDevelopmentOnly
	}
	file, err := os.Open(f.File)
	if err != nil {
		return err
	}
	defer file.Close()
	world, err := fixture.Read(file)
	if err != nil {
		return err
	}
	node, err := app.BuildTool(ctx, config, app.Options{Logs: t.logs})
	if err != nil {
		return err
	}
	defer node.Close()
	made, err := fixture.Load(admin.Sign(ctx), node, world)
	if err != nil {
		return err
	}
	return showWorld(t, made)
}

func showWorld(t *terminal, made fixture.Answer) error {
	if t.json {
		encoder := json.NewEncoder(t.out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(made)
	}
	tw := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	for _, kind := range []struct {
		name   string
		things map[string]fixture.Made
	}{
		{"organization", made.Organizations}, {"user", made.Users}, {"business", made.Businesses},
		{"app", made.Apps}, {"installation", made.Installations},
	} {
		for name, thing := range kind.things {
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\n", kind.name, name, thing.ID,
				cmp.Or(thing.ClientID, thing.AccessToken), cmp.Or(thing.ClientSecret, thing.RefreshToken))
		}
	}
	return tw.Flush()
}
