package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/app"
)

type dev struct {
	Clock devClock `cmd:"" help:"Tell the time of all running nodes, or put it ahead."`
}

var errDevelopmentOnly = errors.New("this works in development only: set --development on this command and on the nodes")

type devClock struct {
	By string `arg:"" optional:"" help:"How far to move, such as +10m, +36h or +30d."`
}

// Run moves the clock and tells the time.
func (d devClock) Run(ctx context.Context, config app.Config, t *terminal) error {
	if !config.Development {
		return errDevelopmentOnly
	}
	by, err := parseAhead(d.By)
	if err != nil {
		return err
	}
	node, err := app.BuildTool(ctx, config, app.Options{Logs: t.logs})
	if err != nil {
		return err
	}
	defer node.Close()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	now, err := node.MoveClock(ctx, by)
	if err != nil {
		return err
	}
	fmt.Fprintln(t.out, now.Format(time.RFC3339))
	return nil
}

// parseAhead reads a duration that may be given in days.
func parseAhead(text string) (time.Duration, error) {
	text = strings.TrimPrefix(text, "+")
	if text == "" {
		return 0, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		hours, err := time.ParseDuration(days + "h")
		return 24 * hours, wrapAhead(err, text)
	}
	by, err := time.ParseDuration(text)
	return by, wrapAhead(err, text)
}

func wrapAhead(err error, text string) error {
	if err != nil {
		return fmt.Errorf("%q is not a duration: it should look like +10m, +36h or +30d", text)
	}
	return nil
}
