package cli

import (
	"fmt"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type webhooks struct {
	List   webhooksList   `cmd:"" help:"List the app's webhooks."`
	Show   webhooksShow   `cmd:"" help:"Show a webhook."`
	Create webhooksCreate `cmd:"" help:"Create a webhook; its secret is shown once."`
	Update webhooksUpdate `cmd:"" help:"Change a webhook."`
	Delete webhooksDelete `cmd:"" help:"Delete a webhook."`
	Rotate webhooksRotate `cmd:"" name:"rotate-secret" aliases:"rotate" help:"Make a new secret; the one before signs beside it for 24 hours."`
	Test   webhooksTest   `cmd:"" help:"Send the sample of an event, signed and logged like any other."`
}

func webhooksPath(app service.App) string {
	return service.Path("developer", "apps", app.ID, "webhooks")
}

// webhooksOf are all webhooks of an app.
func (r *run) webhooksOf(c *service.Client, app service.App) ([]service.Webhook, error) {
	var list service.List[service.Webhook]
	err := c.Read(r.ctx, webhooksPath(app), nil, &list)
	return list.Data, err
}

// atWebhook is the service, the app and the webhook that is named by its id or URL,
// else the only one there is.
func (r *run) atWebhook(named string) (*service.Client, service.App, service.Webhook, error) {
	c, app, err := r.atApp("")
	if err != nil {
		return nil, app, service.Webhook{}, err
	}
	list, err := r.webhooksOf(c, app)
	if err != nil {
		return nil, app, service.Webhook{}, err
	}
	hook, err := choice[service.Webhook]{
		what: "webhook", want: named, where: app.Name, among: list,
		known: func(w service.Webhook) (string, string) { return w.ID, w.URL },
		none:  "Create one: counterpart webhooks create --url URL --event EVENT",
		many:  func(w service.Webhook) string { return "name it by its id, such as " + w.ID },
	}.made()
	return c, app, hook, err
}

func webhookPath(app service.App, hook service.Webhook, more ...string) string {
	return webhooksPath(app) + service.Path(append([]string{hook.ID}, more...)...)
}

type webhooksList struct{}

// Help shows how it is used.
func (webhooksList) Help() string { return examples("counterpart webhooks list", "") }

// Run lists the webhooks.
func (webhooksList) Run(r *run) error {
	c, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := c.Get(r.ctx, webhooksPath(app), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(list service.List[service.Webhook]) error {
		var rows [][]any
		for _, w := range list.Data {
			rows = append(rows, []any{w.ID, w.URL, w.Enabled, w.Events, w.CreatedAt})
		}
		return r.list([]string{"ID", "URL", "ON", "EVENTS", "MADE"}, rows, "Create one: counterpart webhooks create --url URL --event EVENT")
	})
}

type webhooksShow struct {
	Webhook string `arg:"" optional:"" help:"The webhook, by id or URL; the only one by default."`
}

// Help shows how it is used.
func (webhooksShow) Help() string {
	return examples("counterpart webhooks show https://app.example.com/hooks", "")
}

// Run shows a webhook.
func (c webhooksShow) Run(r *run) error {
	client, app, hook, err := r.atWebhook(c.Webhook)
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, webhookPath(app, hook), nil)
	if err != nil {
		return err
	}
	return r.showWebhook(answer)
}

func (r *run) showWebhook(answer service.Answer) error {
	return show(r, answer, func(w service.Webhook) error {
		list := []field{
			{"ID", w.ID}, {"URL", w.URL}, {"Description", w.Description}, {"Events", w.Events},
			{"On", w.Enabled}, {"Ignores own changes", w.IgnoreOwnChanges}, {"Made", w.CreatedAt},
		}
		if w.PreviousSecretExpiresAt != nil {
			list = append(list, field{"Former secret signs until", moment(*w.PreviousSecretExpiresAt)})
		}
		r.fields(list...)
		return nil
	})
}

