package cli

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/counterpart/counterpart/internal/cli/service"
)

// organization is the one that is named by flag or variable, else the profile's, else
// the only one there is.
func (r *run) organization(c *service.Client) (service.Organization, error) {
	var list service.List[service.Organization]
	if err := c.Read(r.ctx, "/developer/organizations", nil, &list); err != nil {
		return service.Organization{}, err
	}
	at, err := r.site()
	if err != nil {
		return service.Organization{}, err
	}
	return choice[service.Organization]{
		what: "organization", want: cmp.Or(r.flags.Org, at.Organization), among: list.Data,
		known: func(o service.Organization) (string, string) { return o.ID, o.Name },
		none:  "Make one: counterpart orgs create NAME",
		many: func(o service.Organization) string {
			return fmt.Sprintf("counterpart orgs use %q   (or --org)", o.Name)
		},
	}.made()
}

// app is the one that is named by an argument, a flag, a variable, a counterpart.yaml
// on the way up, or the profile; else the only one there is.
func (r *run) app(c *service.Client, named string) (service.App, error) {
	at, err := r.site()
	if err != nil {
		return service.App{}, err
	}
	want := cmp.Or(named, r.flags.App, r.idInManifest(at.label()), at.App)
	if strings.HasPrefix(want, "app_") {
		var app service.App
		err := c.Read(r.ctx, service.Path("developer", "apps", want), nil, &app)
		return app, err
	}
	org, err := r.organization(c)
	if err != nil {
		return service.App{}, err
	}
	var list service.List[service.App]
	if err := c.Read(r.ctx, service.Path("developer", "organizations", org.ID, "apps"), nil, &list); err != nil {
		return service.App{}, err
	}
	return choice[service.App]{
		what: "app", want: want, where: org.Name, among: list.Data,
		known: func(a service.App) (string, string) { return a.ID, a.Name },
		none:  "Make one: counterpart apps create --help",
		many: func(a service.App) string {
			return fmt.Sprintf("counterpart apps use %q   (or --app, or an app id in counterpart.yaml)", a.Name)
		},
	}.made()
}

// atApp is the service and the app that a command is about.
func (r *run) atApp(named string) (*service.Client, service.App, error) {
	c, err := r.client()
	if err != nil {
		return nil, service.App{}, err
	}
	app, err := r.app(c, named)
	return c, app, err
}

// atOrganization is the service and the organization that a command is about.
func (r *run) atOrganization() (*service.Client, service.Organization, error) {
	c, err := r.client()
	if err != nil {
		return nil, service.Organization{}, err
	}
	org, err := r.organization(c)
	return c, org, err
}

// atSandbox is the service, the organization and the sandbox that is named by an
// argument or the profile, else the only one there is.
func (r *run) atSandbox(named string) (*service.Client, service.Organization, service.Sandbox, error) {
	c, org, err := r.atOrganization()
	if err != nil {
		return nil, org, service.Sandbox{}, err
	}
	at, err := r.site()
	if err != nil {
		return nil, org, service.Sandbox{}, err
	}
	var list service.List[service.Sandbox]
	if err := c.Read(r.ctx, service.Path("developer", "organizations", org.ID, "sandboxes"), nil, &list); err != nil {
		return nil, org, service.Sandbox{}, err
	}
	sandbox, err := choice[service.Sandbox]{
		what: "sandbox", want: cmp.Or(named, at.Sandbox), where: org.Name, among: list.Data,
		known: func(s service.Sandbox) (string, string) { return s.ID, s.Name },
		none:  "Make one: counterpart sandboxes create --name NAME",
		many:  func(s service.Sandbox) string { return fmt.Sprintf("counterpart sandboxes use %q", s.Name) },
	}.made()
	return c, org, sandbox, err
}

// choice is one thing of several, by its id or its name.
type choice[T any] struct {
	what, want, where string
	among             []T
	known             func(T) (id, name string)
	none              string         // what to do where there are none
	many              func(T) string // how to choose one where nothing was named
}

func (c choice[T]) made() (T, error) {
	var none T
	if c.want == "" {
		return c.only()
	}
	var found []T
	var names []string
	for _, one := range c.among {
		id, name := c.known(one)
		if id == c.want {
			return one, nil
		}
		if strings.EqualFold(name, c.want) {
			found = append(found, one)
		}
		names = append(names, name)
	}
	switch len(found) {
	case 0:
		return none, noSuch(c.what, c.want, c.where, names)
	case 1:
		return found[0], nil
	}
	return none, wrong(exitUsage, "Name it by its id.", "%d have the name %q.", len(found), c.want)
}

// only is the one there is, where nothing was named.
func (c choice[T]) only() (T, error) {
	var none T
	where := "you have"
	if c.where != "" {
		where = c.where + " has"
	}
	switch len(c.among) {
	case 0:
		return none, wrong(exitNotFound, c.none, "%s no %s yet.", upper(where), c.what)
	case 1:
		return c.among[0], nil
	}
	return none, wrong(exitUsage, "Choose one: "+c.many(c.among[0]), "No %s chosen, and %s %d.", c.what, where, len(c.among))
}

// idInManifest is the app that a counterpart.yaml of this folder or one above names
// for a profile.
func (r *run) idInManifest(profile string) string {
	for dir := r.Dir; ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, manifestFile))
		if err == nil {
			var file struct {
				IDs map[string]string `yaml:"ids"`
			}
			if yaml.Unmarshal(text, &file) == nil {
				return file.IDs[profile]
			}
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// noSuch says that a name fits nothing, and which one may have been meant.
func noSuch(what, name, where string, known []string) *problem {
	if where != "" {
		where = " in " + where
	}
	hint := ""
	if near := nearest(name, known); near != "" {
		hint = fmt.Sprintf("Did you mean %q?", near)
	} else if len(known) > 0 && len(known) <= 10 {
		hint = "There is: " + strings.Join(known, ", ")
	}
	return wrong(exitNotFound, hint, "There is no %s %q%s.", what, name, where)
}

// nearest is the known name that a slip of the fingers makes of another; empty where
// none is near.
func nearest(name string, known []string) string {
	best, least := "", 1+len([]rune(name))/3
	for _, candidate := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(candidate)); d <= least {
			best, least = candidate, d-1
		}
	}
	return best
}

// distance is how many letters have to be changed, added or left out (Levenshtein).
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j := range to {
			change := diagonal
			if from[i] != to[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
