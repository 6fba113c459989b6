package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/client/webhook"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// The delivery that samples are shown in, signed with a secret that everybody knows.
const (
	sampleSecret   = "whsec_example_of_the_first_secret"
	sampleDelivery = "whd_g406gxrdfrk1yh910x6zxqk463z8"
	sampleEvent    = "evt_g406gxrdfrk1zhv3vba7cz9s6ex4"
	sampleBusiness = "biz_g406gxrdfrk1swn08g84tm256ts8"
	sampleTime     = 1794695887
)

// sampleOnly are events that cannot be triggered, because they destroy something.
var sampleOnly = []event.Name{"app.uninstalled", "business.redact", "customer.redact", "supplier.redact"}

// together are events that one call makes at once, beside each other.
var together = map[event.Name][]event.Name{
	"invoice.paid":           {"payment.received", "journal_entry.posted"},
	"payment.received":       {"invoice.paid", "invoice.partially_paid", "journal_entry.posted"},
	"invoice.issued":         {"journal_entry.posted"},
	"invoice.partially_paid": {"payment.received", "journal_entry.posted"},
}

func eventAt(name event.Name) string {
	return "reference/events/" + strings.ReplaceAll(string(name), ".", "-")
}

func eventLink(name event.Name) string { return link(eventAt(name), code(string(name))) }

// audience says who hears of an event.
func audience(t event.Type) string {
	switch t.Audience {
	case event.App:
		return "It is about your app itself: it is sent whatever scopes the app has, and whether or not it is installed."
	case event.Privacy:
		return "It asks you to erase data. It is sent to apps that are installed in the business and have its scope."
	}
	return "It is sent to apps that are installed in the business and have its scope there."
}

// events are the index and a page for each.
func (w *writer) events() ([]*page, error) {
	var index strings.Builder
	index.WriteString("There are " + fmt.Sprint(len(event.All())) + " events. Each is in the [event log](" + base + "guides/events-api) and is delivered to [webhooks](" + base + "guides/webhooks-receive). For programs, the same table is [events.json](" + base + "reference/events.json).\n\n<div class=\"filtered\">\n\n| event | sent when | audience | scope |\n|---|---|---|---|\n")
	pages := []*page{w.add(&page{path: "reference/events", title: "Events", label: "All events", description: "Every event: when it is sent, to whom, and the scope that it needs.", wide: true})}
	type row struct {
		Name     event.Name      `json:"name"`
		Says     string          `json:"says"`
		Audience event.Audience  `json:"audience"`
		Scope    scope.Scope     `json:"scope,omitempty"`
		Sample   json.RawMessage `json:"sample"`
	}
	var rows []row
	for _, t := range event.All() {
		fmt.Fprintf(&index, "| %s | %s | %s | %s |\n", eventLink(t.Name), cell(plain(t.Says)), t.Audience, scopeLink(string(t.Scope)))
		body, err := w.event(t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
		pages = append(pages, w.add(&page{path: eventAt(t.Name), title: string(t.Name), description: t.Says, body: body}))
		rows = append(rows, row{t.Name, t.Says, t.Audience, t.Scope, t.Sample()})
	}
	pages[0].body = index.String() + "\n</div>\n"
	all, err := json.MarshalIndent(rows, "", "  ")
	w.files["reference/events.json"] = all
	return pages, err
}

func (w *writer) event(t event.Type) (string, error) {
	var b strings.Builder
	b.WriteString(plain(t.Says) + "\n\n" + audience(t) + "\n\n")
	if t.Scope != "" {
		b.WriteString("Scope: " + scopeLink(string(t.Scope)) + ". Your app must have registered it, and the business must have granted it.\n\n")
	}
	payload, err := payloadList(t)
	if err != nil {
		return "", err
	}
	b.WriteString("## Payload\n\nThe members of `data`:\n\n" + payload)
	sample, err := sampleRequest(t, w.current)
	if err != nil {
		return "", err
	}
	b.WriteString("## Sample\n\nA delivery as your receiver gets it, signed with the secret " + code(sampleSecret) + ":\n\n" + sample)
	b.WriteString(olderShapes(t))
	b.WriteString("## Try it\n\n" + tryIt(t.Name))
	b.WriteString("## Handle it\n\n<div class=\"samples\">\n\n" + fence(`go title="Go"`, goHandler(t.Name)) + "\n" + fence(`ts title="TypeScript"`, tsHandler(t.Name)) + "\n</div>\n\n")
	if others := together[t.Name]; others != nil {
		var list []string
		for _, name := range others {
			list = append(list, eventLink(name))
		}
		b.WriteString("## Often together with\n\nThe same change can also cause " + strings.Join(list, ", ") + ". They can arrive in any order.\n")
	}
	return b.String(), nil
}

// payloadList are the members of an event's data.
func payloadList(t event.Type) (string, error) {
	var schema struct {
		Properties map[string]map[string]any `json:"properties"`
		Required   []string                  `json:"required"`
	}
	if err := json.Unmarshal(t.Schema(), &schema); err != nil {
		return "", err
	}
	var sample map[string]any
	if err := json.Unmarshal(t.Sample(), &sample); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| member | type | example |\n|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		if name == "test" {
			continue
		}
		kind := schemaType(schema.Properties[name])
		if !slices.Contains(schema.Required, name) {
			kind += ", may be missing"
		}
		example, _ := json.Marshal(sample[name])
		fmt.Fprintf(&b, "| %s | %s | %s |\n", code(name), kind, code(cell(string(example))))
	}
	return b.String() + "\n", nil
}

