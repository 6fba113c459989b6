package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

// usualRedirect is what is suggested to apps that have none on this machine.
const usualRedirect = "http://127.0.0.1:8399/callback"

// consentLimit is how long somebody may think before the consent page.
const consentLimit = 10 * time.Minute

type connect struct {
	Scope       []string `sep:" " help:"Scope to ask for; may be given several times; all that the app registered by default." placeholder:"SCOPE"`
	Device      bool     `help:"By the device flow: no redirect URI is needed, and any browser will do."`
	NoBrowser   bool     `help:"Do not open a browser."`
	EnvFile     string   `help:"Read COUNTERPART_CLIENT_SECRET from this file; else it is a variable." placeholder:"FILE"`
	SecretStdin bool     `help:"Read the client secret from standard input."`
}

// Help shows how it is used.
func (connect) Help() string {
	return examples(
		"counterpart connect --env-file .env", "a real consent, with your app's own client id",
		`counterpart connect --scope "profile:read invoices:read"`, "",
		"counterpart connect --device --no-browser", "on a machine without a browser",
	)
}

// Run has somebody approve the app for a business, and keeps the tokens.
func (c connect) Run(r *run) error {
	_, app, err := r.atApp("")
	if err != nil {
		return err
	}
	at, err := r.site()
	if err != nil {
		return err
	}
	secret, err := c.secret(r, app)
	if err != nil {
		return err
	}
	anonymous, err := r.anonymous(at)
	if err != nil {
		return err
	}
	scopes := c.Scope
	if len(scopes) == 0 {
		scopes = app.Scopes
	}
	if !slices.Contains(scopes, "profile:read") {
		return wrong(exitUsage, "Register it if the app has not: counterpart scopes add profile:read", "Ask for profile:read too: it tells which business was connected.")
	}
	flow := flow{run: r, connect: c, client: anonymous, app: app, secret: secret, scope: strings.Join(scopes, " ")}
	granted, err := flow.start()
	if err != nil {
		return err
	}
	return r.keepConnection(at, anonymous, app, granted, secret)
}

// secret is the client secret of a CONFIDENTIAL app; others have none.
func (c connect) secret(r *run, app service.App) (string, error) {
	if app.Type != "CONFIDENTIAL" {
		return "", nil
	}
	if c.SecretStdin {
		return r.secretFromStdin("client secret")
	}
	secret := r.Getenv("COUNTERPART_CLIENT_SECRET")
	if c.EnvFile != "" {
		text, err := os.ReadFile(r.path(c.EnvFile))
		if err != nil {
			return "", wrong(exitUsage, "", "%s cannot be read.", c.EnvFile)
		}
		for line := range strings.Lines(string(text)) {
			if value, found := strings.CutPrefix(strings.TrimSpace(line), "COUNTERPART_CLIENT_SECRET="); found {
				secret = value
			}
		}
	}
	if secret == "" {
		return "", wrong(exitUsage, "Name the file that has it: counterpart connect --env-file .env   (or --secret-stdin, or COUNTERPART_CLIENT_SECRET)",
			"%s is CONFIDENTIAL: its client secret is needed.", app.Name)
	}
	return secret, nil
}

// grantedTokens is the token endpoint's answer.
type grantedTokens struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	ExpiresIn    int    `json:"expires_in"`
	Scope        string `json:"scope"`
}

// flow is one consent.
type flow struct {
	*run
	connect
	client *service.Client
	app    service.App
	secret string
	scope  string
}

func (f flow) start() (grantedTokens, error) {
	if f.Device {
		return f.byDevice()
	}
	return f.byCode()
}

// clientProof is how an app proves itself at the OAuth endpoints (RFC 6749, 2.3.1).
func clientProof(id, secret string, form url.Values) service.Call {
	call := service.Call{Method: http.MethodPost, Path: "/oauth/token", Form: form, Header: http.Header{}}
	if secret == "" {
		form.Set("client_id", id)
		return call
	}
	pair := url.QueryEscape(id) + ":" + url.QueryEscape(secret)
	call.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(pair)))
	return call
}