type webhooksCreate struct {
	URL              string   `required:"" name:"url" help:"Where events are sent: https, on a public address." placeholder:"URL"`
	Event            []string `help:"Event to send; may be given several times." placeholder:"EVENT"`
	Description      string   `help:"What it is for." placeholder:"TEXT"`
	Disabled         bool     `help:"Switched off at first."`
	IgnoreOwnChanges bool     `help:"Not told of what the app itself changed."`
	EnvFile          string   `help:"Write the secret to this file instead of showing it." placeholder:"FILE"`
}

// Help shows how it is used.
func (webhooksCreate) Help() string {
	return examples(
		"counterpart webhooks create --url https://app.example.com/hooks --event invoice.paid --event app.uninstalled", "",
		"counterpart webhooks create --url https://app.example.com/hooks --event invoice.paid --env-file .env", "as COUNTERPART_WEBHOOK_SECRET",
	)
}

// Run creates a webhook.
func (c webhooksCreate) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	enabled := !c.Disabled
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: webhooksPath(app), Body: service.NewWebhook{
		URL: c.URL, Description: c.Description, Events: append([]string{}, c.Event...), Enabled: &enabled, IgnoreOwnChanges: c.IgnoreOwnChanges,
	}})
	if err != nil {
		return err
	}
	var made service.WebhookMade
	if err := answer.Read(&made); err != nil {
		return err
	}
	r.note("Created %s.", made.ID)
	return r.keepSecret(answer, "secret", c.EnvFile, "COUNTERPART_WEBHOOK_SECRET", "Try it: counterpart webhooks test "+made.ID)
}

type webhooksUpdate struct {
	Webhook            string   `arg:"" help:"The webhook, by id or URL."`
	URL                string   `name:"url" help:"Where events are sent." placeholder:"URL"`
	Event              []string `help:"Event to send, in place of all that there are; may be given several times." placeholder:"EVENT"`
	Description        *string  `help:"What it is for." placeholder:"TEXT"`
	Enable             bool     `xor:"switch" help:"Switch it on."`
	Disable            bool     `xor:"switch" help:"Switch it off: what happens meanwhile is not sent later."`
	IgnoreOwnChanges   bool     `xor:"own" help:"Not told of what the app itself changed."`
	NoIgnoreOwnChanges bool     `xor:"own" help:"Told of it."`
}

// Help shows how it is used.
func (webhooksUpdate) Help() string {
	return examples(
		"counterpart webhooks update https://app.example.com/hooks --event invoice.paid --event payment.received", "",
		"counterpart webhooks update https://app.example.com/hooks --disable", "",
	)
}

// Run changes a webhook.
func (c webhooksUpdate) Run(r *run) error {
	client, app, hook, err := r.atWebhook(c.Webhook)
	if err != nil {
		return err
	}
	change := map[string]any{}
	if c.URL != "" {
		change["url"] = c.URL
	}
	if len(c.Event) > 0 {
		change["events"] = c.Event
	}
	if c.Description != nil {
		change["description"] = *c.Description
	}
	if c.Enable || c.Disable {
		change["enabled"] = c.Enable
	}
	if c.IgnoreOwnChanges || c.NoIgnoreOwnChanges {
		change["ignoreOwnChanges"] = c.IgnoreOwnChanges
	}
	if len(change) == 0 {
		return wrong(exitUsage, "See: counterpart webhooks update --help", "Nothing to change was named.")
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPatch, Path: webhookPath(app, hook), Header: service.IfMatch(hook.Version), Body: change})
	if err != nil {
		return err
	}
	return r.showWebhook(answer)
}

type webhooksDelete struct {
	Webhook string `arg:"" help:"The webhook, by id or URL."`
	Confirm string `help:"The webhook's URL, to be sure." placeholder:"URL"`
}

// Help shows how it is used.
func (webhooksDelete) Help() string {
	return examples("counterpart webhooks delete https://old.example.com/hooks --confirm https://old.example.com/hooks", "")
}

