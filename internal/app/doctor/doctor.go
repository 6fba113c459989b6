package doctor

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/clock"
)

// State is how something that was looked at stands.
type State string

// The states. A warning is something to mend that keeps nobody from working.
const (
	OK      State = "ok"
	Warning State = "warning"
	Wrong   State = "wrong"
)

// Finding is one thing that was looked at.
type Finding struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	Says  string `json:"says"`
	Do    string `json:"do,omitempty"` // what to do, unless all is well
}

// Options are what an operator asks for, and what tests replace.
type Options struct {
	// MailTo gets a mail, if it is set. Otherwise none is sent.
	MailTo string
	Now    clock.Now      // the machine's by default
	Roots  *x509.CertPool // authorities to trust for both hosts; the system's by default
}

// limit is how long one engine, server or host has for all that it is asked.
const limit = 15 * time.Second

// clinic is one look at an installation.
type clinic struct {
	config app.Config
	opt    Options
	found  []Finding
	seen   []sight // by the hosts that answered
}

// Examine looks at an installation. What depends on something that is wrong is left
// out.
func Examine(ctx context.Context, config app.Config, opt Options) []Finding {
	if opt.Now == nil {
		opt.Now = clock.System
	}
	c := &clinic{config: config, opt: opt}
	for _, look := range []func(context.Context){c.configuration, c.postgres, c.redis, c.functions, c.mail, c.hosts, c.proxies} {
		bounded, cancel := context.WithTimeout(ctx, limit)
		look(bounded)
		cancel()
	}
	return c.found
}

func (c *clinic) ok(name, format string, args ...any) {
	c.found = append(c.found, Finding{Name: name, State: OK, Says: fmt.Sprintf(format, args...)})
}

func (c *clinic) warn(name, says, do string) {
	c.found = append(c.found, Finding{name, Warning, says, do})
}

func (c *clinic) wrong(name, says, do string) {
	c.found = append(c.found, Finding{name, Wrong, says, do})
}

// configuration is what a node checks before it opens anything. Each of its faults
// says itself what to do.
func (c *clinic) configuration(context.Context) {
	err := c.config.Check()
	if faults, ok := errors.AsType[app.Wrong](err); ok {
		for _, fault := range faults {
			c.wrong("Configuration", fault, "Change the setting; `counterpartd serve --help` lists them all.")
		}
		return
	}
	c.ok("Configuration", "The settings hold together.")
	if c.config.Development {
		c.warn("Configuration", "This is a development installation: its clock can be moved, and http is taken.",
			"Unset COUNTERPART_DEVELOPMENT where real books are kept.")
	}
}
