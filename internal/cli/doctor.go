package cli

import (
	"fmt"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type doctor struct {
	Probe bool `help:"Also send each webhook a wrong signature, which it should refuse."`
}

// Help shows how it is used.
func (doctor) Help() string {
	return examples(
		"counterpart doctor", "exit code 8 when something is wrong",
		"counterpart doctor --probe", "do your receivers check signatures?",
	)
}

// finding is one thing that was looked at.
type finding struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Says string `json:"says"`
}

// Run looks at one thing after the other, and stops where the rest depends on what is
// wrong.
func (c doctor) Run(r *run) error {
	found := c.examine(r)
	bad := false
	for _, f := range found {
		bad = bad || !f.OK
	}
	if r.flags.JSON {
		if err := r.printValue(map[string][]finding{"checks": found}); err != nil {
			return err
		}
	} else {
		for _, f := range found {
			mark := r.green("✓")
			if !f.OK {
				mark = r.red("✗")
			}
			fmt.Fprintf(r.Out, "%s %-8s %s\n", mark, f.Name, clean(f.Says))
		}
	}
	if bad {
		return &problem{exit: exitNo} // it is said
	}
	return nil
}

func (c doctor) examine(r *run) (found []finding) {
	well := func(name, format string, args ...any) {
		found = append(found, finding{name, true, fmt.Sprintf(format, args...)})
	}
	ill := func(name string, err error) []finding {
		p := r.problemOf(err)
		text := p.text
		if p.hint != "" {
			text += " " + p.hint
		}
		return append(found, finding{name, false, text})
	}
	at, err := r.site()
	if err != nil {
		return ill("Service", err)
	}
	stranger, err := r.anonymous(at)
	if err != nil {
		return ill("Service", err)
	}
	began := time.Now() // the machine's own clock is what is looked at
	answer, err := stranger.Get(r.ctx, "/.well-known/oauth-authorization-server", nil)
	if err != nil {
		return ill("Service", err)
	}
	well("Service", "%s answers in %d ms.", service.HostName(at.Host), time.Since(began).Milliseconds())
	if f, told := clockFinding(answer.Header, time.Now()); told {
		found = append(found, f)
	}
	client, err := r.client()
	if err != nil {
		return ill("Sign-in", err)
	}
	org, err := r.organization(client)
	if err != nil {
		return ill("Sign-in", err)
	}
	well("Sign-in", "It works; you are %s of %s.", org.Role, org.Name)
	app, err := r.app(client, "")
	if err != nil {
		return ill("App", err)
	}
	found = append(found, finding{"App", app.Status == "ACTIVE", fmt.Sprintf("%s (%s) is %s; its review: %s.", app.Name, app.ID, app.Status, app.Review)})
	hooks, err := r.webhooksOf(client, app)
	if err != nil {
		return ill("Webhook", err)
	}
	for _, hook := range hooks {
		f, err := c.webhook(r, client, app, hook)
		if err != nil {
			return ill("Webhook", err)
		}
		found = append(found, f)
	}
	return found
}

// tolerated is how far a clock may be off before signatures look too old.
const tolerated = time.Minute

// clockFinding compares this machine's clock with the service's.
func clockFinding(header http.Header, now time.Time) (finding, bool) {
	theirs, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return finding{}, false
	}
	off := now.Sub(theirs).Round(time.Second)
	says := "It agrees with the service's."
	if off.Abs() > tolerated {
		says = fmt.Sprintf("It is %s off the service's: signatures of webhooks will look too old or too new.", off.Abs())
	}
	return finding{"Clock", off.Abs() <= tolerated, says}, true
}

func (c doctor) webhook(r *run, client *service.Client, app service.App, hook service.Webhook) (finding, error) {
	if !hook.Enabled || !c.Probe {
		says := hook.URL + " is on."
		if !hook.Enabled {
			says = hook.URL + " is switched off: nothing is sent to it."
		}
		return finding{"Webhook", hook.Enabled, says}, nil
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: webhookPath(app, hook, "probe")})
	if err != nil {
		return finding{}, err
	}
	var probe service.Probe
	if err := answer.Read(&probe); err != nil {
		return finding{}, err
	}
	return finding{"Webhook", probe.Outcome == "passed", hook.URL + ": " + probe.Says}, nil
}
