package cli

import (
	"net/http"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

type sandboxes struct {
	List   sandboxesList   `cmd:"" help:"List the organization's sandboxes."`
	Create sandboxesCreate `cmd:"" help:"Make a sandbox, with books to work on."`
	Use    sandboxesUse    `cmd:"" help:"Choose the sandbox that calls go to."`
	Reset  sandboxesReset  `cmd:"" help:"Empty a sandbox's books and fill them anew."`
	Clock  sandboxesClock  `cmd:"" help:"Show a sandbox's clock, or put it forward."`
	Delete sandboxesDelete `cmd:"" help:"Erase a sandbox for good."`
}

func sandboxesPath(org service.Organization, more ...string) string {
	return service.Path(append([]string{"developer", "organizations", org.ID, "sandboxes"}, more...)...)
}

type sandboxesList struct{}

// Help shows how it is used.
func (sandboxesList) Help() string { return examples("counterpart sandboxes list", "") }

// Run lists the sandboxes.
func (sandboxesList) Run(r *run) error {
	c, org, err := r.atOrganization()
	if err != nil {
		return err
	}
	answer, err := c.Get(r.ctx, sandboxesPath(org), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.List[service.Sandbox]) error {
		var rows [][]any
		for _, s := range list.Data {
			rows = append(rows, []any{s.ID, s.Name, s.Template, s.Currency, moment(s.Time), s.FilledAt})
		}
		return r.list([]string{"ID", "NAME", "TEMPLATE", "CURRENCY", "ITS CLOCK", "FILLED"}, rows, "Make one: counterpart sandboxes create --name NAME")
	})
}

func (r *run) showSandbox(answer service.Answer) error {
	return show(r, answer, func(s service.Sandbox) error {
		r.fields(
			field{"ID", s.ID}, field{"Name", s.Name}, field{"Template", s.Template}, field{"Currency", s.Currency},
			field{"Time zone", s.Timezone}, field{"Its clock", moment(s.Time)}, field{"Filled", s.FilledAt},
		)
		return nil
	})
}

type sandboxesCreate struct {
	Name     string `required:"" help:"Its name." placeholder:"TEXT"`
	Template string `enum:"services,retail" default:"services" help:"What its books begin with: ${enum}."`
}

// Help shows how it is used.
func (sandboxesCreate) Help() string {
	return examples(
		`counterpart sandboxes create --name "Corner Cafe"`, "",
		`counterpart sandboxes create --name Shop --template retail --json`, "",
	)
}

// Run makes a sandbox.
func (c sandboxesCreate) Run(r *run) error {
	client, org, err := r.atOrganization()
	if err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{
		Method: http.MethodPost, Path: sandboxesPath(org), Body: map[string]string{"name": c.Name, "template": strings.ToUpper(c.Template)},
	})
	if err != nil {
		return err
	}
	return r.showSandbox(answer)
}

type sandboxesUse struct {
	Sandbox string `arg:"" help:"The sandbox, by id or name."`
}

// Help shows how it is used.
func (sandboxesUse) Help() string { return examples(`counterpart sandboxes use "Corner Cafe"`, "") }

// Run remembers the sandbox.
func (c sandboxesUse) Run(r *run) error {
	_, _, sandbox, err := r.atSandbox(c.Sandbox)
	if err != nil {
		return err
	}
	if err := r.remember(func(p *store.Profile) { p.Sandbox = sandbox.ID }); err != nil {
		return err
	}
	r.note("Calls go to %s now.", sandbox.Name)
	return nil
}

type sandboxesReset struct {
	Sandbox string `arg:"" help:"The sandbox, by id or name."`
	Confirm string `help:"The sandbox's name, to be sure." placeholder:"NAME"`
}

// Help shows how it is used.
func (sandboxesReset) Help() string {
	return examples(`counterpart sandboxes reset "Corner Cafe" --confirm "Corner Cafe"`, "apps stay connected; its clock goes back")
}

// Run resets a sandbox.
func (c sandboxesReset) Run(r *run) error {
	client, org, sandbox, err := r.atSandbox(c.Sandbox)
	if err != nil {
		return err
	}
	if err := r.confirm("This empties the books of "+sandbox.Name+" and fills them anew.", sandbox.Name, c.Confirm); err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: sandboxesPath(org, sandbox.ID, "reset")})
	if err != nil {
		return err
	}
	return r.showSandbox(answer)
}

type sandboxesClock struct {
	Sandbox string `arg:"" optional:"" help:"The sandbox, by id or name; the chosen one by default."`
	To      string `xor:"when" help:"The time to put it to." placeholder:"TIME"`
	By      string `xor:"when" help:"How far to put it forward: 12h, 30d." placeholder:"AGE"`
}

// Help shows how it is used.
func (sandboxesClock) Help() string {
	return examples(
		`counterpart sandboxes clock "Corner Cafe"`, "what it shows",
		`counterpart sandboxes clock "Corner Cafe" --by 31d`, "invoices fall due, and events tell of it",
		`counterpart sandboxes clock "Corner Cafe" --to 2027-01-01`, "",
	)
}

// Run shows or moves a clock, which never goes back.
func (c sandboxesClock) Run(r *run) error {
	client, org, sandbox, err := r.atSandbox(c.Sandbox)
	if err != nil {
		return err
	}
	if c.To == "" && c.By == "" {
		answer, err := client.Get(r.ctx, sandboxesPath(org, sandbox.ID), nil)
		if err != nil {
			return err
		}
		return r.showSandbox(answer)
	}
	to, err := c.target(r, sandbox.Time)
	if err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{
		Method: http.MethodPost, Path: sandboxesPath(org, sandbox.ID, "clock"), Body: map[string]string{"time": to.UTC().Format(time.RFC3339)},
	})
	if err != nil {
		return err
	}
	r.note("%s moved from %s to %s.", sandbox.Name, moment(sandbox.Time), moment(to))
	return r.showSandbox(answer)
}

func (c sandboxesClock) target(r *run, now time.Time) (time.Time, error) {
	if c.To != "" {
		return r.instant(c.To)
	}
	by, err := parseAge(c.By)
	if err != nil || by <= 0 {
		return now, wrong(exitUsage, "It looks like 12h or 30d.", "%q is not a length of time ahead.", c.By)
	}
	return now.Add(by), nil
}

type sandboxesDelete struct {
	Sandbox string `arg:"" help:"The sandbox, by id or name."`
	Confirm string `help:"The sandbox's name, to be sure." placeholder:"NAME"`
}

// Help shows how it is used.
func (sandboxesDelete) Help() string {
	return examples(`counterpart sandboxes delete "Corner Cafe" --confirm "Corner Cafe"`, "")
}

// Run erases a sandbox.
func (c sandboxesDelete) Run(r *run) error {
	client, org, sandbox, err := r.atSandbox(c.Sandbox)
	if err != nil {
		return err
	}
	if err := r.confirm("This erases "+sandbox.Name+" with its books for good.", sandbox.Name, c.Confirm); err != nil {
		return err
	}
	if _, err := client.Do(r.ctx, service.Call{Method: http.MethodDelete, Path: sandboxesPath(org, sandbox.ID)}); err != nil {
		return err
	}
	return r.gone(sandbox.ID, "Erased %s.", sandbox.Name)
}
