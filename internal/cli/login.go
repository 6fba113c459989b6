package cli

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

// clientID is the client that the service has for this program.
const clientID = "counterpart-cli"

type login struct {
	Name            string `help:"How your account page lists this sign-in; this machine's name by default." placeholder:"TEXT"`
	ReadOnly        bool   `help:"Only read: nothing can be changed with this sign-in."`
	NoBrowser       bool   `help:"Do not open a browser."`
	InsecureStorage bool   `help:"Keep the sign-in in a file that only you can read, not in the keyring."`
	TokenStdin      bool   `help:"Take a developer token from standard input."`
}

// Help shows how it is used.
func (login) Help() string {
	return examples(
		"counterpart login --host http://localhost:8080", "sign in to the demo",
		"counterpart login --read-only", "for looking around",
		"counterpart login --no-browser", "on a machine without one; open the address anywhere",
		"counterpart login --token-stdin < token.txt", "with a token you already have",
	)
}

// Run signs in.
func (c login) Run(r *run) error {
	at, err := r.newSite()
	if err != nil {
		return err
	}
	client, err := r.anonymous(at)
	if err != nil {
		return err
	}
	kept := store.Credential{}
	if c.TokenStdin {
		kept.Token, err = r.secretFromStdin("token")
	} else {
		kept, err = c.byDevice(r, client)
	}
	if err != nil {
		return err
	}
	client.Token = kept.Token
	answer, err := client.Get(r.ctx, "/developer/me", nil)
	if err != nil {
		return err
	}
	var me me
	if err := answer.Read(&me); err != nil {
		return err
	}
	if me.Token != nil {
		kept.Name, kept.ExpiresAt = me.Token.Name, me.Token.ExpiresAt
	}
	place, err := c.keep(r, at, kept, me)
	if err != nil {
		return err
	}
	if r.flags.JSON {
		return r.printJSON(answer.Body)
	}
	c.welcome(r, me, kept, place)
	return nil
}

// newSite is where somebody signs in: a host that is new gets a profile of its name.
func (r *run) newSite() (site, error) {
	config, err := r.folder().Config()
	if err != nil {
		return site{}, err
	}
	if r.flags.Host == "" {
		if r.flags.Profile == "" && config.Current == "" {
			return site{}, wrong(exitUsage, "For the demo: counterpart login --host http://localhost:8080", "Which service? Name it with --host.")
		}
		return r.site()
	}
	at, err := siteOf(config, r.flags.Host)
	if err != nil {
		return site{}, err
	}
	switch {
	case r.flags.Profile != "" && r.flags.Profile != at.name:
		at = site{name: r.flags.Profile, Profile: store.Profile{Host: at.Host, CAFile: at.CAFile}}
	case at.name == "":
		at.name = service.HostName(at.Host)
	}
	return at, nil
}

// device is the answer to a request for a code (RFC 8628).
type device struct {
	DeviceCode string `json:"device_code"`
	UserCode   string `json:"user_code"`
	Address    string `json:"verification_uri"`
	Complete   string `json:"verification_uri_complete"`
	ExpiresIn  int    `json:"expires_in"`
	Interval   int    `json:"interval"`
}

func (c login) byDevice(r *run, client *service.Client) (store.Credential, error) {
	asked, err := c.askForCode(r, client)
	if err != nil {
		return store.Credential{}, err
	}
	if err := c.tell(r, client, asked); err != nil {
		return store.Credential{}, err
	}
	granted, err := r.awaitApproval(client, asked, "counterpart login", func(form url.Values) service.Call {
		form.Set("client_id", clientID)
		return service.Call{Method: http.MethodPost, Path: "/oauth/token", Form: form}
	})
	return store.Credential{Token: granted.AccessToken}, err
}

