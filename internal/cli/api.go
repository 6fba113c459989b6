package cli

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

type api struct {
	Method         string   `arg:"" help:"The method."`
	Path           string   `arg:"" help:"The path, such as /invoices."`
	Query          []string `sep:"none" help:"Query parameter; may be given several times." placeholder:"K=V"`
	Field          []string `short:"f" sep:"none" help:"Member of the body, as text; may be given several times." placeholder:"K=V"`
	FieldJSON      []string `short:"F" name:"field-json" sep:"none" help:"Member of the body, as JSON; may be given several times." placeholder:"K=JSON"`
	Input          string   `help:"File with the whole body; - is standard input." placeholder:"FILE"`
	Header         []string `short:"H" sep:"none" help:"Request header; may be given several times." placeholder:"K:V"`
	Include        bool     `short:"i" help:"Print the status and the headers of the answer too."`
	Business       string   `aliases:"sandbox" help:"The business, by id or name: one that your app is connected to, or a sandbox; the chosen one by default." placeholder:"BUSINESS"`
	IdempotencyKey string   `help:"Key that makes a write safe to repeat; a new one by default." placeholder:"KEY"`
	IfMatch        string   `help:"Version that the change is meant for." placeholder:"VERSION"`
	APIVersion     string   `name:"api-version" help:"Version of the API, in place of the app's." placeholder:"DATE"`
	Developer      bool     `help:"Call /developer in your own name, not the Business API as your app."`
}

// Help shows how it is used.
func (api) Help() string {
	return examples(
		"counterpart api GET /invoices --query limit=2", "",
		`counterpart api POST /customers -f name="Corner Cafe"`, "",
		`counterpart call POST /invoices --input invoice.json`, "",
		"counterpart api GET /developer/organizations --developer", "",
	)
}

// Run sends a request as the app, with the tokens of a connection or with one of five
// minutes for the sandbox, and prints the answer's body whatever it says.
func (c api) Run(r *run) error {
	call, err := c.call(r)
	if err != nil {
		return err
	}
	client, err := c.client(r)
	if err != nil {
		return err
	}
	if c.APIVersion != "" {
		name, err := r.versionHeader(client)
		if err != nil {
			return err
		}
		call.Header.Set(name, c.APIVersion)
	}
	answer, err := client.Do(r.ctx, call)
	if answer.Status == http.StatusUnauthorized && c.byConnection(r) {
		// Somebody ended the token before its time; the refresh token may live.
		if client, err = r.connected(c.Business, client.Token); err != nil {
			return err
		}
		answer, err = client.Do(r.ctx, call)
	}
	if answer.Status == 0 {
		return err
	}
	if err != nil {
		r.filter = nil // what went wrong is printed whole
	}
	return errors.Join(err, c.print(r, answer))
}

func (c api) client(r *run) (*service.Client, error) {
	if token := r.Getenv("COUNTERPART_ACCESS_TOKEN"); token != "" && !c.Developer {
		at, err := r.site()
		if err != nil {
			return nil, err
		}
		client, err := r.anonymous(at)
		if err == nil {
			client.Token = token
		}
		return client, err
	}
	if c.Developer {
		return r.client()
	}
	if c.byConnection(r) {
		return r.connected(c.Business, "")
	}
	return r.inSandbox(c.Business)
}

// byConnection reports whether a call goes by a connection: one to the business that is
// named, or the only one where neither a business nor a sandbox is.
func (c api) byConnection(r *run) bool {
	at, err := r.site()
	if err != nil || c.Developer || r.Getenv("COUNTERPART_ACCESS_TOKEN") != "" {
		return false
	}
	want := cmp.Or(c.Business, at.Sandbox)
	if want == "" {
		return len(at.Connections) == 1
	}
	return slices.ContainsFunc(at.Connections, func(c store.Connection) bool {
		return c.Business == want || strings.EqualFold(c.Name, want)
	})
}

