package cli

import (
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type scopes struct {
	List   scopesList   `cmd:"" help:"List the scopes that the app may ask for, and why it does."`
	Add    scopesAdd    `cmd:"" help:"Add scopes."`
	Remove scopesRemove `cmd:"" help:"Remove scopes: no business's consent counts for them any more."`
}

func scopesPath(app service.App) string { return service.Path("developer", "apps", app.ID, "scopes") }

type scopesList struct {
	All bool `help:"All scopes there are, with what each lets an app do."`
}

// Help shows how it is used.
func (scopesList) Help() string {
	return examples(
		"counterpart scopes list", "of the app",
		"counterpart scopes list --all", "all there are",
	)
}

// Run lists the scopes.
func (c scopesList) Run(r *run) error {
	if c.All {
		return c.all(r)
	}
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, scopesPath(app), nil)
	if err != nil {
		return err
	}
	return r.showScopes(answer)
}

func (scopesList) all(r *run) error {
	client, err := r.client()
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, "/developer/scopes", nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.List[service.AskedScope]) error {
		var rows [][]any
		for _, s := range list.Data {
			rows = append(rows, []any{s.Scope, s.Risk, s.Says})
		}
		r.table([]string{"SCOPE", "RISK", "LETS THE APP"}, rows)
		return nil
	})
}

func (r *run) showScopes(answer service.Answer) error {
	return show(r, answer, func(list service.AskedScopes) error {
		var rows [][]any
		for _, s := range list.Data {
			rows = append(rows, []any{s.Scope, s.Risk, s.Reason, warningTexts(s.Warnings)})
		}
		return r.list([]string{"SCOPE", "RISK", "REASON", "LOOK AT"}, rows, "Add one: counterpart scopes add SCOPE")
	})
}

type scopesAdd struct {
	Scopes []string `arg:"" name:"scope" help:"The scope."`
	Reason string   `help:"Why the app asks for it; review wants to know." placeholder:"TEXT"`
}

// Help shows how it is used.
func (scopesAdd) Help() string {
	return examples(`counterpart scopes add payments:read --reason "Marks what was paid"`, "changes no business until somebody there consents again")
}

// Run adds scopes.
func (c scopesAdd) Run(r *run) error { return r.changeScopes(c.Scopes, adds, c.Reason) }

type scopesRemove struct {
	Scopes []string `arg:"" name:"scope" help:"The scope."`
}

// Help shows how it is used.
func (scopesRemove) Help() string { return examples("counterpart scopes remove payments:read", "") }

// Run removes scopes.
func (c scopesRemove) Run(r *run) error { return r.changeScopes(c.Scopes, removes, "") }

// changeScopes saves all scopes anew, the others with the reasons they have.
func (r *run) changeScopes(named []string, verb, reason string) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	var now service.AskedScopes
	if err := client.Read(r.ctx, scopesPath(app), nil, &now); err != nil {
		return err
	}
	reasons, have := map[string]*string{}, []string{}
	for _, s := range now.Data {
		reasons[s.Scope], have = s.Reason, append(have, s.Scope)
	}
	wanted, err := changed(have, named, verb, "scope", app.Name)
	if err != nil {
		return err
	}
	list := []service.ReasonedScope{}
	for _, scope := range wanted {
		if reason != "" && slices.Contains(named, scope) {
			reasons[scope] = &reason
		}
		list = append(list, service.ReasonedScope{Scope: scope, Reason: reasons[scope]})
	}
	answer, err := client.Do(r.ctx, service.Call{
		Method: http.MethodPut, Path: scopesPath(app), Header: service.IfMatch(now.Version), Body: map[string]any{"scopes": list},
	})
	if err != nil {
		return err
	}
	return r.showScopes(answer)
}
