package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Resources are what a client can put before its model without a tool. Those of the books
// are tools by another name: the same rows, the same gate, the same texts.

const (
	inJSON     = "application/json"
	inMarkdown = "text/markdown"
)

// records are the templates, by the kind in their addresses, with the tool that reads one.
var records = []struct{ kind, title, tool string }{
	{"invoice", "An invoice", "get_invoice"},
	{"customer", "A customer", "get_customer"},
	{"supplier", "A supplier", "get_supplier"},
	{"payment", "A payment", "get_payment"},
	{"journal-entry", "A journal entry", "get_journal_entry"},
}

// references are pages for reading, which say the same to everybody.
var references = []struct {
	name, title, description string
	text                     func() string
}{
	{"errors", "Codes of refusals", "Every code that a refusal may have, with its status and message.", errorsPage},
	{"events", "Types of events", "Every type of event that list_events may show, with the scope that it takes.", eventsPage},
}

// unlisted are operations that resources read and no tool does.
var unlisted = []row{
	{Name: "resource_business", Operation: "readBusiness", Kind: reading},
	{Name: "resource_periods", Operation: "readPeriods", Kind: reading},
}

const businessDescription = "Name, currency, time zone and plan of the business, and through which day its books are locked."

// addResources gives a server its resources.
func (f *Face) addResources(server *sdk.Server) {
	server.AddResource(businessResource(), f.readBusiness)
	for _, template := range recordTemplates() {
		server.AddResourceTemplate(template, f.readRecord)
	}
	for i, resource := range referenceResources() {
		server.AddResource(resource, func(_ context.Context, request *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			return contents(request.Params.URI, inMarkdown, references[i].text()), nil
		})
	}
}

func businessResource() *sdk.Resource {
	return &sdk.Resource{URI: "counterpart://business", Name: "business", Title: "The business", Description: businessDescription, MIMEType: inJSON}
}

func recordTemplates() (list []*sdk.ResourceTemplate) {
	for _, r := range records {
		list = append(list, &sdk.ResourceTemplate{
			URITemplate: "counterpart://" + r.kind + "/{id}", Name: r.kind, Title: r.title, Description: r.title + ", as " + r.tool + " gives it.", MIMEType: inJSON,
		})
	}
	return list
}

func referenceResources() (list []*sdk.Resource) {
	for _, r := range references {
		list = append(list, &sdk.Resource{
			URI: "counterpart://reference/" + r.name, Name: r.name, Title: r.title, Description: r.description, MIMEType: inMarkdown,
		})
	}
	return list
}

func contents(uri, kind, text string) *sdk.ReadResourceResult {
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: kind, Text: text}}}
}

// readRecord reads what a template names.
func (f *Face) readRecord(ctx context.Context, request *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	kind, id, _ := strings.Cut(strings.TrimPrefix(request.Params.URI, "counterpart://"), "/")
	for _, r := range records {
		if r.kind != kind {
			continue
		}
		given, err := json.Marshal(map[string]string{"id": id})
		if err != nil {
			return nil, err
		}
		content, err := f.readBy(ctx, f.tools[r.tool], given, request.Params.URI)
		if err != nil {
			return nil, err
		}
		return contents(request.Params.URI, inJSON, content), nil
	}
	return nil, sdk.ResourceNotFoundError(request.Params.URI)
}

// readBy reads by a tool. A refusal is the protocol's error; what HTTP answers is left to
// the request.
func (f *Face) readBy(ctx context.Context, t *tool, given json.RawMessage, uri string) (string, error) {
	p := postFrom(ctx)
	result, why := f.run(p.ctx, t, given)
	if why != nil {
		p.refuse(*why)
		return "", sdk.ResourceNotFoundError(uri) // nobody sees it
	}
	text := result.Content[0].(*sdk.TextContent).Text
	if !result.IsError {
		return string(result.StructuredContent.(json.RawMessage)), nil
	}
	var refusal struct {
		Status  int
		Message string
	}
	if err := json.Unmarshal([]byte(text), &refusal); err != nil {
		return "", err
	}
	if refusal.Status == http.StatusNotFound || refusal.Status == http.StatusBadRequest { // an id that cannot be one is like one that is not there
		return "", sdk.ResourceNotFoundError(uri)
	}
	return "", &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: refusal.Message, Data: json.RawMessage(text)}
}

// readBusiness reads the business, and through which day it is locked if the caller may
// know.
func (f *Face) readBusiness(ctx context.Context, request *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	uri := request.Params.URI
	text, err := f.readBy(ctx, f.unlisted["resource_business"], nil, uri)
	if err != nil {
		return nil, err
	}
	var content map[string]any
	if err := json.Unmarshal([]byte(text), &content); err != nil {
		return nil, err
	}
	if periods := f.unlisted["resource_periods"]; periods.open(gate.CallerFrom(ctx)) {
		text, err := f.readBy(ctx, periods, nil, uri)
		if err != nil {
			return nil, err
		}
		var locked struct{ Record map[string]any }
		if err := json.Unmarshal([]byte(text), &locked); err != nil {
			return nil, err
		}
		content["record"].(map[string]any)["lockedThrough"] = locked.Record["lockedThrough"]
	}
	whole, err := json.Marshal(content)
	return contents(uri, inJSON, string(whole)), err
}

// open reports whether a caller may call the tool.
func (t *tool) open(caller *gate.Caller) bool {
	return caller.Scopes.Has(t.route.Scope) && (t.route.Permission == "" || caller.Permissions.Has(t.route.Permission))
}

// errorsPage lists the codes of refusals.
func errorsPage() string {
	var page strings.Builder
	page.WriteString("# Codes of refusals\n\n| code | status | message |\n|---|---|---|\n")
	for _, declared := range fault.All() {
		body, _ := route.ErrorOf(declared)
		fmt.Fprintf(&page, "| %s | %d | %s |\n", declared.Code, body.StatusCode, strings.ReplaceAll(declared.Error(), "|", "\\|"))
	}
	return page.String()
}

// eventsPage lists the types of events.
func eventsPage() string {
	var page strings.Builder
	page.WriteString("# Types of events\n\n| type | scope | what happened |\n|---|---|---|\n")
	for _, e := range event.All() {
		fmt.Fprintf(&page, "| %s | %s | %s |\n", e.Name, e.Scope, e.Says)
	}
	return page.String()
}