func (c login) askForCode(r *run, client *service.Client) (device, error) {
	scope := "developer:read developer:write"
	if c.ReadOnly {
		scope = "developer:read"
	}
	form := url.Values{"client_id": {clientID}, "scope": {scope}}
	if name := strings.TrimSpace(c.Name); name != "" {
		form.Set("device_name", name)
	} else if r.Machine != "" {
		form.Set("device_name", shorten(r.Machine, 64))
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: "/oauth/device/authorize", Form: form})
	if err != nil {
		return device{}, err
	}
	var asked device
	return asked, answer.Read(&asked)
}

// tell says where to go with which code, and opens the page for who wants that.
func (c login) tell(r *run, client *service.Client, asked device) error {
	ends := r.Now().Add(time.Duration(asked.ExpiresIn) * time.Second)
	if r.flags.JSON {
		return r.printValue(map[string]any{
			"verificationUri": asked.Address, "verificationUriComplete": asked.Complete,
			"userCode": asked.UserCode, "expiresAt": ends.UTC().Format(time.RFC3339),
		})
	}
	say := func(format string, args ...any) { fmt.Fprintln(r.Err, clean(fmt.Sprintf(format, args...))) }
	say("Signing in to %s.", service.HostName(client.Host))
	say("  Open   %s", asked.Address)
	say("  Enter  %s", asked.UserCode)
	if !c.NoBrowser && r.asks() && r.Getenv("COUNTERPART_NO_BROWSER") == "" {
		say("Press Enter to open the browser, or open the address on any device.")
		go func() {
			if _, err := bufio.NewReader(r.In).ReadString('\n'); err == nil {
				_ = r.Browse(asked.Complete) // the address stands above for who has none
			}
		}()
	}
	say("Waiting for you to approve … (until %s)", ends.Format("15:04"))
	return nil
}

// awaitApproval asks, as often as the service lets it, until somebody decided.
func (r *run) awaitApproval(client *service.Client, asked device, again string, ask func(form url.Values) service.Call) (grantedTokens, error) {
	pause := time.Duration(max(asked.Interval, 1)) * time.Second
	for {
		if err := r.Wait(r.ctx, pause); err != nil {
			return grantedTokens{}, err
		}
		answer, err := client.Do(r.ctx, ask(url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "device_code": {asked.DeviceCode}}))
		if err == nil {
			var granted grantedTokens
			return granted, answer.Read(&granted)
		}
		refusal, refused := errors.AsType[*service.Refusal](err)
		if !refused {
			return grantedTokens{}, err
		}
		switch refusal.OAuth {
		case "authorization_pending":
		case "slow_down":
			pause += 5 * time.Second
		case "access_denied":
			return grantedTokens{}, wrong(exitFailed, "", "You chose Cancel on the page. Nothing was stored.")
		case "expired_token":
			return grantedTokens{}, wrong(exitFailed, "Start again: "+again, "The code expired after %d minutes. Nothing was stored.", asked.ExpiresIn/60)
		default:
			return grantedTokens{}, err
		}
	}
}

// keep stores a sign-in and makes its profile the current one. What there is only
// one of is chosen at once.
func (c login) keep(r *run, at site, kept store.Credential, me me) (store.Place, error) {
	place, err := r.vault(c.InsecureStorage).Put(at.Host, at.name, kept)
	if err != nil {
		return place, err
	}
	config, err := r.folder().Config()
	if err != nil {
		return place, err
	}
	at.Credentials = place
	if len(me.Organizations) == 1 {
		at.Organization = me.Organizations[0].ID
	}
	config.Profiles[at.name], config.Current = at.Profile, at.name
	return place, r.folder().Save(config)
}

func (c login) welcome(r *run, me me, kept store.Credential, place store.Place) {
	where := ""
	if len(me.Organizations) == 1 {
		where = " Organization: " + me.Organizations[0].Name + "."
	}
	fmt.Fprintln(r.Out, clean(fmt.Sprintf("Signed in as %s (%s).%s", me.User.Name, me.User.Email, where)))
	if place == store.InFile && !c.InsecureStorage {
		r.note("No keyring here; your sign-in is in a file that only you can read.")
	}
	r.note("It is listed as %q. End it with `counterpart logout` or on your account page.", kept.Name)
	switch len(me.Organizations) {
	case 0:
		r.note("You are in no organization yet. Make one: counterpart orgs create NAME")
	case 1:
	default:
		r.note("You are in %d organizations. Choose one: counterpart orgs use NAME", len(me.Organizations))
	}
}