// Run deletes a webhook.
func (c webhooksDelete) Run(r *run) error {
	client, app, hook, err := r.atWebhook(c.Webhook)
	if err != nil {
		return err
	}
	if err := r.confirm("What waits to be sent to this webhook is not sent any more, and its history is gone.", hook.URL, c.Confirm); err != nil {
		return err
	}
	if _, err := client.Do(r.ctx, service.Call{Method: http.MethodDelete, Path: webhookPath(app, hook)}); err != nil {
		return err
	}
	return r.gone(hook.ID, "Deleted %s.", hook.URL)
}

type webhooksRotate struct {
	Webhook string `arg:"" optional:"" help:"The webhook, by id or URL; the only one by default."`
	EnvFile string `help:"Write the secret to this file instead of showing it." placeholder:"FILE"`
}

// Help shows how it is used.
func (webhooksRotate) Help() string {
	return examples("counterpart webhooks rotate-secret --env-file .env", "deploy it within 24 hours")
}

// Run makes a new secret.
func (c webhooksRotate) Run(r *run) error {
	client, app, hook, err := r.atWebhook(c.Webhook)
	if err != nil {
		return err
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: webhookPath(app, hook, "rotate-secret")})
	if err != nil {
		return err
	}
	var rotated service.Rotated
	if err := answer.Read(&rotated); err != nil {
		return err
	}
	return r.keepSecret(answer, "secret", c.EnvFile, "COUNTERPART_WEBHOOK_SECRET",
		"The former secret signs beside it until "+moment(rotated.PreviousSecretExpiresAt)+". Deploy the new one by then.")
}

type webhooksTest struct {
	Webhook string        `arg:"" optional:"" help:"The webhook, by id or URL; the only one by default."`
	Event   string        `help:"The event; the first that it listens to by default." placeholder:"EVENT"`
	Wait    bool          `help:"Wait for the first answer; exit code 8 when it is not taken."`
	For     time.Duration `default:"30s" help:"How long to wait."`
}

// Help shows how it is used.
func (webhooksTest) Help() string {
	return examples(
		"counterpart webhooks test --wait", "tells how your receiver answers",
		"counterpart webhooks test https://app.example.com/hooks --event invoice.paid", "",
	)
}

// Run sends a test.
func (c webhooksTest) Run(r *run) error {
	client, app, hook, err := r.atWebhook(c.Webhook)
	if err != nil {
		return err
	}
	body := map[string]string{}
	if c.Event != "" {
		body["event"] = c.Event
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: webhookPath(app, hook, "test"), Body: body})
	if err != nil {
		return err
	}
	var sent service.Delivery
	if err := answer.Read(&sent); err != nil {
		return err
	}
	if c.Wait {
		if answer, sent, err = c.await(r, client, webhookPath(app, hook, "deliveries", sent.ID)); err != nil {
			return err
		}
	}
	if err := show(r, answer, func(d service.Delivery) error {
		r.deliveryTable([]service.Delivery{d})
		return nil
	}); err != nil {
		return err
	}
	if c.Wait && sent.Status != "delivered" {
		return &problem{exit: exitNo} // it is said
	}
	if !c.Wait {
		r.note("See what came of it: counterpart deliveries show %s", sent.ID)
	}
	return nil
}

// await looks until the first attempt has ended.
func (c webhooksTest) await(r *run, client *service.Client, path string) (service.Answer, service.Delivery, error) {
	const pause = 500 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		answer, err := client.Get(r.ctx, path, nil)
		if err != nil {
			return answer, service.Delivery{}, err
		}
		var now service.Delivery
		if err := answer.Read(&now); err != nil {
			return answer, now, err
		}
		if now.Status != "queued" || waited >= c.For {
			return answer, now, nil
		}
		if err := r.Wait(r.ctx, pause); err != nil {
			return answer, now, err
		}
	}
}

func (r *run) deliveryTable(list []service.Delivery) {
	var rows [][]any
	for _, d := range list {
		rows = append(rows, []any{d.ID, d.Type, d.BusinessID, d.Status, fmt.Sprintf("%d of 6", d.Attempts), d.ResponseCode, d.LastError, d.CreatedAt})
	}
	r.table([]string{"ID", "EVENT", "BUSINESS", "STATUS", "ATTEMPTS", "ANSWER", "LAST ERROR", "MADE"}, rows)
}
