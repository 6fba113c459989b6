package doctor

import (
	"context"
	"fmt"
	"slices"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/runner"
)

// functions has a runner run a function. Whatever closes the node off closes the
// runner off too, so this tells only what holds where the doctor itself runs.
func (c *clinic) functions(ctx context.Context) {
	const name = "Functions"
	switch {
	case c.config.Functions == "off":
		c.ok(name, "They are switched off.")
		return
	case !slices.Contains(c.config.Roles, app.RoleWorker):
		return // others run them
	}
	pool := runner.NewPool(runner.Options{Size: 1})
	defer pool.Close()
	result, err := pool.Run(ctx, runner.Job{Owner: "doctor", Source: "export function handler() { return 1 }"})
	if err == nil && result.Outcome != runner.OK {
		err = fmt.Errorf("%s: %s", result.Outcome, result.Message)
	}
	if err != nil {
		c.wrong(name, "A function cannot run here: "+err.Error(),
			"A runner needs Linux on amd64 or arm64, /proc, and the system calls seccomp, prctl, setrlimit and prlimit64: let SystemCallFilter= of the unit, or the seccomp profile of the container, have them. Or set COUNTERPART_FUNCTIONS=off.")
		return
	}
	c.ok(name, "A runner starts, and runs one.")
}
