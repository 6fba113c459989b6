package fuzzroutes

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/api"
)

// request is one on its way.
type request struct {
	operation          string // what it asks for, unless it is spoilt
	method, path, body string
	headers            []string
	by                 caller
}

// String is enough to send it again by hand.
func (r request) String() string {
	return fmt.Sprintf("%s %.300s by the %s %.300q\n%.600q", r.method, r.path, r.by.name, r.headers, r.body)
}

// right is who can call an operation with success.
func (w *world) right(operation api.Operation) caller {
	security, _ := operation.Child("security")
	schemes := fmt.Sprint(security.Value)
	switch {
	case strings.HasPrefix(operation.Path, "/admin"):
		return w.callers["operator"]
	case strings.HasPrefix(operation.Path, "/oauth"):
		return w.callers["client"]
	case strings.Contains(schemes, "oauth:"):
		return w.callers["app"]
	case strings.Contains(schemes, "developerToken:") && w.random.IntN(3) == 0:
		return w.callers["command line"]
	}
	return w.callers["person"]
}

var hole = regexp.MustCompile(`\{(\w+)\}`)

// good is a request as the description wants it, with ids that exist where some are
// known.
func (w *world) good(operation api.Operation, by caller) request {
	r := request{operation: operation.Pattern(), method: operation.Method, by: by}
	params := w.parameters(operation)
	r.path = hole.ReplaceAllStringFunc(operation.Path, func(name string) string {
		return url.PathEscape(w.text(params["path "+strings.Trim(name, "{}")], operation.Path))
	})
	query := url.Values{}
	for _, key := range slices.Sorted(maps.Keys(params)) {
		in, name, _ := strings.Cut(key, " ")
		required, _ := params[key].members["required"].(bool)
		if in == "query" && (required || name != "after" && w.random.IntN(8) == 0) {
			query.Set(name, w.text(params[key], operation.Path))
		}
	}
	if len(query) > 0 {
		r.path += "?" + query.Encode()
	}
	if strings.HasPrefix(operation.Path, "/mcp") {
		r.headers = append(r.headers, "Accept: application/json, text/event-stream")
	}
	w.fillBody(&r, operation)
	return r
}

// place is an object of the description, and where it stands.
type place struct {
	at      string
	members map[string]any
}

// follow goes where a reference leads.
func (w *world) follow(at string, value any) place {
	members, _ := value.(map[string]any)
	for range 8 {
		ref, ok := members["$ref"].(string)
		if !ok {
			break
		}
		if strings.HasPrefix(ref, "#") {
			document, _, _ := strings.Cut(at, "#")
			ref = document + ref
		}
		node, err := w.describes.Find(ref)
		if err != nil {
			w.t.Fatal(err)
		}
		at = node.At
		members, _ = node.Value.(map[string]any)
	}
	return place{at, members}
}

// parameters are those of an operation, by where they stand and their names.
func (w *world) parameters(operation api.Operation) map[string]place {
	all := map[string]place{}
	node, _ := operation.Child("parameters")
	list, _ := node.Value.([]any)
	for _, one := range list {
		p := w.follow(node.At, one)
		all[fmt.Sprint(p.members["in"], " ", p.members["name"])] = p
	}
	return all
}

// text is a value for a parameter.
func (w *world) text(p place, path string) string {
	value := w.sample(p.at, p.members["schema"], 0)
	switch name, _ := p.members["name"].(string); {
	case name == "id" && strings.HasPrefix(path, "/developer/apps/"):
		return w.project.ID.String()
	case name == "id" && strings.HasPrefix(path, "/developer/organizations/"):
		return w.project.Organization.String()
	case name == "sandboxId":
		return w.sandbox
	case name == "name" && strings.HasPrefix(path, "/developer/event-types/"):
		return "invoice.paid"
	case name == "apiVersion":
		return "2025-02-01"
	}
	if list, ok := value.([]any); ok && len(list) > 0 {
		value = list[0]
	}
	return fmt.Sprint(w.known(value))
}

// fillBody gives a request a body of the first kind that the operation takes.
func (w *world) fillBody(r *request, operation api.Operation) {
	node, ok := operation.Child("requestBody")
	if !ok {
		return
	}
	content, _ := node.Child("content")
	for kind, media := range content.Children() {
		r.headers = append(r.headers, "Content-Type: "+kind)
		switch value := w.named(w.known(w.body(media)), operation, r.by); kind {
		case "application/json":
			r.body = encode(value)
		case "application/x-www-form-urlencoded":
			members, _ := value.(map[string]any)
			form := url.Values{}
			for name, one := range members {
				form.Set(name, fmt.Sprint(one))
			}
			r.body = form.Encode()
		default:
			r.body = string(w.picture)
		}
		return
	}
}

