package cli

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

// early is how long before its end an access token is refreshed.
const early = 30 * time.Second

var errOver = errors.New("the connection is over")

type connections struct {
	List       connectionsList       `cmd:"" help:"List the businesses that apps are connected to from this machine."`
	Show       connectionsShow       `cmd:"" help:"Show a connection, as the service knows it."`
	Token      connectionsToken      `cmd:"" help:"Print an access token that works now."`
	Disconnect connectionsDisconnect `cmd:"" help:"Revoke a connection's tokens and forget them."`
}

type connectionsList struct{}

// Help shows how it is used.
func (connectionsList) Help() string { return examples("counterpart connections list", "") }

// Run lists them. It asks nobody.
func (connectionsList) Run(r *run) error {
	at, err := r.site()
	if err != nil {
		return err
	}
	type shown struct {
		BusinessID string `json:"businessId"`
		Name       string `json:"name"`
		AppID      string `json:"appId"`
		Scope      string `json:"scope"`
	}
	list, rows := []shown{}, [][]any{}
	for _, c := range at.Connections {
		list = append(list, shown{c.Business, c.Name, c.App, c.Scope})
		rows = append(rows, []any{c.Business, c.Name, c.App, c.Scope})
	}
	if r.flags.JSON {
		return r.printValue(map[string]any{"data": list})
	}
	return r.list([]string{"BUSINESS", "NAME", "APP", "SCOPES"}, rows, "Make one: counterpart connect")
}

type connectionsShow struct {
	Business string `arg:"" optional:"" help:"The business, by id or name; the only one by default."`
}

// Help shows how it is used.
func (connectionsShow) Help() string {
	return examples(`counterpart connections show "Corner Cafe"`, "")
}

// Run asks the service with the connection's token.
func (c connectionsShow) Run(r *run) error {
	client, err := r.connected(c.Business, "")
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, "/me", nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(here struct {
		User       struct{ Name, Email string }
		Business   struct{ ID, Name string }
		Role       string
		Scopes     []string
		APIVersion string
	}) error {
		r.fields(
			field{"Business", here.Business.ID}, field{"Name", here.Business.Name}, field{"As", here.User.Name + " (" + here.User.Email + ")"},
			field{"Role", here.Role}, field{"Scopes", here.Scopes}, field{"API version", here.APIVersion},
		)
		return nil
	})
}

type connectionsToken struct {
	Business string `arg:"" optional:"" help:"The business, by id or name; the only one by default."`
}

// Help shows how it is used.
func (connectionsToken) Help() string {
	return examples(`curl -H "Authorization: Bearer $(counterpart connections token)" http://localhost:8080/me`, "")
}

// Run prints a token, refreshed if need be, so that it can be piped.
func (c connectionsToken) Run(r *run) error {
	client, err := r.connected(c.Business, "")
	if err != nil {
		return err
	}
	if r.flags.JSON {
		return r.printValue(map[string]string{"accessToken": client.Token})
	}
	_, err = fmt.Fprintln(r.Out, client.Token)
	return err
}

type connectionsDisconnect struct {
	Business string `arg:"" optional:"" help:"The business, by id or name; the only one by default."`
}

// Help shows how it is used.
func (connectionsDisconnect) Help() string {
	return examples(`counterpart connections disconnect "Corner Cafe"`, "the app stays installed; its tokens from here are over")
}

// Run ends the tokens, at the service and here.
func (c connectionsDisconnect) Run(r *run) error {
	at, one, err := r.connection(c.Business)
	if err != nil {
		return err
	}
	tokens, err := r.vault(false).Tokens(at.Host, one)
	if err == nil {
		client, err := r.anonymous(at)
		if err != nil {
			return err
		}
		call := clientProof(tokens.ClientID, tokens.ClientSecret, url.Values{"token": {cmp.Or(tokens.Refresh, tokens.Access)}})
		call.Path = "/oauth/revoke"
		if _, err := client.Do(r.ctx, call); err != nil {
			return err
		}
	} else if !errors.Is(err, store.ErrNotSignedIn) {
		return err
	}
	if err := r.forgetConnection(at, one); err != nil {
		return err
	}
	return r.gone(one.Business, "Disconnected %s.", cmp.Or(one.Name, one.Business))
}

