package main

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/web/html"
)

func lastElement(url string) string { return path.Base(url) }

// moduleAt is where a part of the API stands.
func moduleAt(module html.ReferenceModule) string {
	return "reference/api/" + lastElement(module.URL)
}

// operations are a page for each part of the API, and one for each operation below it.
func (w *writer) operations() (groups []group) {
	w.answeredBy = map[string][]string{}
	raw := map[string]map[string]any{}
	for pattern, operation := range w.editions.Public(w.current).Operations() {
		raw[pattern] = operation
	}
	for _, module := range w.modules {
		overview := w.add(&page{
			path: moduleAt(module), title: module.Name, label: "Overview", description: firstSentence(module.About, module.Name+" in the Business API."),
			body: w.module(module),
		})
		g := group{Label: module.Name, Pages: []*page{overview}, Collapsed: true}
		for _, o := range module.Operations {
			p := &page{
				path: moduleAt(module) + "/" + slugged(strings.ReplaceAll(dashed(o.ID), "_", "-")), title: o.Title, wide: true,
				description: o.Method + " " + o.Path + ". " + firstSentence(o.About, ""),
				body:        w.operation(o, raw[o.Method+" "+o.Path]),
			}
			w.add(p)
			g.Pages = append(g.Pages, p)
			w.noteCodes(o, p)
		}
		groups = append(groups, g)
	}
	return groups
}

// noteCodes keeps which codes an operation answers with.
func (w *writer) noteCodes(o html.Operation, p *page) {
	for _, answer := range o.Errors {
		for _, code := range answer.Codes {
			if to := link(p.path, o.Method+" "+o.Path); !slices.Contains(w.answeredBy[code], to) {
				w.answeredBy[code] = append(w.answeredBy[code], to)
			}
		}
	}
}

// dashed is a name like listInvoices in the form of addresses.
func dashed(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}

// module is the page of a part: what it can do, and its records.
func (w *writer) module(module html.ReferenceModule) string {
	var b strings.Builder
	b.WriteString(w.prose(module.About) + "\n")
	b.WriteString("## Operations\n\n| operation | request | scope |\n|---|---|---|\n")
	for _, o := range module.Operations {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", link(moduleAt(module)+"/"+dashed(o.ID), o.Title), code(o.Method+" "+o.Path), scopeLink(o.Entry.Scope))
	}
	if len(module.Records) > 0 {
		b.WriteString("\n## Records\n")
	}
	for _, record := range module.Records {
		fmt.Fprintf(&b, "\n### %s\n\n%s", record.Name, w.prose(record.About))
		if len(record.Words) > 0 {
			b.WriteString("One of " + quoted(record.Words) + ".\n\n")
		}
		b.WriteString(w.members(record.Members))
	}
	return b.String()
}

func scopeLink(scope string) string {
	if scope == "" {
		return "none"
	}
	return link("reference/scopes#"+slugged(scope), code(scope))
}

// operation is the page of one: what it takes on one side, a call on the other.
func (w *writer) operation(o html.Operation, raw map[string]any) string {
	var b strings.Builder
	b.WriteString("<div class=\"operation\">\n<div>\n\n")
	b.WriteString(code(o.Method+" "+o.Path) + "\n\n" + w.prose(o.About) + "<div class=\"chips\">\n\n" + w.chips(o) + "\n</div>\n\n")
	if len(o.Parameters) > 0 {
		b.WriteString("## Parameters\n\n" + w.members(o.Parameters))
	}
	if len(o.Body) > 0 {
		b.WriteString("## Body\n\n" + w.members(o.Body))
	}
	b.WriteString("## Answers\n\n| status | |\n|---|---|\n")
	for _, answer := range o.Answers {
		said := cell(strings.TrimSpace(w.prose(answer.About)))
		if answer.Record.Name != "" {
			said += " " + w.record(answer.Record)
		}
		fmt.Fprintf(&b, "| %s | %s |\n", answer.Status, said)
	}
	if len(o.Errors) > 0 {
		b.WriteString("\n## Errors\n\n| status | cause | codes |\n|---|---|---|\n")
		for _, answer := range o.Errors {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", answer.Status, cell(strings.TrimSpace(w.prose(answer.About))), w.codeLinks(answer.Codes))
		}
	}
	b.WriteString("\n</div>\n<div class=\"operation-calls\">\n\n" + w.calls(o, raw))
	if o.AnswerExample != "" {
		b.WriteString("\n" + fence(`json title="Answer"`, o.AnswerExample))
	}
	b.WriteString("\n</div>\n</div>\n")
	return b.String()
}

func (w *writer) codeLinks(codes []string) string {
	var list []string
	for _, c := range codes {
		if w.codes[c].Status == 0 {
			list = append(list, code(c))
			continue
		}
		list = append(list, link("reference/errors#"+slugged(c), code(c)))
	}
	return strings.Join(list, " ")
}

