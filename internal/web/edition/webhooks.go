package edition

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// The one webhook that api/ describes stands for all: they differ by their event.
const (
	anyEvent   = "event"
	anyMessage = "WebhookMessage"
)

// tellEvents puts a webhook for each event of the catalogue in the place of the
// one that api/ describes, with the event's data as a version has them.
func tellEvents(whole map[string]any, v version.Version) error {
	described, ok := whole["webhooks"].(map[string]any)
	if !ok {
		return nil
	}
	general, _ := described[anyEvent].(map[string]any)["post"].(map[string]any)
	schemas, _ := whole["components"].(map[string]any)["schemas"].(map[string]any)
	message, _ := schemas[anyMessage].(map[string]any)
	events := map[string]any{}
	for _, t := range event.All() {
		data, sample, err := payload(t, v)
		if err != nil {
			return fmt.Errorf("event %s: %w", t.Name, err)
		}
		name := typeName(t.Name)
		schemas[name+"Data"] = data
		schemas[name+"Message"] = messageOf(message, t, name)
		events[string(t.Name)] = map[string]any{"post": operationOf(general, t, name, messageSample(general, t, v, sample))}
	}
	whole["webhooks"] = events
	delete(schemas, anyMessage)
	return nil
}

// payload is the schema of an event's data in a version, and a sample.
func payload(t event.Type, v version.Version) (schema map[string]any, sample any, err error) {
	text, err := shape.PayloadSchema(v, t)
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		return nil, nil, err
	}
	schema[order] = schema["required"]
	delete(schema, "$schema") // the document names it for all
	if text, err = shape.Payload(v, t.Name, t.Sample()); err != nil {
		return nil, nil, err
	}
	return schema, sample, json.Unmarshal(text, &sample)
}

func messageOf(message map[string]any, t event.Type, name string) map[string]any {
	fresh := maps.Clone(message)
	properties, _ := message["properties"].(map[string]any)
	properties = maps.Clone(properties)
	properties["type"] = map[string]any{"type": "string", "const": string(t.Name)}
	properties["data"] = map[string]any{"$ref": "#/components/schemas/" + name + "Data"}
	fresh["properties"] = properties
	return fresh
}

func operationOf(general map[string]any, t event.Type, name string, sample any) map[string]any {
	fresh := maps.Clone(general)
	fresh["operationId"], fresh["summary"] = "receive"+name, t.Says
	fresh["requestBody"] = map[string]any{"required": true, "content": map[string]any{"application/json": map[string]any{
		"schema": map[string]any{"$ref": "#/components/schemas/" + name + "Message"}, "example": sample,
	}}}
	return fresh
}

// messageSample is the example of api/ with another event in it.
func messageSample(general map[string]any, t event.Type, v version.Version, data any) any {
	body, _ := general["requestBody"].(map[string]any)
	examples, _ := jsonMedia(body)["examples"].(map[string]any)
	issued, _ := examples["issued"].(map[string]any)
	sample, _ := issued["value"].(map[string]any)
	sample = maps.Clone(sample)
	sample["type"], sample["apiVersion"], sample["data"] = string(t.Name), v.Name, data
	return sample
}

// typeName is an event's name as programs write the name of a type.
func typeName(name event.Name) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(string(name), func(r rune) bool { return r == '.' || r == '_' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
