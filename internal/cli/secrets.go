package cli

import (
	"fmt"
	"net/http"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type secrets struct {
	List   secretsList   `cmd:"" help:"List the client secrets: when each was made and last used."`
	Create secretsCreate `cmd:"" help:"Make a second client secret, to change over without a gap."`
	Delete secretsDelete `cmd:"" help:"Delete a client secret."`
}

type secretsList struct{}

// Help shows how it is used.
func (secretsList) Help() string { return examples(`counterpart secrets list --app "Till Sync"`, "") }

// Run lists the secrets.
func (secretsList) Run(r *run) error {
	c, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := c.Get(r.ctx, service.Path("developer", "apps", app.ID, "secrets"), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.List[service.Secret]) error {
		var rows [][]any
		for _, s := range list.Data {
			var by any
			if s.MadeBy != nil {
				by = s.MadeBy.Name
			}
			rows = append(rows, []any{s.ID, s.Prefix + "…", s.CreatedAt, by, s.LastUsedAt})
		}
		return r.list([]string{"ID", "SECRET", "MADE", "BY", "LAST USED"}, rows, "A PUBLIC app has none.")
	})
}

type secretsCreate struct {
	EnvFile string `help:"Write it to this file instead of showing it." placeholder:"FILE"`
}

// Help shows how it is used.
func (secretsCreate) Help() string {
	return examples(
		"counterpart secrets create | my-vault put counterpart", "stdout is the secret alone",
		"counterpart secrets create --env-file .env", "as COUNTERPART_CLIENT_SECRET",
	)
}

// Run makes a secret.
func (c secretsCreate) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: service.Path("developer", "apps", app.ID, "secrets")})
	if err != nil {
		return err
	}
	return r.keepSecret(answer, "clientSecret", c.EnvFile, "COUNTERPART_CLIENT_SECRET", "Both secrets work now. Use the new one everywhere, then: counterpart secrets delete ID")
}

// keepSecret writes a secret that is shown once to a file, or prints it alone, so
// that it can be piped.
func (r *run) keepSecret(answer service.Answer, member, envFile, variable, next string) error {
	var said map[string]any
	if err := answer.Read(&said); err != nil {
		return err
	}
	secret, _ := said[member].(string)
	body := answer.Body
	if envFile != "" {
		if err := r.writeEnv(envFile, [2]string{variable, secret}); err != nil {
			fmt.Fprintln(r.Out, secret) // better shown than lost
			return err
		}
		var err error
		if body, err = withoutMember(body, member); err != nil {
			return err
		}
	}
	switch {
	case r.flags.JSON:
		if err := r.printJSON(body); err != nil {
			return err
		}
	case envFile != "":
		r.note("%s is in %s, which only you can read. It is not shown again.", variable, envFile)
	default:
		fmt.Fprintln(r.Out, secret)
		r.note("It is not shown again.")
	}
	r.note("%s", next)
	return nil
}

type secretsDelete struct {
	Secret  string `arg:"" help:"The secret, by its id or its first characters."`
	Confirm string `help:"The secret's first characters as the list shows them, to be sure." placeholder:"PREFIX"`
}

// Help shows how it is used.
func (secretsDelete) Help() string {
	return examples("counterpart secrets delete cpcs_7k2m --confirm cpcs_7k2m", "what still uses it is refused from then on")
}

// Run deletes a secret.
func (c secretsDelete) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	var list service.List[service.Secret]
	path := service.Path("developer", "apps", app.ID, "secrets")
	if err := client.Read(r.ctx, path, nil, &list); err != nil {
		return err
	}
	secret, err := choice[service.Secret]{
		what: "secret", want: c.Secret, where: app.Name, among: list.Data,
		known: func(s service.Secret) (string, string) { return s.ID, s.Prefix },
	}.made()
	if err != nil {
		return err
	}
	if err := r.confirm("What still uses this secret is refused from now on.", secret.Prefix, c.Confirm); err != nil {
		return err
	}
	if _, err := client.Do(r.ctx, service.Call{Method: http.MethodDelete, Path: path + service.Path(secret.ID)}); err != nil {
		return err
	}
	return r.gone(secret.ID, "Deleted the secret %s….", secret.Prefix)
}
