package cli

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type deliveries struct {
	List      deliveriesList      `cmd:"" help:"List deliveries of the last 30 days, newest first."`
	Show      deliveriesShow      `cmd:"" help:"Show a delivery with its attempts."`
	Redeliver deliveriesRedeliver `cmd:"" aliases:"resend" help:"Send deliveries again that failed."`
}

type deliveriesList struct {
	Webhook  string `help:"Only of this webhook, by id or URL." placeholder:"WEBHOOK"`
	Status   string `help:"Only with this status: queued, retrying, delivered or failed." enum:"queued,retrying,delivered,failed," default:"" placeholder:"STATUS"`
	Event    string `help:"Only of this event." placeholder:"EVENT"`
	Business string `help:"Only of this business, by id." placeholder:"ID"`
	Limit    int    `default:"100" help:"How many at most of each webhook."`
}

// Help shows how it is used.
func (deliveriesList) Help() string {
	return examples(
		"counterpart deliveries list --status failed", "",
		"counterpart deliveries list --event invoice.paid --json", "",
	)
}

// Run lists deliveries, of all webhooks unless one is named.
func (c deliveriesList) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	hooks, err := r.hooksOf(client, app)
	if err != nil {
		return err
	}
	if c.Webhook != "" {
		_, _, hook, err := r.atWebhook(c.Webhook)
		if err != nil {
			return err
		}
		hooks = []service.Webhook{hook}
	}
	query := url.Values{"limit": {strconv.Itoa(c.Limit)}}
	for name, value := range map[string]string{"status": c.Status, "type": c.Event, "businessId": c.Business} {
		if value != "" {
			query.Set(name, value)
		}
	}
	var all []kept[service.Delivery]
	for _, hook := range hooks {
		var list service.List[kept[service.Delivery]]
		if err := client.Read(r.ctx, webhookPath(app, hook, "deliveries"), query, &list); err != nil {
			return err
		}
		all = append(all, list.Data...)
	}
	slices.SortStableFunc(all, func(a, b kept[service.Delivery]) int { return b.is.CreatedAt.Compare(a.is.CreatedAt) })
	if r.flags.JSON {
		return r.printValue(service.List[kept[service.Delivery]]{Data: append([]kept[service.Delivery]{}, all...)})
	}
	if len(all) == 0 {
		r.note("There are none.")
		return nil
	}
	r.deliveryTable(bare(all))
	return nil
}

// hooksOf are all that deliveries go to: an app's webhooks, and whoever listens.
func (r *run) hooksOf(c *service.Client, app service.App) ([]service.Webhook, error) {
	hooks, err := r.webhooksOf(c, app)
	if err != nil {
		return nil, err
	}
	var list service.List[service.Listener]
	err = c.Read(r.ctx, service.Path("developer", "apps", app.ID, "listeners"), nil, &list)
	for _, l := range list.Data {
		hooks = append(hooks, service.Webhook{ID: l.ID, URL: l.Name})
	}
	return hooks, err
}

// atDelivery finds a delivery by its id alone.
func (r *run) atDelivery(c *service.Client, id string) (service.Delivery, error) {
	var way service.Trace
	if err := c.Read(r.ctx, service.Path("developer", "trace", id), nil, &way); err != nil {
		return service.Delivery{}, err
	}
	for _, d := range way.Deliveries {
		if d.ID == id {
			return d, nil
		}
	}
	return service.Delivery{}, noSuch("delivery", id, "", nil)
}

func deliveryPath(d service.Delivery, more ...string) string {
	return service.Path(append([]string{"developer", "apps", d.AppID, "webhooks", d.WebhookID, "deliveries", d.ID}, more...)...)
}

type deliveriesShow struct {
	ID   string `arg:"" help:"The delivery's id."`
	Body bool   `help:"Print the body as it is sent."`
	Curl bool   `help:"Print the request as a curl command, with the signature of the last attempt."`
}

// Help shows how it is used.
func (deliveriesShow) Help() string {
	return examples(
		"counterpart deliveries show whd_4c06gxrdfrk1r02aa2m9c4r5tg1k", "",
		"counterpart deliveries show whd_4c06gxrdfrk1r02aa2m9c4r5tg1k --curl", "to send it to your own machine",
	)
}

// Run shows a delivery.
func (c deliveriesShow) Run(r *run) error {
	client, err := r.client()
	if err != nil {
		return err
	}
	found, err := r.atDelivery(client, c.ID)
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, deliveryPath(found), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(d service.DeliveryInspection) error {
		if c.Body || c.Curl {
			return c.request(r, d)
		}
		r.fields(
			field{"ID", d.ID}, field{"Event", d.Type}, field{"Event id", d.EventID}, field{"Webhook", d.WebhookID}, field{"Business", d.BusinessID},
			field{"Status", d.Status}, field{"Last error", d.LastError}, field{"Next attempt", d.NextRetryAt}, field{"Made", d.CreatedAt},
		)
		r.table([]string{"ATTEMPT", "AT", "TOOK", "ANSWER", "ERROR"}, attempts(d.Log))
		return nil
	})
}

