package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/doctor"
)

type doctorCommand struct {
	JSON   bool   `help:"Answer as JSON."`
	MailTo string `help:"Also send a mail to this address." placeholder:"ADDRESS"`
}

// Run looks at the installation, and fails when something is wrong. Give it the
// settings of a node.
func (d doctorCommand) Run(ctx context.Context, config app.Config, t *terminal) error {
	found := doctor.Examine(ctx, config, doctor.Options{MailTo: d.MailTo})
	if err := d.print(t, found); err != nil {
		return err
	}
	wrong := 0
	for _, f := range found {
		if f.State == doctor.Wrong {
			wrong++
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d things that were looked at are wrong", wrong, len(found))
	}
	return nil
}

var marks = map[doctor.State]string{doctor.OK: "ok", doctor.Warning: "WARNING", doctor.Wrong: "WRONG"}

func (d doctorCommand) print(t *terminal, found []doctor.Finding) error {
	if d.JSON {
		encoder := json.NewEncoder(t.out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(map[string][]doctor.Finding{"checks": found})
	}
	for _, f := range found {
		fmt.Fprintf(t.out, "%-8s %-14s %s\n", marks[f.State], f.Name, f.Says)
		if f.Do != "" {
			fmt.Fprintf(t.out, "%-8s %-14s → %s\n", "", "", f.Do)
		}
	}
	return nil
}
