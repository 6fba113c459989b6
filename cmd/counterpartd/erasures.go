package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/admin"
)

type adminErasures struct {
	Export erasuresExport `cmd:"" help:"Write what was erased, as JSON, to be kept with the backups: ids alone."`
	Apply  erasuresApply  `cmd:"" help:"Erase again, after restoring a backup, what such a list says."`
}

type erasuresExport struct {
	Since time.Duration `default:"840h" help:"How far back: as long as you keep backups."`
}

func (c erasuresExport) Run(ctx context.Context, config app.Config, t *terminal) error {
	t.json = true
	return asOperator(ctx, config, t.asList(), func(ctx context.Context, o *admin.Operator) ([]admin.Erasure, error) {
		return o.Erasures(ctx, c.Since)
	})
}

type erasuresApply struct {
	File string `arg:"" optional:"" help:"A list that export wrote; standard input by default."`
}

func (c erasuresApply) Run(ctx context.Context, config app.Config, t *terminal) error {
	list, err := c.read()
	if err != nil {
		return err
	}
	var failed error
	err = asOperator(ctx, config, t.asList(), func(ctx context.Context, o *admin.Operator) ([]admin.Erasure, error) {
		var done []admin.Erasure
		done, failed = o.EraseAgain(ctx, list)
		return done, nil // they are shown in any case
	})
	return errors.Join(err, failed)
}

// read takes standard input where no file is named: a command that is run as the node
// sees few files.
func (c erasuresApply) read() (list []admin.Erasure, err error) {
	name, text := "standard input", []byte(nil)
	if c.File == "" {
		text, err = io.ReadAll(os.Stdin)
	} else {
		name = c.File
		text, err = os.ReadFile(c.File)
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s is no list of erasures: %w", name, err)
	}
	return list, nil
}