func attempts(log []service.Attempt) (rows [][]any) {
	for _, a := range log {
		var status any
		if a.Response != nil {
			status = a.Response.Status
		}
		rows = append(rows, []any{a.Attempt, a.At, milliseconds(a.DurationMs), status, a.Error})
	}
	return rows
}

func milliseconds(ms float64) string { return fmt.Sprintf("%.0f ms", ms) }

func (c deliveriesShow) request(r *run, d service.DeliveryInspection) error {
	if d.Request == nil {
		return wrong(exitNo, "", "Nothing was sent, and nothing may be: the app must not hear of the event any more.")
	}
	if c.Body {
		_, err := fmt.Fprintln(r.Out, d.Request.Body)
		return err
	}
	parts := []string{"curl -X POST " + quoted(d.Request.URL)}
	for _, name := range slices.Sorted(maps.Keys(d.Request.Headers)) {
		parts = append(parts, "-H "+quoted(name+": "+d.Request.Headers[name]))
	}
	if n := len(d.Log); n > 0 && d.Log[n-1].Signature != nil {
		parts = append(parts, "-H "+quoted("X-Webhook-Signature: "+*d.Log[n-1].Signature))
	}
	_, err := fmt.Fprintln(r.Out, strings.Join(append(parts, "--data-raw "+quoted(d.Request.Body)), " "))
	return err
}

// quoted is a text as one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

type deliveriesRedeliver struct {
	IDs     []string `arg:"" optional:"" name:"id" help:"Deliveries, by id."`
	Failed  bool     `help:"All that failed since --since."`
	Since   string   `help:"With --failed: from when on, as a time or as an age (2h, 3d)." placeholder:"TIME"`
	Webhook string   `help:"With --failed: only of this webhook, by id or URL." placeholder:"WEBHOOK"`
}

// Help shows how it is used.
func (deliveriesRedeliver) Help() string {
	return examples(
		"counterpart deliveries redeliver whd_4c06gxrdfrk1r02aa2m9c4r5tg1k", "",
		"counterpart deliveries redeliver --failed --since 2h", "after your receiver was down",
	)
}

// Run queues deliveries once more.
func (c deliveriesRedeliver) Run(r *run) error {
	switch {
	case c.Failed && (len(c.IDs) > 0 || c.Since == ""):
		return wrong(exitUsage, "Such as: counterpart deliveries redeliver --failed --since 2h", "--failed needs --since, and no ids.")
	case c.Failed:
		return c.failed(r)
	case len(c.IDs) == 0:
		return wrong(exitUsage, "See: counterpart deliveries list --status failed", "Which delivery?")
	}
	client, err := r.client()
	if err != nil {
		return err
	}
	for _, id := range c.IDs {
		found, err := r.atDelivery(client, id)
		if err != nil {
			return err
		}
		if err := r.redeliver(client, found); err != nil {
			return err
		}
	}
	return nil
}

// redeliver queues one and shows it.
func (r *run) redeliver(client *service.Client, d service.Delivery) error {
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: deliveryPath(d, "redeliver")})
	if err != nil {
		return err
	}
	return show(r, answer, func(d service.Delivery) error {
		r.deliveryTable([]service.Delivery{d})
		return nil
	})
}

func (c deliveriesRedeliver) failed(r *run) error {
	since, err := r.instant(c.Since)
	if err != nil {
		return err
	}
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	hooks, err := r.hooksOf(client, app)
	if err != nil {
		return err
	}
	if c.Webhook != "" {
		_, _, hook, err := r.atWebhook(c.Webhook)
		if err != nil {
			return err
		}
		hooks = []service.Webhook{hook}
	}
	var sum service.Redelivered
	for _, hook := range hooks {
		for next := &since; next != nil; {
			answer, err := client.Do(r.ctx, service.Call{
				Method: http.MethodPost, Path: webhookPath(app, hook, "redeliver-failed"), Body: map[string]time.Time{"since": next.UTC()},
			})
			if err != nil {
				return err
			}
			var part service.Redelivered
			if err := answer.Read(&part); err != nil {
				return err
			}
			sum.Queued, sum.Skipped, next = sum.Queued+part.Queued, sum.Skipped+part.Skipped, part.NextSince
		}
	}
	if r.flags.JSON {
		return r.printValue(map[string]int{"queued": sum.Queued, "skipped": sum.Skipped})
	}
	r.fields(field{"Queued", sum.Queued}, field{"Skipped", sum.Skipped})
	if sum.Skipped > 0 {
		r.note("Skipped are those whose app is not installed any more, or whose scope is gone.")
	}
	return nil
}