// chips are what a reader looks for first.
func (w *writer) chips(o html.Operation) string {
	var list []string
	switch o.Entry.Kind {
	case html.AccessToken:
		list = append(list, "access token")
	case html.AccessClient:
		list = append(list, "client id and secret")
	default:
		list = append(list, "open to everybody")
	}
	if o.Entry.Scope != "" {
		list = append(list, "scope "+scopeLink(o.Entry.Scope))
	}
	if o.Entry.Permission != "" {
		list = append(list, "permission "+link("reference/permissions", code(o.Entry.Permission)))
	}
	for _, parameter := range o.Parameters {
		switch parameter.Name {
		case "Idempotency-Key":
			list = append(list, "takes "+link("guides/idempotency", code(parameter.Name)))
		case "If-Match":
			list = append(list, "takes "+link("guides/concurrency-if-match", code(parameter.Name)))
		}
	}
	return "- " + strings.Join(list, "\n- ") + "\n"
}

// calls are the same request in several languages.
func (w *writer) calls(o html.Operation, raw map[string]any) string {
	var b strings.Builder
	b.WriteString("<div class=\"samples\">\n\n" + fence(`sh title="curl"`, o.Curl))
	if o.Entry.Kind == html.AccessToken {
		if method, _ := raw["x-method"].(string); method != "" {
			b.WriteString("\n" + fence(`go title="Go"`, w.clients.goCall(method)))
			b.WriteString("\n" + fence(`ts title="TypeScript"`, tsCall(method, o)))
		}
		b.WriteString("\n" + fence(`sh title="CLI"`, cliCall(o)))
	}
	return b.String() + "\n</div>\n"
}

// members are a list; each has its type, and what it means below.
func (w *writer) members(members []html.Member) string {
	if len(members) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<div class=\"members\">\n\n")
	for _, m := range members {
		facts := []string{}
		if m.Place != "" {
			facts = append(facts, m.Place)
		}
		if m.Record.Name != "" {
			facts = append(facts, w.record(m.Record))
		} else if m.Type != "" {
			facts = append(facts, plain(m.Type))
		}
		if m.Required {
			facts = append(facts, "required")
		}
		if m.Null {
			facts = append(facts, "or null")
		}
		if m.Default != "" {
			facts = append(facts, "default "+code(m.Default))
		}
		fmt.Fprintf(&b, "- **%s** %s\n", code(m.Name), strings.Join(facts, ", "))
		if about := w.prose(m.About); about != "" {
			b.WriteString("\n  " + strings.ReplaceAll(strings.TrimSpace(about), "\n", "\n  ") + "\n")
		}
		if len(m.Words) > 0 && len(m.Words) <= 40 {
			b.WriteString("\n  One of " + quoted(m.Words) + ".\n")
		}
	}
	return b.String() + "\n</div>\n\n"
}

func quoted(words []string) string {
	var list []string
	for _, word := range words {
		list = append(list, code(word))
	}
	return strings.Join(list, ", ")
}

// record leads to where a record is described.
func (w *writer) record(to html.ReferenceLink) string {
	name := plain(to.Name)
	at, anchor, _ := strings.Cut(to.URL, "#")
	for _, module := range w.modules {
		if module.URL == at && anchor != "" {
			return link(moduleAt(module)+"#"+slugged(anchor), name)
		}
	}
	return name
}

// prose sets a description in Markdown.
func (w *writer) prose(text html.Prose) string {
	var b strings.Builder
	for _, paragraph := range text {
		for _, phrase := range paragraph {
			switch {
			case phrase.Figure:
				b.WriteString(fence("text", phrase.Text))
			case phrase.Code:
				b.WriteString(code(phrase.Text))
			default:
				b.WriteString(plain(phrase.Text))
			}
		}
		b.WriteString("\n\n")
	}
	return b.String()
}

// firstSentence is what a list of pages says of one.
func firstSentence(text html.Prose, otherwise string) string {
	if len(text) == 0 {
		return otherwise
	}
	var b strings.Builder
	for _, phrase := range text[0] {
		b.WriteString(phrase.Text)
	}
	said, _, found := strings.Cut(b.String(), ". ")
	if found {
		said += "."
	}
	return said
}

// needsID tells whether the operation is about one record.
func needsID(o html.Operation) bool { return strings.Contains(o.Path, "{") }

func hasQuery(o html.Operation) bool {
	return slices.ContainsFunc(o.Parameters, func(m html.Member) bool { return m.Place == "query" })
}

func tsCall(method string, o html.Operation) string {
	var args []string
	if needsID(o) {
		args = append(args, "id")
	}
	switch {
	case o.RequestExample != "":
		args = append(args, strings.TrimSpace(o.RequestExample))
	case len(o.Body) > 0:
		args = append(args, "body")
	case hasQuery(o) && strings.HasSuffix(method, ".list"):
		return "for await (const record of business." + method + "()) {\n  console.log(record.id);\n}"
	}
	return "await business." + method + "(" + strings.Join(args, ", ") + ");"
}

func cliCall(o html.Operation) string {
	call := "counterpart api " + o.Method + " " + o.Path
	if o.RequestExample != "" {
		return call + " --input - <<'JSON'\n" + strings.TrimSpace(o.RequestExample) + "\nJSON"
	}
	return call
}
