package reference

import (
	"maps"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/html"
)

// writer sets one version. It notes which records a page speaks of, so that the
// page can show them.
type writer struct {
	*Reference
	version     version.Version
	description edition.Document
	page        string   // the address of the page in the making
	mentioned   []string // names of records, in the order in which they come up
}

func (w *writer) begin(page string) { w.page, w.mentioned = page, nil }

func (w *writer) operation(pattern string, operation map[string]any) html.Operation {
	method, path, _ := strings.Cut(pattern, " ")
	id, _ := operation["operationId"].(string)
	o := html.Operation{
		ID: id, URL: w.page + "#" + id, Method: method, Path: path, Title: text(operation["summary"]),
		About: w.prose(operation["description"]), Entry: w.entry(pattern, operation), Parameters: w.parameters(operation),
	}
	body := w.description.Resolve(operation["requestBody"])
	if media := mediaOf(body); media != nil {
		o.Body = w.members(media["schema"])
		o.RequestExample = w.example(media)
	}
	w.answers(&o, operation)
	o.Curl = curl(w.call(o, operation))
	return o
}

// entry tells what it takes to be let in.
func (w *writer) entry(pattern string, operation map[string]any) html.Entry {
	entry := html.Entry{Kind: html.AccessOpen}
	for _, way := range edition.Objects(operation["security"]) {
		if scopes, ok := way["oauth"].([]any); ok {
			entry.Kind = html.AccessToken
			if len(scopes) > 0 {
				entry.Scope = text(scopes[0])
				entry.ScopeSays = says(scope.Scope(entry.Scope))
			}
		}
		if _, ok := way["client"]; ok {
			entry.Kind = html.AccessClient
		}
	}
	if p := w.permissions[pattern]; p != "" {
		entry.Permission, entry.PermissionSays = string(p), permissionSays(p)
	}
	return entry
}

func (w *writer) parameters(operation map[string]any) []html.Member {
	var list []html.Member
	for _, parameter := range edition.Objects(operation["parameters"]) {
		parameter = w.description.Resolve(parameter)
		m := w.member(text(parameter["name"]), parameter["schema"])
		m.Place, m.Required = text(parameter["in"]), parameter["required"] == true
		if about := w.prose(parameter["description"]); about != nil {
			m.About = about
		}
		if example, ok := parameter["example"]; ok {
			m.Example = w.Editions.Hosted(plain(example))
		}
		list = append(list, m)
	}
	return list
}

// answers are what comes back: the good first, refusals apart.
func (w *writer) answers(o *html.Operation, operation map[string]any) {
	responses, _ := operation["responses"].(map[string]any)
	for _, status := range slices.Sorted(maps.Keys(responses)) {
		response := w.description.Resolve(responses[status])
		media := mediaOf(response)
		answer := html.Answer{Status: status, About: w.prose(response["description"])}
		if status >= "400" {
			answer.Codes = w.codes(media)
			o.Errors = append(o.Errors, answer)
			continue
		}
		if media != nil {
			_, answer.Record = w.typeOf(media["schema"])
			if example := w.example(media); o.AnswerExample == "" {
				o.AnswerExample = example
			}
		}
		o.Answers = append(o.Answers, answer)
	}
}

// codes are those that a refusal is known to carry.
func (w *writer) codes(media map[string]any) []string {
	var found []string
	examples, _ := media["examples"].(map[string]any)
	for _, example := range examples {
		value, _ := w.description.Resolve(example)["value"].(map[string]any)
		if code := text(value["code"]) + text(value["error_code"]); code != "" {
			found = append(found, code)
		}
	}
	w.collectCodes(media["schema"], &found)
	slices.Sort(found)
	return slices.Compact(found)
}

func (w *writer) collectCodes(schema any, found *[]string) {
	members, _ := schema.(map[string]any)
	for _, branch := range edition.Objects(members["allOf"]) {
		w.collectCodes(branch, found)
	}
	properties, _ := members["properties"].(map[string]any)
	code, _ := properties["code"].(map[string]any)
	if word := text(code["const"]); word != "" {
		*found = append(*found, word)
	}
	words, _ := code["enum"].([]any)
	for _, word := range words {
		*found = append(*found, text(word))
	}
}

// mediaOf is the first kind of content, JSON before others.
func mediaOf(holder map[string]any) map[string]any {
	content, _ := holder["content"].(map[string]any)
	for _, kind := range slices.Sorted(maps.Keys(content)) {
		media, _ := content[kind].(map[string]any)
		return media
	}
	return nil
}

func mediaType(holder map[string]any) string {
	content, _ := holder["content"].(map[string]any)
	for _, kind := range slices.Sorted(maps.Keys(content)) {
		return kind
	}
	return ""
}