func (f flow) byDevice() (grantedTokens, error) {
	call := clientProof(f.app.ClientID, f.secret, url.Values{"scope": {f.scope}})
	call.Path = "/oauth/device/authorize"
	answer, err := f.client.Do(f.ctx, call)
	if err != nil {
		return grantedTokens{}, err
	}
	var asked device
	if err := answer.Read(&asked); err != nil {
		return grantedTokens{}, err
	}
	if err := (login{NoBrowser: f.NoBrowser}).tell(f.run, f.client, asked); err != nil {
		return grantedTokens{}, err
	}
	return f.awaitApproval(f.client, asked, "counterpart connect --device", func(form url.Values) service.Call { return clientProof(f.app.ClientID, f.secret, form) })
}

// byCode sends a browser to the consent page and waits for it to come back to this
// machine: the authorization code flow with PKCE (RFC 7636, 8252).
func (f flow) byCode() (grantedTokens, error) {
	redirect, err := f.redirect()
	if err != nil {
		return grantedTokens{}, err
	}
	var said service.Metadata
	if err := f.client.Read(f.ctx, "/.well-known/oauth-authorization-server", nil, &said); err != nil {
		return grantedTokens{}, err
	}
	listener, err := net.Listen("tcp", redirect.Host)
	if err != nil {
		return grantedTokens{}, wrong(exitFailed, "Stop what listens there, or use the device flow: counterpart connect --device", "%s is in use on this machine.", redirect.Host)
	}
	verifier, state := rand.Text()+rand.Text(), rand.Text()
	back := awaitBrowser(listener, redirect.Path, state, said.Issuer)
	defer back.close()
	challenge := sha256.Sum256([]byte(verifier))
	f.send(redirect.String(), said.AuthorizationEndpoint+"?"+url.Values{
		"response_type": {"code"}, "client_id": {f.app.ClientID}, "redirect_uri": {redirect.String()}, "scope": {f.scope}, "state": {state},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}, "code_challenge_method": {"S256"},
	}.Encode())
	code, err := f.await(back)
	if err != nil {
		return grantedTokens{}, err
	}
	answer, err := f.client.Do(f.ctx, clientProof(f.app.ClientID, f.secret, url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {redirect.String()}, "code_verifier": {verifier},
	}))
	if err != nil {
		return grantedTokens{}, err
	}
	var granted grantedTokens
	return granted, answer.Read(&granted)
}

// redirect is a registered URI that leads to this machine.
func (f flow) redirect() (*url.URL, error) {
	for _, text := range f.app.RedirectURIs {
		uri, err := url.Parse(text)
		if err == nil && uri.Scheme == "http" && uri.Port() != "" && loopback(uri.Hostname()) {
			return uri, nil
		}
	}
	return nil, wrong(exitUsage, "Add one: counterpart redirects add "+usualRedirect+"   (or use the device flow: counterpart connect --device)",
		"%s has no redirect URI on this machine, so the browser cannot come back here.", f.app.Name)
}

// send tells where to go, and opens it for who wants that.
func (f flow) send(redirect, address string) {
	fmt.Fprintln(f.Err, clean(fmt.Sprintf("Ready. Waiting on %s, a redirect URI of %s.", redirect, f.app.Name)))
	fmt.Fprintln(f.Err, "  Open  "+clean(address))
	if !f.NoBrowser && f.asks() && f.Getenv("COUNTERPART_NO_BROWSER") == "" {
		_ = f.Browse(address) // it stands above for who has none
	}
}

func (f flow) await(back *callback) (string, error) {
	limit := time.NewTimer(consentLimit)
	defer limit.Stop()
	select {
	case <-f.ctx.Done():
		return "", f.ctx.Err()
	case <-limit.C:
		return "", wrong(exitFailed, "Start again: counterpart connect", "Nobody approved within %d minutes. Nothing was stored.", int(consentLimit.Minutes()))
	case came := <-back.came:
		return came.code, came.err
	}
}

