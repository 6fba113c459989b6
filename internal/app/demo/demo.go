// Package demo is the service as `counterpartd demo` shows it: the world of
// fixtures/world.yaml under a brand of its own, reached from this machine alone,
// and what a newcomer has to know of it. The guides in docs/guides run in it.
package demo

import (
	"cmp"
	_ "embed"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/counterpart/counterpart/internal/app"
)

// Demo is where the demo keeps what it writes, and what it may call.
type Demo struct {
	Folder   string // for mails, logs, the receiver's certificate and the guides' variables
	Receiver string // host:port of the receiver that docs/guides/webhooks-receive.md starts
}

//go:embed tally.svg
var brandLogo []byte

// Configure fills in what a demo needs and was not given.
func (d Demo) Configure(config app.Config) (app.Config, error) {
	config.Development = true
	config.DrainDelay = 0 // no balancer waits for it
	config.Keys = cmp.Or(config.Keys, app.DevelopmentKeys)
	config.BrandName = cmp.Or(config.BrandName, "Tally")
	config.HelpURL = cmp.Or(config.HelpURL, "mailto:help@tally.test")
	// The passwords are known to everybody, so nobody else is let near.
	for _, address := range []*string{&config.ListenAPI, &config.ListenApp, &config.ListenOps} {
		*address = onThisMachine(*address)
	}
	config.BaseURL = at(config.BaseURL, "http://localhost:8080", config.ListenAPI)
	config.AuthURL = at(config.AuthURL, "http://localhost:8081", config.ListenApp)
	config.EgressAllow = append(config.EgressAllow, d.Receiver)
	return config, d.furnish(&config)
}

// furnish makes the demo's folder and what is in it before the service runs.
func (d Demo) furnish(config *app.Config) error {
	if err := os.MkdirAll(d.Folder, 0o700); err != nil {
		return fmt.Errorf("make the demo's folder: %w", err)
	}
	if config.MailServer == "" && config.MailFolder == "" {
		config.MailFolder = d.path("mail")
	}
	if config.BrandLogo == "" {
		config.BrandLogo = d.path("logo.svg")
		if err := os.WriteFile(config.BrandLogo, brandLogo, 0o600); err != nil {
			return err
		}
	}
	if config.EgressCAFile == "" {
		config.EgressCAFile = d.path(certFile)
		return d.certify()
	}
	return nil
}

// Logs opens the file that log lines go to, so that the terminal keeps showing
// what the demo told.
func (d Demo) Logs() (*os.File, error) {
	return os.OpenFile(d.path("log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
}

func (d Demo) path(name string) string { return filepath.Join(d.Folder, name) }

// onThisMachine turns ":8080", which is every address of the machine, into the
// loopback's. Whoever wants all of them says 0.0.0.0.
func onThisMachine(address string) string {
	if strings.HasPrefix(address, ":") {
		return "127.0.0.1" + address
	}
	return address
}

// at lets a host's default address follow the port that it listens on.
func at(origin, byDefault, listen string) string {
	_, port, err := net.SplitHostPort(listen)
	if origin != byDefault || err != nil {
		return origin
	}
	return "http://localhost:" + port
}

// CheckPorts tells at once, and with a way out, that a port is taken.
func CheckPorts(config app.Config) error {
	for setting, address := range map[string]string{"API": config.ListenAPI, "APP": config.ListenApp, "OPS": config.ListenOps} {
		socket, err := net.Listen("tcp", address)
		if err != nil {
			return fmt.Errorf("%s is taken (%w): set COUNTERPART_LISTEN_%s to another address, such as 127.0.0.1:9080", address, err, setting)
		}
		_ = socket.Close()
	}
	return nil
}
