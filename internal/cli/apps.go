package cli

import (
	"cmp"
	"net/http"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

type apps struct {
	List       appsList   `cmd:"" help:"List the organization's apps."`
	Show       appsShow   `cmd:"" help:"Show an app."`
	Use        appsUse    `cmd:"" help:"Choose the app that commands are about."`
	Create     appsCreate `cmd:"" help:"Make an app, from a file or from flags."`
	Export     appsExport `cmd:"" help:"Write an app to a file, as it is."`
	Diff       appsDiff   `cmd:"" help:"Show what a file would change of its app."`
	Apply      appsApply  `cmd:"" help:"Bring an app to what its file says."`
	Deactivate appsSwitch `cmd:"" help:"Shut an app out, everywhere and at once."`
	Reactivate appsSwitch `cmd:"" help:"Take a deactivation back."`
	Delete     appsDelete `cmd:"" help:"Remove an app on which nothing depends."`
}

type appsList struct{}

// Help shows how it is used.
func (appsList) Help() string {
	return examples(
		"counterpart apps list", "",
		"counterpart apps list --json", "all that the service tells of them",
	)
}

// Run lists the apps.
func (appsList) Run(r *run) error {
	c, org, err := r.atOrganization()
	if err != nil {
		return err
	}
	answer, err := c.Get(r.ctx, service.Path("developer", "organizations", org.ID, "apps"), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.List[service.App]) error {
		var rows [][]any
		for _, a := range list.Data {
			rows = append(rows, []any{a.ID, a.Name, a.Type, a.Status, a.Review, a.Webhooks, a.CreatedAt})
		}
		return r.list([]string{"ID", "NAME", "TYPE", "STATUS", "REVIEW", "WEBHOOKS", "MADE"}, rows, "Make one: counterpart apps create --help")
	})
}

type appsShow struct {
	Name string `arg:"" optional:"" name:"app" help:"The app, by id or name; the chosen one by default."`
}

// Help shows how it is used.
func (appsShow) Help() string {
	return examples(
		"counterpart apps show", "the chosen one",
		`counterpart apps show "Till Sync" --json`, "",
	)
}

// Run shows an app.
func (c appsShow) Run(r *run) error {
	client, app, err := r.atApp(c.Name)
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, service.Path("developer", "apps", app.ID), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(a service.App) error {
		r.showApp(a)
		return nil
	})
}

func (r *run) showApp(a service.App) {
	pinned := "the current one"
	if a.PinnedAPIVersion != nil {
		pinned = *a.PinnedAPIVersion
	}
	r.fields(
		field{"ID", a.ID}, field{"Name", a.Name}, field{"Client id", a.ClientID}, field{"Type", a.Type},
		field{"Status", a.Status}, field{"Review", a.Review}, field{"App URL", a.AppURL},
		field{"Redirect URIs", a.RedirectURIs}, field{"Scopes", a.Scopes}, field{"API version", pinned}, field{"Made", a.CreatedAt},
	)
}

type appsUse struct {
	Name string `arg:"" name:"app" help:"The app, by id or name."`
}

// Help shows how it is used.
func (appsUse) Help() string { return examples(`counterpart apps use "Till Sync"`, "") }

// Run remembers the app.
func (c appsUse) Run(r *run) error {
	_, app, err := r.atApp(c.Name)
	if err != nil {
		return err
	}
	if err := r.remember(func(p *store.Profile) { p.App, p.Organization = app.ID, app.OrganizationID }); err != nil {
		return err
	}
	r.note("Commands are about %s now.", app.Name)
	return nil
}

// appsSwitch shuts an app out or lets it in again.
type appsSwitch struct {
	Name string `arg:"" name:"app" help:"The app, by id or name."`
	verb string
}

// Help shows how it is used.
func (c appsSwitch) Help() string {
	return examples("counterpart apps "+c.verb+` "Till Sync"`, "")
}

// Run does it.
func (c appsSwitch) Run(r *run) error {
	client, app, err := r.atApp(c.Name)
	if err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: service.Path("developer", "apps", app.ID, c.verb)})
	if err != nil {
		return err
	}
	return show(r, answer, func(a service.App) error {
		r.fields(field{"ID", a.ID}, field{"Name", a.Name}, field{"Status", a.Status})
		return nil
	})
}

type appsDelete struct {
	Name    string `arg:"" name:"app" help:"The app, by id or name."`
	Confirm string `help:"The app's name, to be sure." placeholder:"NAME"`
}