// schemaType is a JSON Schema in a few words.
func schemaType(schema map[string]any) string {
	var kinds []string
	switch kind := schema["type"].(type) {
	case string:
		kinds = append(kinds, kind)
	case []any:
		for _, k := range kind {
			kinds = append(kinds, fmt.Sprint(k))
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		branches, _ := schema[key].([]any)
		for _, branch := range branches {
			if members, ok := branch.(map[string]any); ok {
				kinds = append(kinds, schemaType(members))
			}
		}
	}
	said := strings.Join(kinds, " or ")
	if format, _ := schema["format"].(string); format != "" {
		said += " (" + format + ")"
	}
	if words, _ := schema["enum"].([]any); len(words) > 0 && len(words) < 12 {
		var list []string
		for _, word := range words {
			list = append(list, code(fmt.Sprint(word)))
		}
		said += ": " + strings.Join(list, ", ")
	}
	if items, ok := schema["items"].(map[string]any); ok {
		said += " of " + schemaType(items)
	}
	if said == "" {
		said = "any"
	}
	return said
}

// sampleRequest is a delivery as it is sent.
func sampleRequest(t event.Type, v version.Version) (string, error) {
	data, err := shape.Payload(v, t.Name, t.Sample())
	if err != nil {
		return "", err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return "", err
	}
	body := fmt.Sprintf(`{"id":%q,"eventId":%q,"type":%q,"apiVersion":%q,"businessId":%q,"created":%d,"data":%s}`,
		sampleDelivery, sampleEvent, t.Name, v.Name, sampleBusiness, sampleTime, compact.Bytes())
	signature := webhook.Sign(time.Unix(sampleTime, 0), []byte(body), sampleSecret)
	return fence("http", fmt.Sprintf("POST /hooks HTTP/1.1\nContent-Type: application/json\nX-Webhook-Id: %s\nX-Webhook-Event: %s\nX-Webhook-Event-Id: %s\nX-Webhook-Signature: %s\n\n%s",
		sampleDelivery, t.Name, sampleEvent, signature, body)) + "\n", nil
}

// olderShapes says how the payload looked in older versions.
func olderShapes(t event.Type) string {
	var b strings.Builder
	now := t.Sample()
	for _, v := range slices.Backward(version.All()) {
		older, err := shape.Payload(v, t.Name, t.Sample())
		if err != nil || bytes.Equal(compacted(older), compacted(now)) {
			continue
		}
		if b.Len() == 0 {
			b.WriteString("## Older versions\n\n")
		}
		fmt.Fprintf(&b, "In version %s, `data` is:\n\n%s\n", v.Name, fence("json", indented(older)))
	}
	return b.String()
}

func compacted(raw []byte) []byte {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return raw
	}
	return b.Bytes()
}

func indented(raw []byte) string {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return string(raw)
	}
	return b.String()
}

func tryIt(name event.Name) string {
	if slices.Contains(sampleOnly, name) {
		return "This event destroys something, so it cannot be triggered in a sandbox. Send its sample to a webhook instead: subscribe a webhook to it alone, then run `counterpart webhooks test`.\n\n"
	}
	return "Make it happen in your sandbox:\n\n" + fence("sh", "counterpart trigger "+string(name)) + "\n"
}

// goName is the type of an event's payload in the Go client.
func goName(name event.Name) string {
	var b strings.Builder
	for _, part := range strings.FieldsFunc(string(name), func(r rune) bool { return r == '.' || r == '_' }) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

func goHandler(name event.Name) string {
	return "webhook.On(hooks, func(ctx context.Context, e webhook.Event, data webhook." + goName(name) + ") error {\n\treturn nil // what your app does\n})"
}

func tsHandler(name event.Name) string {
	return "on('" + string(name) + "', async (event, data) => {\n  // what your app does\n});"
}
