package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// errors is every code, a heading each, so that a link can name it.
func (w *writer) errors() *page {
	var b strings.Builder
	b.WriteString("A refusal of the API has a `code`. Decide by `statusCode` and `code`; `message` is for people and may change. `{p0}`, `{p1}` stand for values, which the answer also has as members of these names.\n\n" +
		"Retry 429 after `Retry-After` and 5xx after a growing pause. Do not repeat another 4xx unchanged. `counterpart errors CODE` says the same without a connection, and [errors.json](" + base + "reference/errors.json) for programs. Errors of the OAuth endpoints are on [a page of their own](" + base + "reference/oauth-errors).\n\n")
	for _, name := range slices.Sorted(maps.Keys(w.codes)) {
		row := w.codes[name]
		fmt.Fprintf(&b, "## %s\n\n**%d** %s\n\n- **Cause**: %s\n- **What to do**: %s\n- **Repeat**: %s\n", name, row.Status, plain(row.Message), plain(row.Cause), plain(row.Do), repeatable(name, row.Status))
		if by := w.answeredBy[name]; len(by) > 0 && len(by) <= 8 {
			b.WriteString("- **Answered by**: " + strings.Join(by, ", ") + "\n")
		}
		b.WriteString("\n")
	}
	all, _ := json.MarshalIndent(w.codes, "", "  ") // plain values
	w.files["reference/errors.json"] = all
	return w.add(&page{path: "reference/errors", title: "Error codes", description: "Every error code of the API: its cause, what to do, and whether the request may be repeated.", body: b.String(), wide: true})
}

func repeatable(code string, status int) string {
	switch {
	case status == 429:
		return "yes, after `Retry-After`"
	case code == "IDEMPOTENCY_KEY_IN_PROGRESS":
		return "yes, after a moment, with the same key"
	}
	return "not unchanged"
}

func (w *writer) scopes() *page {
	var b strings.Builder
	b.WriteString("A scope is what an app may do in a business. An app asks for scopes by name; writing does not include reading. A call also needs the user's [permission](" + base + "reference/permissions).\n")
	for _, row := range scope.Rows() {
		if row.FirstParty {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s. Risk: %s.", row.Scope, plain(row.Says), riskSays(row.Risk))
		if row.Note != "" {
			b.WriteString(" " + plain(row.Note))
		}
		b.WriteString("\n\n")
		var operations, events []string
		for _, module := range w.modules {
			for _, o := range module.Operations {
				if o.Entry.Scope == string(row.Scope) {
					operations = append(operations, link(moduleAt(module)+"/"+dashed(o.ID), code(o.Method+" "+o.Path)))
				}
			}
		}
		for _, t := range event.All() {
			if t.Scope == row.Scope {
				events = append(events, eventLink(t.Name))
			}
		}
		if len(operations) > 0 {
			b.WriteString("- **Operations**: " + strings.Join(operations, ", ") + "\n")
		}
		if len(events) > 0 {
			b.WriteString("- **Events**: " + strings.Join(events, ", ") + "\n")
		}
	}
	b.WriteString("\n## For our own tools\n\n")
	for _, row := range scope.Rows() {
		if row.FirstParty {
			fmt.Fprintf(&b, "- %s: %s\n", code(string(row.Scope)), plain(row.Says))
		}
	}
	b.WriteString("\nThese belong to the command line of the service. Partner apps cannot ask for them.\n")
	return w.add(&page{path: "reference/scopes", title: "Scopes", description: "Every scope: what it allows, its risk, the operations and events that need it.", body: b.String()})
}

func riskSays(risk scope.Risk) string {
	switch risk {
	case scope.Read:
		return "reads, changes nothing"
	case scope.Write:
		return "changes records"
	}
	return "changes the books; the person who approves it enters their password again"
}

func (w *writer) permissions() *page {
	var b strings.Builder
	b.WriteString("A permission is what a member may do in a business. An app can do what its scopes allow and its user may do. This table is the default; a business can change it, except for the owner, who has all, and for what is the owner's alone.\n\n| permission | |")
	for _, role := range permission.Roles() {
		b.WriteString(" " + strings.ToLower(string(role)) + " |")
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(permission.Roles())) + "\n")
	for _, row := range permission.Rows() {
		fmt.Fprintf(&b, "| %s | %s |", code(string(row.Permission)), plain(row.Says))
		for _, role := range permission.Roles() {
			if permission.Default(role).Has(row.Permission) {
				b.WriteString(" yes |")
			} else {
				b.WriteString(" |")
			}
		}
		b.WriteString("\n")
	}
	return w.add(&page{path: "reference/permissions", title: "Permissions", description: "Roles and permissions of the members of a business.", body: b.String(), wide: true})
}

func (w *writer) versions() *page {
	var b strings.Builder
	fmt.Fprintf(&b, "A version is a date. Send the version you built against with every request, as %s. A version is supported for at least 18 months after the next one is released. Within a version, members are only added.\n", code(w.editions.VersionHeader()))
	for _, v := range slices.Backward(version.All()) {
		fmt.Fprintf(&b, "\n## %s\n\nReleased on %s.", v.Name, v.Released.Format("2 January 2006"))
		if !v.Deprecated.IsZero() {
			b.WriteString(" Deprecated on " + v.Deprecated.Format("2 January 2006") + ".")
		}
		if !v.Sunset.IsZero() {
			b.WriteString(" It ends on " + v.Sunset.Format("2 January 2006") + ".")
		}
		b.WriteString(" [OpenAPI](" + apiHost + "/openapi.json?version=" + v.Name + ")\n\n")
		for _, change := range shape.Of(v) {
			b.WriteString("- " + strings.ReplaceAll(change.Says, "<", "&lt;") + "\n")
		}
	}
	return w.add(&page{path: "reference/versions", title: "API versions", description: "The versions of the API, what each changed, and when it ends.", body: b.String()})
}
