package cli

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type open struct {
	What string `arg:"" optional:"" help:"apps, app, webhooks, logs, sandboxes, events, or any id; the console's first page by default."`
}

// Help shows how it is used.
func (open) Help() string {
	return examples(
		"counterpart open", "the console",
		"counterpart open logs", "the chosen app's calls",
		"counterpart open whd_4c06gxrdfrk1r02aa2m9c4r5tg1k", "what an id belongs to",
	)
}

// Run opens a page, and prints its address for who has no browser here.
func (c open) Run(r *run) error {
	at, err := r.site()
	if err != nil {
		return err
	}
	client, err := r.anonymous(at)
	if err != nil {
		return err
	}
	var said service.Metadata
	if err := client.Read(r.ctx, "/.well-known/oauth-authorization-server", nil, &said); err != nil {
		return err
	}
	pages, err := url.Parse(said.AuthorizationEndpoint)
	if err != nil || pages.Host == "" {
		return wrong(exitFailed, "", "The service does not say where its pages are.")
	}
	path, err := c.path(r)
	if err != nil {
		return err
	}
	address := pages.Scheme + "://" + pages.Host + path
	if r.flags.JSON {
		return r.printValue(map[string]string{"url": address})
	}
	fmt.Fprintln(r.Out, address)
	if r.Getenv("COUNTERPART_NO_BROWSER") == "" && r.OutIsTerminal {
		if err := r.Browse(address); err != nil {
			r.note("No browser could be opened: %v.", err)
		}
	}
	return nil
}

// pagesOfApps are the console's screens of an app.
var pagesOfApps = map[string]string{"app": "", "webhooks": "/webhooks", "logs": "/requests", "deliveries": "/webhooks", "credentials": "/credentials"}

func (c open) path(r *run) (string, error) {
	if screen, ofApp := pagesOfApps[c.What]; ofApp {
		_, app, err := r.atApp("")
		return "/console" + service.Path("apps", app.ID) + screen, err
	}
	switch {
	case c.What == "":
		return "/console", nil
	case c.What == "apps" || c.What == "sandboxes" || c.What == "events":
		return "/console/" + c.What, nil
	case strings.Contains(c.What, "_"):
		return "/console/go" + service.Path(c.What), nil
	}
	return "", wrong(exitUsage, "See: counterpart open --help", "There is no page %q.", c.What)
}