// secretFromStdin reads a secret, which is never a flag: process lists and shell
// histories show those.
func (r *run) secretFromStdin(what string) (string, error) {
	line, err := bufio.NewReader(r.In).ReadString('\n')
	secret := strings.TrimSpace(line)
	if secret == "" {
		return "", wrong(exitUsage, "", "There is no %s on standard input.", what)
	}
	_ = err // a last line may lack its line feed
	return secret, nil
}

// me is who is signed in, and by what.
type me struct {
	User struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Email string `json:"email"`
	} `json:"user"`
	Organizations []service.Organization `json:"organizations"`
	Token         *struct {
		ID           string    `json:"id"`
		Name         string    `json:"name"`
		Scopes       []string  `json:"scopes"`
		ExpiresAt    time.Time `json:"expiresAt"`
		EndsUnusedAt time.Time `json:"endsUnusedAt"`
	} `json:"token"`
}

type logout struct {
	All bool `help:"End all of your sign-ins on the command line, on every machine."`
}

// Help shows how it is used.
func (logout) Help() string {
	return examples(
		"counterpart logout", "end the sign-in of the current profile",
		"counterpart logout --all", "and those of your other machines",
	)
}

// Run ends a sign-in, at the service and here. One that is over at the service
// already is forgotten here all the same.
func (c logout) Run(r *run) error {
	at, err := r.site()
	if err != nil {
		return err
	}
	client, err := r.client()
	if err != nil {
		return err
	}
	call := service.Call{Method: http.MethodPost, Path: "/oauth/revoke", Form: url.Values{"token": {client.Token}, "client_id": {clientID}}}
	if c.All {
		call = service.Call{Method: http.MethodDelete, Path: "/developer/tokens"}
	} else {
		client.Token = "" // it is what the call is about
	}
	if _, err := client.Do(r.ctx, call); err != nil && r.problemOf(err).exit != exitNotSignedIn {
		return err
	}
	if err := r.vault(false).Remove(at.Host, at.name, at.Credentials); err != nil {
		return err
	}
	if at.name != "" {
		if err := r.remember(func(p *store.Profile) { p.Credentials = store.None }); err != nil {
			return err
		}
	}
	if r.flags.JSON {
		return r.printValue(map[string]any{"signedOut": true, "host": at.Host})
	}
	r.note("Signed out of %s.", service.HostName(at.Host))
	return nil
}

type status struct{}

// Help shows how it is used.
func (status) Help() string {
	return examples(
		"counterpart status", "who, where, which app; exit code 4 when the sign-in is over",
		"counterpart whoami --json", "for scripts",
	)
}

// Run tells who is signed in.
func (status) Run(r *run) error {
	at, err := r.site()
	if err != nil {
		return err
	}
	client, err := r.client()
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, "/developer/me", nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(m me) error {
		host := service.HostName(at.Host)
		if at.name != "" && at.name != host {
			host += " (profile " + at.name + ")"
		}
		list := []field{{"Host", host}, {"Person", m.User.Name + " (" + m.User.Email + ")"}}
		for _, o := range m.Organizations {
			mark := ""
			if o.ID == at.Organization {
				mark = ", chosen"
			}
			list = append(list, field{"Organization", fmt.Sprintf("%s  %s (%s%s)", o.Name, o.ID, o.Role, mark)})
		}
		if at.App != "" {
			list = append(list, field{"App", at.App})
		}
		if m.Token != nil {
			list = append(list, field{"Sign-in", fmt.Sprintf("%s, %s; ends %s, or unused on %s",
				m.Token.Name, strings.Join(m.Token.Scopes, " "), moment(m.Token.ExpiresAt), moment(m.Token.EndsUnusedAt))})
		}
		r.fields(list...)
		return nil
	})
}

func shorten(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most])
	}
	return text
}
