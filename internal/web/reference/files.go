package reference

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/html"
)

// Where the files of a version stand, under its first page.
const (
	RequestsFile = "requests.http"
	PostmanFile  = "postman.json"
)

// request is an operation as a program for trying things out sends it.
type request struct {
	html.Operation
	call
}

// requests are the operations of a version, by its parts.
func (r *Reference) requests(v version.Version, part string) (list []request) {
	w := &writer{Reference: r, version: v, description: r.Editions.Public(v)}
	for pattern, operation := range w.description.Operations() {
		if tags, _ := operation["tags"].([]any); slices.Contains(tags, any(part)) {
			o := w.operation(pattern, operation)
			list = append(list, request{o, w.call(o, operation)})
		}
	}
	return list
}

// path is where the request goes, without the host.
func (r *Reference) path(q request) string { return strings.TrimPrefix(q.url, r.BaseURL) }

// Requests is every operation of a version in a file that editors can send from.
func (r *Reference) Requests(v version.Version) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Every operation of version %s. Paste an access token; the console's API explorer makes\n# one of five minutes for a sandbox.\n", v.Name)
	fmt.Fprintf(&b, "@host = %s\n@access_token = \n@client_id = \n@client_secret = \n", r.BaseURL)
	for _, module := range r.parts[v.Name]() {
		for _, q := range r.requests(v, module.Name) {
			b.WriteString("\n### " + module.Name + ": " + q.Title + "\n")
			if q.Entry.Scope != "" {
				b.WriteString("# Needs the scope " + q.Entry.Scope + ".\n")
			}
			b.WriteString(q.method + " {{host}}" + r.path(q) + "\n")
			for _, header := range q.headers {
				b.WriteString(strings.ReplaceAll(header, "$ACCESS_TOKEN", "{{access_token}}") + "\n")
			}
			if q.user != "" {
				b.WriteString("Authorization: Basic {{client_id}} {{client_secret}}\n")
			}
			switch {
			case q.body != "":
				b.WriteString("\n" + q.body + "\n")
			case q.form != nil:
				b.WriteString("Content-Type: application/x-www-form-urlencoded\n\n" + q.form.Encode() + "\n")
			}
		}
	}
	return b.String()
}

// Postman is every operation of a version as a collection of that program, in its form 2.1.
func (r *Reference) Postman(v version.Version) ([]byte, error) {
	var parts []any
	for _, module := range r.parts[v.Name]() {
		var items []any
		for _, q := range r.requests(v, module.Name) {
			items = append(items, map[string]any{"name": q.Title, "request": r.postman(q)})
		}
		parts = append(parts, map[string]any{"name": module.Name, "item": items})
	}
	return json.MarshalIndent(map[string]any{
		"info": map[string]any{
			"name": r.Service + " API, version " + v.Name, "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
		},
		"item": parts, "auth": postmanAuth("bearer", "token", "{{access_token}}"),
		"variable": []any{variable("host", r.BaseURL), variable("access_token", ""), variable("client_id", ""), variable("client_secret", "")},
	}, "", "  ")
}

func variable(key, value string) map[string]any { return map[string]any{"key": key, "value": value} }

func postmanAuth(kind string, pairs ...string) map[string]any {
	var list []any
	for pair := range slices.Chunk(pairs, 2) {
		list = append(list, variable(pair[0], pair[1]))
	}
	return map[string]any{"type": kind, kind: list}
}

func (r *Reference) postman(q request) map[string]any {
	made := map[string]any{"method": q.method, "url": "{{host}}" + r.path(q)}
	switch q.Entry.Kind {
	case html.AccessToken: // the collection's own
	case html.AccessClient:
		made["auth"] = postmanAuth("basic", "username", "{{client_id}}", "password", "{{client_secret}}")
	default:
		made["auth"] = map[string]any{"type": "noauth"}
	}
	var headers []any
	for _, header := range q.headers {
		if name, value, _ := strings.Cut(header, ": "); name != "Authorization" {
			headers = append(headers, variable(name, value))
		}
	}
	made["header"] = headers
	if q.body != "" {
		made["body"] = map[string]any{"mode": "raw", "raw": q.body, "options": map[string]any{"raw": map[string]any{"language": "json"}}}
	}
	if q.form != nil {
		var fields []any
		for _, name := range slices.Sorted(maps.Keys(q.form)) {
			fields = append(fields, variable(name, q.form.Get(name)))
		}
		made["body"] = map[string]any{"mode": "urlencoded", "urlencoded": fields}
	}
	return made
}

// LLMs tells assistants in a few lines what there is and where it stands.
func (r *Reference) LLMs(now time.Time) string {
	v := version.Current(now)
	var b strings.Builder
	line := func(name, url, says string) { fmt.Fprintf(&b, "- [%s](%s): %s\n", name, url, says) }
	at := func(path string) string { return r.AppURL + path }
	fmt.Fprintf(&b, "# %s API\n\n> Apps read and write the books of businesses that have connected them: OAuth 2.0 with PKCE, a JSON API under %s, events to read or to receive as signed webhooks.\n\n", r.Service, r.BaseURL)
	fmt.Fprintf(&b, "A token stands for one app, one user and one business; no request names a business. Amounts are decimal texts, ids have a prefix, lists go on with `after`. Send `%s: %s` with each call, an `Idempotency-Key` with each write.\n\n## Reference\n\n", r.Editions.VersionHeader(), v.Name)
	for _, module := range r.parts[v.Name]() {
		names := make([]string, 0, len(module.Operations))
		for _, o := range module.Operations {
			names = append(names, o.Title)
		}
		line(module.Name, at(module.URL), strings.Join(names, "; "))
	}
	b.WriteString("\n## For programs\n\n")
	line("OpenAPI 3.1", r.descriptionOf(v), "every operation, error and webhook of version "+v.Name)
	line("Authorization server", r.BaseURL+"/.well-known/oauth-authorization-server", "where to authorize, exchange, refresh and revoke")
	line("Requests", at(home(v)+"/"+RequestsFile), "every operation in a file that editors can send from")
	line("Postman", at(home(v)+"/"+PostmanFile), "the same as a collection")
	b.WriteString("\n## Optional\n\n")
	line("Versions", at(edition.PathVersions), "what the versions of the API differ in, and when they end")
	line("Marketplace", at(pagepath.Marketplace), "apps that businesses can connect")
	return b.String()
}