func (r *run) forgetConnection(at site, one store.Connection) error {
	if err := r.vault(false).Remove(at.Host, one.Key(), one.Credentials); err != nil {
		return err
	}
	return r.remember(func(p *store.Profile) {
		p.Connections = slices.DeleteFunc(p.Connections, func(c store.Connection) bool { return c.Key() == one.Key() })
	})
}

// connection is the one to a business by id or name, of the app that is named by flag
// or variable if one is; else the only one there is.
func (r *run) connection(named string) (site, store.Connection, error) {
	at, err := r.site()
	if err != nil {
		return at, store.Connection{}, err
	}
	among := slices.DeleteFunc(slices.Clone(at.Connections), func(c store.Connection) bool {
		return strings.HasPrefix(r.flags.App, "app_") && c.App != r.flags.App
	})
	one, err := choice[store.Connection]{
		what: "connection", want: named, among: among,
		known: func(c store.Connection) (string, string) { return c.Business, c.Name },
		none:  "Make one: counterpart connect",
		many:  func(c store.Connection) string { return fmt.Sprintf("name the business, such as %q", c.Name) },
	}.made()
	return at, one, err
}

// connected is the service in the name of an app in a business, with a token of the
// connection that lives, and is not the one that was refused.
func (r *run) connected(named, refused string) (*service.Client, error) {
	at, one, err := r.connection(named)
	if err != nil {
		return nil, err
	}
	client, err := r.anonymous(at)
	if err != nil {
		return nil, err
	}
	tokens, err := r.vault(false).Tokens(at.Host, one)
	if err == nil && !r.fresh(tokens, refused) {
		err = r.folder().Locked(r.ctx, r.Wait, func() (err error) {
			tokens, err = r.refresh(at, client, one, refused)
			return err
		})
	}
	if errors.Is(err, store.ErrNotSignedIn) || errors.Is(err, errOver) {
		return nil, wrong(exitNotSignedIn, "Connect again: counterpart connect", "The connection to %s is over.", cmp.Or(one.Name, one.Business))
	}
	client.Token = tokens.Access
	return client, err
}

func (r *run) fresh(t store.Tokens, refused string) bool {
	return t.Access != refused && r.Now().Add(early).Before(t.ExpiresAt)
}

// putTokens keeps tokens, and notes where: a keyring may be there one day and not the next.
func (r *run) putTokens(at site, one store.Connection, tokens store.Tokens) (store.Connection, error) {
	place, err := r.vault(at.Credentials == store.InFile).PutTokens(at.Host, one, tokens)
	if err != nil || place == one.Credentials {
		return one, err
	}
	one.Credentials = place
	return one, r.remember(func(p *store.Profile) { p.Connections = withConnection(p.Connections, one) })
}

// refresh trades the refresh token, unless another process did while this one waited.
// The key is kept before it is sent: where the answer is lost, the same key gets the
// same answer for a minute (KIT-06).
func (r *run) refresh(at site, client *service.Client, one store.Connection, refused string) (store.Tokens, error) {
	tokens, err := r.vault(false).Tokens(at.Host, one)
	if err != nil || r.fresh(tokens, refused) {
		return tokens, err
	}
	if tokens.Refresh == "" {
		return tokens, errOver
	}
	if tokens.RefreshKey == "" {
		tokens.RefreshKey = rand.Text()
		if one, err = r.putTokens(at, one, tokens); err != nil {
			return tokens, err
		}
	}
	call := clientProof(tokens.ClientID, tokens.ClientSecret, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {tokens.Refresh}})
	call.Header.Set("Idempotency-Key", tokens.RefreshKey)
	answer, err := client.Do(r.ctx, call)
	if refusal, refused := errors.AsType[*service.Refusal](err); refused && refusal.OAuth == "invalid_grant" {
		return tokens, errors.Join(errOver, r.forgetConnection(at, one))
	}
	if err != nil {
		return tokens, err
	}
	var granted grantedTokens
	if err := answer.Read(&granted); err != nil {
		return tokens, err
	}
	tokens.Access, tokens.Refresh, tokens.RefreshKey = granted.AccessToken, cmp.Or(granted.RefreshToken, tokens.Refresh), ""
	tokens.ExpiresAt = r.Now().Add(time.Duration(granted.ExpiresIn) * time.Second)
	_, err = r.putTokens(at, one, tokens)
	return tokens, err
}
