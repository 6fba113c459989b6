package cli

import (
	"maps"
	"slices"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

type profiles struct {
	List   profilesList   `cmd:"" help:"List your profiles."`
	Use    profilesUse    `cmd:"" help:"Make a profile the current one."`
	Remove profilesRemove `cmd:"" help:"Forget a profile, and its sign-in on this machine."`
}

type profilesList struct{}

// Help shows how it is used.
func (profilesList) Help() string {
	return examples("counterpart profiles list", "the current one is marked")
}

// Run lists the profiles.
func (profilesList) Run(r *run) error {
	config, err := r.folder().Config()
	if err != nil {
		return err
	}
	if r.flags.JSON {
		type shown struct {
			Name         string `json:"name"`
			Host         string `json:"host"`
			Current      bool   `json:"current"`
			SignedIn     bool   `json:"signedIn"`
			Organization string `json:"organization,omitempty"`
			App          string `json:"app,omitempty"`
			Sandbox      string `json:"sandbox,omitempty"`
		}
		list := service.List[shown]{Data: []shown{}}
		for _, name := range slices.Sorted(maps.Keys(config.Profiles)) {
			p := config.Profiles[name]
			list.Data = append(list.Data, shown{name, p.Host, name == config.Current, p.Credentials != store.None, p.Organization, p.App, p.Sandbox})
		}
		return r.printValue(list)
	}
	var rows [][]any
	for _, name := range slices.Sorted(maps.Keys(config.Profiles)) {
		p := config.Profiles[name]
		rows = append(rows, []any{name, p.Host, name == config.Current, p.Credentials != store.None})
	}
	if len(rows) == 0 {
		r.note("There are none yet. Sign in: counterpart login --host URL")
		return nil
	}
	r.table([]string{"NAME", "HOST", "CURRENT", "SIGNED IN"}, rows)
	return nil
}

type profilesUse struct {
	Name string `arg:"" help:"The profile."`
}

// Help shows how it is used.
func (profilesUse) Help() string { return examples("counterpart profiles use localhost:8080", "") }

// Run makes a profile the current one.
func (c profilesUse) Run(r *run) error {
	config, err := r.folder().Config()
	if err != nil {
		return err
	}
	if _, found := config.Profiles[c.Name]; !found {
		return noSuch("profile", c.Name, "", slices.Sorted(maps.Keys(config.Profiles)))
	}
	config.Current = c.Name
	if err := r.folder().Save(config); err != nil {
		return err
	}
	r.note("Commands go to %s now.", config.Profiles[c.Name].Host)
	return nil
}

type profilesRemove struct {
	Name string `arg:"" help:"The profile."`
}

// Help shows how it is used.
func (profilesRemove) Help() string {
	return examples("counterpart profiles remove old", "the sign-in goes on at the service; counterpart logout ends it there")
}

// Run forgets a profile.
func (c profilesRemove) Run(r *run) error {
	config, err := r.folder().Config()
	if err != nil {
		return err
	}
	p, found := config.Profiles[c.Name]
	if !found {
		return noSuch("profile", c.Name, "", slices.Sorted(maps.Keys(config.Profiles)))
	}
	if err := r.vault(false).Remove(p.Host, c.Name, p.Credentials); err != nil {
		return err
	}
	delete(config.Profiles, c.Name)
	if config.Current == c.Name {
		config.Current = ""
	}
	return r.folder().Save(config)
}