// Help shows how it is used.
func (appsDelete) Help() string {
	return examples(`counterpart apps delete "Old Idea" --confirm "Old Idea"`, "one with webhooks, fields or installations is refused")
}

// Run removes an app.
func (c appsDelete) Run(r *run) error {
	client, app, err := r.atApp(c.Name)
	if err != nil {
		return err
	}
	if err := r.confirm("This removes the app "+app.Name+" for good.", app.Name, c.Confirm); err != nil {
		return err
	}
	call := service.Call{Method: http.MethodDelete, Path: service.Path("developer", "apps", app.ID), Header: service.IfMatch(app.Version)}
	if _, err := client.Do(r.ctx, call); err != nil {
		return err
	}
	return r.gone(app.ID, "Removed %s.", app.Name)
}

// gone tells that something was deleted.
func (r *run) gone(id, format string, args ...any) error {
	if r.flags.JSON {
		return r.printValue(map[string]any{"id": id, "deleted": true})
	}
	r.note(format, args...)
	return nil
}

type appsCreate struct {
	File        string   `short:"f" help:"A manifest, such as counterpart.yaml; its app is made as it says." placeholder:"FILE"`
	Name        string   `help:"Name." placeholder:"TEXT"`
	Type        string   `enum:"CONFIDENTIAL,PUBLIC," default:"" help:"CONFIDENTIAL for servers that can keep a secret, PUBLIC for all else." placeholder:"TYPE"`
	RedirectURI []string `sep:"none" help:"Where consent sends people back to; may be given several times." placeholder:"URI"`
	Scope       []string `help:"Scope it may ask for; may be given several times." placeholder:"SCOPE"`
	AppURL      string   `help:"Where its embedded pages live." placeholder:"URL"`
	EnvFile     string   `help:"Write the client id and the secrets to this file instead of showing them." placeholder:"FILE"`
}

// Help shows how it is used.
func (appsCreate) Help() string {
	return examples(
		`counterpart apps create --name "Till Sync" --redirect-uri http://127.0.0.1:8399/callback --scope invoices:read`, "",
		"counterpart apps create -f counterpart.yaml --env-file .env", "checks the whole file first, and writes the app's id to it",
	) + "\n" + manifestHelp
}

const manifestHelp = `The manifest:

    manifest: 1
    name: Shelf Sync
    type: CONFIDENTIAL
    appUrl: https://shelf.example.com/embedded
    redirectUris: ["https://shelf.example.com/callback"]
    scopes:
      profile:read: Shows which business is linked
      invoices:read: Finds what was sold
    webhooks:
      main: { url: "https://shelf.example.com/hooks", events: [invoice.paid], ignoreOwnChanges: true }
    fields:
      INVOICE.route: { label: Route, type: TEXT, visibleToBusiness: true }
`

// Run makes an app.
func (c appsCreate) Run(r *run) error {
	client, org, err := r.atOrganization()
	if err != nil {
		return err
	}
	plan := manifest{
		Name: c.Name, Type: cmp.Or(c.Type, "CONFIDENTIAL"), AppURL: c.AppURL, RedirectURIs: c.RedirectURI, Scopes: map[string]string{},
	}
	for _, scope := range c.Scope {
		plan.Scopes[scope] = ""
	}
	switch {
	case c.File != "" && (c.Name != "" || c.Type != "" || c.AppURL != "" || len(c.RedirectURI)+len(c.Scope) > 0):
		return wrong(exitUsage, "Say it in the file.", "A file and flags cannot both say what the app is.")
	case c.File != "":
		if plan, err = r.newManifest(client, c.File); err != nil {
			return err
		}
	case c.Name == "":
		return wrong(exitUsage, "See: counterpart apps create --help", "What is the app called? Give --name, or a file with -f.")
	}
	return creation{run: r, client: client, org: org, plan: plan, file: c.File, envFile: c.EnvFile}.create()
}

// newManifest reads one whose app is still to be made.
func (r *run) newManifest(client *service.Client, file string) (manifest, error) {
	plan, err := r.readManifest(client, file)
	if err != nil {
		return plan, err
	}
	id, err := r.appOf(plan)
	if err == nil && id != "" {
		err = wrong(exitFailed, "Bring it to what the file says: counterpart apps apply -f "+file, "%s is the app %s already.", file, id)
	}
	return plan, err
}