// inSandbox is the service in the name of the app in a sandbox.
func (r *run) inSandbox(named string) (*service.Client, error) {
	client, org, sandbox, err := r.atSandbox(named)
	if err != nil {
		return nil, err
	}
	app, err := r.app(client, "")
	if err != nil {
		return nil, err
	}
	answer, err := client.Do(r.ctx, service.Call{
		Method: http.MethodPost, Path: sandboxesPath(org, sandbox.ID, "token"), Body: map[string]string{"appId": app.ID},
	})
	if err != nil {
		return nil, err
	}
	var token service.SandboxToken
	if err := answer.Read(&token); err != nil {
		return nil, err
	}
	as := *client
	as.Token = token.AccessToken
	return &as, nil
}

// versionHeader is the header that carries the API version, which each service names.
func (r *run) versionHeader(client *service.Client) (string, error) {
	var said service.Metadata
	if err := client.Read(r.ctx, "/.well-known/oauth-authorization-server", nil, &said); err != nil {
		return "", err
	}
	if said.VersionHeader == "" {
		return "", wrong(exitFailed, "", "The service does not say how a version is asked for.")
	}
	return said.VersionHeader, nil
}

func (c api) call(r *run) (service.Call, error) {
	call := service.Call{Method: strings.ToUpper(c.Method), Path: c.Path, Query: url.Values{}, Header: http.Header{}}
	if !strings.HasPrefix(c.Path, "/") {
		return call, wrong(exitUsage, "Such as: counterpart api GET /invoices", "A path begins with /.")
	}
	for _, pair := range c.Query {
		name, value, found := strings.Cut(pair, "=")
		if !found {
			return call, wrong(exitUsage, "It looks like --query limit=2", "--query %q has no =.", pair)
		}
		call.Query.Add(name, value)
	}
	for _, pair := range c.Header {
		name, value, found := strings.Cut(pair, ":")
		if !found {
			return call, wrong(exitUsage, `It looks like -H "Accept-Language: de"`, "-H %q has no colon.", pair)
		}
		call.Header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	if c.IfMatch != "" {
		call.Header.Set("If-Match", `"`+strings.Trim(c.IfMatch, `"`)+`"`)
	}
	body, err := c.body(r)
	if err != nil {
		return call, err
	}
	if body != nil {
		call.Body = body
	}
	if call.Method != http.MethodGet && call.Method != http.MethodHead && !c.Developer {
		if c.IdempotencyKey == "" {
			c.IdempotencyKey = rand.Text()
		}
		call.Header.Set("Idempotency-Key", c.IdempotencyKey)
	}
	return call, nil
}

// body is the file, or an object of the fields.
func (c api) body(r *run) ([]byte, error) {
	members := map[string]json.RawMessage{}
	for _, pair := range c.Field {
		name, value, found := strings.Cut(pair, "=")
		if !found {
			return nil, wrong(exitUsage, "It looks like -f name=Bread", "-f %q has no =.", pair)
		}
		members[name], _ = json.Marshal(value)
	}
	for _, pair := range c.FieldJSON {
		name, value, found := strings.Cut(pair, "=")
		if !found || !json.Valid([]byte(value)) {
			return nil, wrong(exitUsage, `It looks like -F lines='[{"description":"Bread"}]'`, "-F %q is not a name, = and JSON.", pair)
		}
		members[name] = json.RawMessage(value)
	}
	switch {
	case c.Input != "" && len(members) > 0:
		return nil, wrong(exitUsage, "", "--input is the whole body; -f and -F would be another.")
	case c.Input != "":
		return r.read(c.Input)
	case len(members) > 0:
		return json.Marshal(members)
	}
	return nil, nil
}

func (c api) print(r *run, answer service.Answer) error {
	if c.Include {
		fmt.Fprintf(r.Out, "%d %s\n", answer.Status, http.StatusText(answer.Status))
		for _, name := range slices.Sorted(maps.Keys(answer.Header)) {
			for _, value := range answer.Header[name] {
				fmt.Fprintf(r.Out, "%s: %s\n", name, clean(value))
			}
		}
		fmt.Fprintln(r.Out)
	}
	if len(answer.Body) == 0 {
		return nil
	}
	if !json.Valid(answer.Body) { // a file, such as CSV
		_, err := fmt.Fprintf(r.Out, "%s\n", answer.Body)
		return err
	}
	return r.printJSON(answer.Body)
}