// body is an example, or a value after the schema where there is none, and now and then.
func (w *world) body(media api.Node) any {
	examples, ok := media.Child("examples")
	if ok && w.random.IntN(4) > 0 {
		var values []any
		for _, example := range examples.Children() {
			if value, ok := example.Child("value"); ok {
				values = append(values, value.Value)
			}
		}
		if len(values) > 0 {
			return copied(values[w.random.IntN(len(values))])
		}
	}
	schema, _ := media.Child("schema")
	return w.sample(schema.At, schema.Value, 0)
}

// known puts ids that exist in the place of those of examples.
func (w *world) known(value any) any {
	switch value := value.(type) {
	case string:
		if found := id.FindStringSubmatch(value); found != nil && len(w.ids[found[1]]) > 0 {
			return pick(w, w.ids[found[1]])
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			value[key] = w.known(value[key])
		}
	case []any:
		for i := range value {
			value[i] = w.known(value[i])
		}
	}
	return value
}

// named puts in what no description can know, and marks what the bakery writes into its
// books.
func (w *world) named(value any, operation api.Operation, by caller) any {
	members, ok := value.(map[string]any)
	if !ok {
		return value
	}
	for name, real := range map[string]any{
		"client_id": w.app.ClientID, "url": w.receiver.URL, "image": base64.StdEncoding.EncodeToString(w.picture), "appId": w.project.ID.String(),
	} {
		if _, ok := members[name]; ok {
			members[name] = real
		}
	}
	if operation.Path == "/oauth/token" {
		return map[string]any{"grant_type": "refresh_token", "refresh_token": w.refresh}
	}
	security, _ := operation.Child("security")
	if _, named := members["name"].(string); ok && named && strings.Contains(fmt.Sprint(security.Value), "oauth:") {
		members["name"] = fmt.Sprint(mark, " ", w.sent)
		if by.foreign {
			members["name"] = fmt.Sprint("Tulip ", w.sent)
		}
	}
	return value
}

// sample is a value that a schema describes, mostly.
func (w *world) sample(at string, schema any, depth int) any {
	p := w.follow(at, schema)
	for _, key := range []string{"const", "example", "default"} {
		if value, ok := p.members[key]; ok {
			return copied(value)
		}
	}
	for _, key := range []string{"enum", "examples"} {
		if values, _ := p.members[key].([]any); len(values) > 0 {
			return copied(pick(w, values))
		}
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		if ways, _ := p.members[key].([]any); len(ways) > 0 && depth < 6 {
			return w.sample(p.at, pick(w, ways), depth+1)
		}
	}
	if depth > 6 {
		return nil
	}
	return w.ofType(p, depth)
}

func (w *world) ofType(p place, depth int) any {
	kind := p.members["type"]
	if kinds, ok := kind.([]any); ok {
		kind = kinds[0]
	}
	switch kind {
	case "integer", "number":
		if least, ok := p.members["minimum"].(json.Number); ok {
			return least
		}
		return w.random.IntN(50)
	case "boolean":
		return w.random.IntN(2) == 0
	case "array":
		return []any{w.sample(p.at, p.members["items"], depth+1)}
	case "string":
		return w.ofFormat(p)
	}
	members := map[string]any{}
	for _, part := range listOf(p.members["allOf"]) {
		if more, ok := w.sample(p.at, part, depth+1).(map[string]any); ok {
			maps.Copy(members, more)
		}
	}
	properties, _ := p.members["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if slices.Contains(listOf(p.members["required"]), any(name)) || w.random.IntN(2) == 0 {
			members[name] = w.sample(p.at, properties[name], depth+1)
		}
	}
	return members
}

func (w *world) ofFormat(p place) any {
	switch p.members["format"] {
	case "date":
		return w.Clock.Now().Format("2006-01-02")
	case "date-time":
		return w.Clock.Now().Format("2006-01-02T15:04:05Z")
	case "email":
		return fmt.Sprintf("somebody-%d@people.test", w.random.IntN(1000))
	case "uri":
		return "https://partner.test/callback"
	}
	if pattern, _ := p.members["pattern"].(string); strings.Contains(pattern, "_") {
		prefix, _, _ := strings.Cut(strings.TrimPrefix(pattern, "^"), "_")
		if len(w.ids[prefix]) > 0 {
			return pick(w, w.ids[prefix])
		}
	}
	return pick(w, []string{"text", "12.50", "EUR", "2026-11-09", "x"})
}

func listOf(value any) []any {
	list, _ := value.([]any)
	return list
}

func pick[T any](w *world, of []T) T { return of[w.random.IntN(len(of))] }

// copied is a value that can be changed without changing the description.
func copied(value any) any {
	switch value := value.(type) {
	case map[string]any:
		all := map[string]any{}
		for key, one := range value {
			all[key] = copied(one)
		}
		return all
	case []any:
		all := make([]any, len(value))
		for i, one := range value {
			all[i] = copied(one)
		}
		return all
	}
	return value
}

func encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "null"
	}
	return string(text)
}
