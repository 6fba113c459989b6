package cli

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

type orgs struct {
	List   orgsList   `cmd:"" help:"List your organizations."`
	Use    orgsUse    `cmd:"" help:"Choose the organization that commands are about."`
	Create orgsCreate `cmd:"" help:"Make an organization."`
}

type orgsList struct{}

// Help shows how it is used.
func (orgsList) Help() string { return examples("counterpart orgs list", "with your role in each") }

// Run lists the organizations.
func (orgsList) Run(r *run) error {
	c, err := r.client()
	if err != nil {
		return err
	}
	answer, err := c.Get(r.ctx, "/developer/organizations", nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.List[service.Organization]) error {
		var rows [][]any
		for _, o := range list.Data {
			rows = append(rows, []any{o.ID, o.Name, o.Role, o.CreatedAt})
		}
		return r.list([]string{"ID", "NAME", "YOUR ROLE", "MADE"}, rows, "Make one: counterpart orgs create NAME")
	})
}

type orgsUse struct {
	Organization string `arg:"" help:"The organization, by id or name."`
}

// Help shows how it is used.
func (orgsUse) Help() string { return examples(`counterpart orgs use "Acme Apps"`, "") }

// Run remembers the organization, and forgets what was chosen in another.
func (c orgsUse) Run(r *run) error {
	r.flags.Org = c.Organization
	_, org, err := r.atOrganization()
	if err != nil {
		return err
	}
	if err := r.remember(func(p *store.Profile) {
		if p.Organization != org.ID {
			p.Organization, p.App, p.Sandbox = org.ID, "", ""
		}
	}); err != nil {
		return err
	}
	r.note("Commands are about %s now.", org.Name)
	return nil
}

type orgsCreate struct {
	Name string `arg:"" help:"Its name."`
}

// Help shows how it is used.
func (orgsCreate) Help() string {
	return examples(`counterpart orgs create "Acme Apps"`, "you will be its owner")
}

// Run makes an organization.
func (c orgsCreate) Run(r *run) error {
	client, err := r.client()
	if err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: "/developer/organizations", Body: map[string]string{"name": c.Name}})
	if err != nil {
		return err
	}
	return show(r, answer, func(o service.Organization) error {
		r.fields(field{"ID", o.ID}, field{"Name", o.Name}, field{"Your role", o.Role})
		r.note("Next: counterpart apps create --help")
		return nil
	})
}
