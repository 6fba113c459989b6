package cli

import (
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type redirects struct {
	List   redirectsList   `cmd:"" help:"List the redirect URIs, with their use in the last 30 days."`
	Add    redirectsChange `cmd:"" help:"Add redirect URIs."`
	Remove redirectsChange `cmd:"" help:"Remove redirect URIs."`
}

func redirectsPath(app service.App) string {
	return service.Path("developer", "apps", app.ID, "redirect-uris")
}

type redirectsList struct{}

// Help shows how it is used.
func (redirectsList) Help() string { return examples("counterpart redirects list", "") }

// Run lists the URIs.
func (redirectsList) Run(r *run) error {
	c, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := c.Get(r.ctx, redirectsPath(app), nil)
	if err != nil {
		return err
	}
	return r.showRedirects(answer)
}

func (r *run) showRedirects(answer service.Answer) error {
	return show(r, answer, func(list service.Redirects) error {
		var rows [][]any
		for _, u := range list.Data {
			rows = append(rows, []any{u.URI, u.Uses, u.LastUsedAt, warningTexts(u.Warnings)})
		}
		return r.list([]string{"URI", "USES", "LAST USED", "LOOK AT"}, rows, "Add one: counterpart redirects add URI")
	})
}

func warningTexts(warnings []service.Warning) (texts []string) {
	for _, w := range warnings {
		texts = append(texts, w.Message)
	}
	return texts
}

type redirectsChange struct {
	URIs []string `arg:"" name:"uri" help:"Redirect URI, exactly as your app sends it."`
	verb string
}

// Help shows how it is used.
func (c redirectsChange) Help() string {
	return examples("counterpart redirects "+c.verb+" http://127.0.0.1:8399/callback", "")
}

// Run changes the list. Somebody who changes it at the same moment is not overwritten.
func (c redirectsChange) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	var now service.Redirects
	if err := client.Read(r.ctx, redirectsPath(app), nil, &now); err != nil {
		return err
	}
	var uris []string
	for _, u := range now.Data {
		uris = append(uris, u.URI)
	}
	uris, err = changed(uris, c.URIs, c.verb, "redirect URI", app.Name)
	if err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{
		Method: http.MethodPut, Path: redirectsPath(app), Header: service.IfMatch(now.Version), Body: map[string]any{"redirectUris": uris},
	})
	if err != nil {
		return err
	}
	return r.showRedirects(answer)
}

// The verbs of lists.
const (
	adds    = "add"
	removes = "remove"
)

// changed is a list with names added or taken out.
func changed(list, names []string, verb, what, where string) ([]string, error) {
	out := slices.Clone(list)
	for _, name := range names {
		there := slices.Contains(out, name)
		switch {
		case verb == adds && !there:
			out = append(out, name)
		case verb == removes && !there:
			return nil, noSuch(what, name, where, list)
		case verb == removes:
			out = slices.DeleteFunc(out, func(one string) bool { return one == name })
		}
	}
	return append([]string{}, out...), nil // never null
}