// callback waits for a browser that comes back from the consent page.
type callback struct {
	server *http.Server
	came   chan came
}

type came struct {
	code string
	err  error
}

// awaitBrowser serves the redirect URI. What does not carry our state is somebody
// else's request and is sent away; another issuer than ours would be a mix-up
// (RFC 9207).
func awaitBrowser(listener net.Listener, path, state, issuer string) *callback {
	back := &callback{came: make(chan came, 1)}
	back.server = &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		query := req.URL.Query()
		if req.Method != http.MethodGet || req.URL.Path != cmp.Or(path, "/") || subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(state)) != 1 {
			http.NotFound(w, req)
			return
		}
		result := came{code: query.Get("code")}
		switch {
		case query.Get("iss") != issuer:
			result.err = wrong(exitFailed, "", "The answer came from another issuer (%s) than the service's (%s). Nothing was stored.", query.Get("iss"), issuer)
		case query.Get("error") == "access_denied":
			result.err = wrong(exitFailed, "", "You chose Deny on the page. Nothing was stored.")
		case query.Get("error") != "":
			result.err = wrong(exitFailed, "", "%s (%s)", cmp.Or(query.Get("error_description"), "The service refused"), query.Get("error"))
		case result.code == "":
			result.err = wrong(exitFailed, "", "The browser came back without a code. Nothing was stored.")
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		text := "Done. You can close this window and go back to the terminal.\n"
		if result.err != nil {
			text = "Nothing was connected. Go back to the terminal.\n"
		}
		fmt.Fprint(w, text)
		select {
		case back.came <- result:
		default: // the page was opened again
		}
	})}
	go func() { _ = back.server.Serve(listener) }()
	return back
}

// close lets the page be sent before the program ends.
func (b *callback) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_ = b.server.Shutdown(ctx)
}

// keepConnection learns which business it is, and keeps the tokens.
func (r *run) keepConnection(at site, anonymous *service.Client, app service.App, granted grantedTokens, secret string) error {
	as := *anonymous
	as.Token = granted.AccessToken
	var here struct {
		User struct {
			Name string `json:"name"`
		} `json:"user"`
		Business struct {
			ID   string `json:"id"`
			Name string `json:"name"`
		} `json:"business"`
	}
	if err := as.Read(r.ctx, "/me", nil, &here); err != nil {
		return err
	}
	if at.name == "" {
		return wrong(exitNotSignedIn, "Sign in: counterpart login --host "+at.Host, "There is no profile for %s to remember that in.", service.HostName(at.Host))
	}
	made := store.Connection{App: app.ID, Business: here.Business.ID, Name: here.Business.Name, Scope: granted.Scope}
	tokens := store.Tokens{
		Access: granted.AccessToken, Refresh: granted.RefreshToken, ExpiresAt: r.Now().Add(time.Duration(granted.ExpiresIn) * time.Second),
		ClientID: app.ClientID, ClientSecret: secret,
	}
	made, err := r.putTokens(at, made, tokens)
	if err != nil {
		return err
	}
	if r.flags.JSON {
		return r.printValue(map[string]any{"businessId": made.Business, "appId": app.ID, "scope": made.Scope, "expiresAt": tokens.ExpiresAt.UTC().Format(time.RFC3339)})
	}
	fmt.Fprintln(r.Out, clean(fmt.Sprintf("Connected: %s in %s, as %s, scopes %s.", app.Name, made.Name, here.User.Name, made.Scope)))
	if made.Credentials == store.InFile {
		r.note("The tokens are in a file that only you can read.")
	}
	r.note("Try it: counterpart api GET /me --business %s", made.Business)
	return nil
}

// withConnection puts a connection in the place of the one of its app and business.
func withConnection(list []store.Connection, made store.Connection) []store.Connection {
	for i, c := range list {
		if c.Key() == made.Key() {
			list[i] = made
			return list
		}
	}
	return append(list, made)
}
