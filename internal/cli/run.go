package cli

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/cli/store"
)

// run is one run of the program: the world it is in, and what was asked for.
type run struct {
	World
	ctx    context.Context
	flags  *globals
	parser *kong.Kong
	filter *filter // nil: answers are printed whole
}

// folder is where settings are kept.
func (r *run) folder() store.Folder {
	if named := r.Getenv("COUNTERPART_CONFIG_DIR"); named != "" {
		return store.Folder(named)
	}
	return store.Folder(filepath.Join(r.Home, "counterpart"))
}

func (r *run) vault(inFile bool) store.Vault {
	vault := store.Vault{Folder: r.folder(), Keyring: r.Keyring}
	if inFile {
		vault.Keyring = nil
	}
	return vault
}

// path is a file that the command line names.
func (r *run) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(r.Dir, name)
}

// site is the service that a command speaks to, and what is remembered of it.
type site struct {
	name string // of the profile; empty where a host alone was named
	store.Profile
}

// label is what the service is called in files: the profile's name, else the host's.
func (s site) label() string { return cmp.Or(s.name, service.HostName(s.Host)) }

// site is found by the flag or variable for a host, else for a profile, else it is
// the current profile.
func (r *run) site() (site, error) {
	config, err := r.folder().Config()
	if err != nil {
		return site{}, err
	}
	name := r.flags.Profile
	if name == "" && r.flags.Host != "" {
		return siteOf(config, r.flags.Host)
	}
	if name == "" {
		name = config.Current
	}
	if name == "" {
		return site{}, wrong(exitNotSignedIn, "Sign in: counterpart login --host URL", "You are not signed in anywhere yet.")
	}
	profile, found := config.Profiles[name]
	if !found {
		return site{}, wrong(exitNotFound, "See: counterpart profiles list", "There is no profile %q.", name)
	}
	if r.flags.Host != "" {
		host, err := parseHost(r.flags.Host)
		if err != nil {
			return site{}, err
		}
		profile.Host = host
	}
	return site{name: name, Profile: profile}, nil
}

// siteOf is the profile of a host, the current one first.
func siteOf(config store.Config, text string) (site, error) {
	host, err := parseHost(text)
	if err != nil {
		return site{}, err
	}
	if p, found := config.Profiles[config.Current]; found && p.Host == host {
		return site{config.Current, p}, nil
	}
	if p, found := config.Profiles[service.HostName(host)]; found && p.Host == host {
		return site{service.HostName(host), p}, nil
	}
	for name, p := range config.Profiles {
		if p.Host == host {
			return site{name, p}, nil
		}
	}
	return site{Profile: store.Profile{Host: host}}, nil
}

// parseHost makes an address of what people type. Plain HTTP is for this machine
// alone: a token would be there for all on the way to read.
func parseHost(text string) (string, error) {
	if !strings.Contains(text, "://") {
		scheme := "https://"
		if loopback(strings.Split(text, ":")[0]) {
			scheme = "http://"
		}
		text = scheme + text
	}
	at, err := url.Parse(text)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" || at.User != nil {
		return "", wrong(exitUsage, "It looks like https://api.example.com", "%q is not the address of a service.", text)
	}
	if at.Scheme == "http" && !loopback(at.Hostname()) {
		return "", wrong(exitUsage, "Use https://"+at.Host, "http is for services on this machine; %s is another.", at.Host)
	}
	return at.Scheme + "://" + at.Host + strings.TrimRight(at.Path, "/"), nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// anonymous is a client that nobody is signed in with.
func (r *run) anonymous(at site) (*service.Client, error) {
	transport := r.Transport
	if transport == nil {
		own, err := r.net(at.CAFile)
		if err != nil {
			return nil, err
		}
		transport = own
	}
	client := &service.Client{
		Host: at.Host, Agent: userAgent(), Timeout: r.flags.Timeout, Wait: r.Wait,
		// A redirect would carry the token wherever it leads.
		HTTP: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
	if r.flags.Verbose {
		client.Seen = r.tellOf
	}
	return client, nil
}

func (r *run) net(caFile string) (*http.Transport, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if caFile == "" {
		return transport, nil
	}
	pem, err := os.ReadFile(r.path(caFile))
	if err != nil {
		return nil, fmt.Errorf("read ca_file of the profile: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, wrong(exitUsage, "", "%s holds no certificate.", caFile)
	}
	transport.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	return transport, nil
}

func (r *run) tellOf(e service.Exchange) {
	status := "no answer"
	if e.Status != 0 {
		status = fmt.Sprint(e.Status)
	}
	fmt.Fprintf(r.Err, "%s %s  %s  %d ms  %s\n", e.Method, clean(e.Path), status, e.Took.Milliseconds(), clean(e.RequestID))
}

// client is the service in the name of who is signed in.
func (r *run) client() (*service.Client, error) {
	at, err := r.site()
	if err != nil {
		return nil, err
	}
	token, err := r.token(at)
	if err != nil {
		return nil, err
	}
	client, err := r.anonymous(at)
	if err != nil {
		return nil, err
	}
	client.Token = token
	return client, nil
}

// token is the sign-in: COUNTERPART_TOKEN, for machines, or what login stored.
func (r *run) token(at site) (string, error) {
	if token := r.Getenv("COUNTERPART_TOKEN"); token != "" {
		return token, nil
	}
	kept, err := r.vault(false).Get(at.Host, at.name, at.Credentials)
	if errors.Is(err, store.ErrNotSignedIn) {
		return "", wrong(exitNotSignedIn, "Sign in: counterpart login --host "+at.Host, "You are not signed in to %s.", service.HostName(at.Host))
	}
	if err != nil {
		return "", err
	}
	return kept.Token, nil
}

// remember changes the profile that commands use.
func (r *run) remember(change func(*store.Profile)) error {
	at, err := r.site()
	if err != nil {
		return err
	}
	config, err := r.folder().Config()
	if err != nil {
		return err
	}
	profile, found := config.Profiles[at.name]
	if !found {
		return wrong(exitNotSignedIn, "Sign in: counterpart login --host "+at.Host, "There is no profile for %s to remember that in.", service.HostName(at.Host))
	}
	change(&profile)
	config.Profiles[at.name] = profile
	return r.folder().Save(config)
}

// asks reports whether a question can be asked.
func (r *run) asks() bool { return r.InIsTerminal && !r.flags.NoInput }

// confirm makes sure of something that destroys: its name is given with --confirm,
// or typed.
func (r *run) confirm(sentence, name, given string) error {
	switch {
	case given == name:
		return nil
	case given != "":
		return wrong(exitUsage, "", "--confirm says %q, but this is %q. Nothing was done.", given, name)
	case !r.asks():
		return wrong(exitUsage, fmt.Sprintf("Answer it with --confirm %q.", name), "This asks a question and there is no terminal.")
	}
	fmt.Fprintf(r.Err, "%s\nType %s to go on: ", clean(sentence), clean(name))
	line, _ := bufio.NewReader(r.In).ReadString('\n')
	if strings.TrimRight(line, "\r\n") != name {
		return wrong(exitFailed, "", "That is something else. Nothing was done.")
	}
	return nil
}

// userAgent is shown to people who approve a sign-in.
func userAgent() string {
	return fmt.Sprintf("counterpart/%s (%s; %s)", buildVersion(), runtime.GOOS, runtime.GOARCH)
}

// Sleep waits, unless it is called off.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
