package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/counterpart/counterpart/internal/core/pending"
	"github.com/counterpart/counterpart/internal/web/route"
)

// tool is a row of the table, ready to be called.
type tool struct {
	row
	operation operation
	route     route.Route   // of the Business API
	handle    route.Handler // that row behind what is left of the gate
	input     schema
	checked   *jsonschema.Resolved // the input, for checking
}

func newTool(r row, described *describer, deps Deps) (*tool, error) {
	o, ok := described.operations[r.Operation]
	if !ok {
		return nil, fmt.Errorf("api/ has no operation %s", r.Operation)
	}
	i := slices.IndexFunc(deps.Routes, func(row route.Route) bool { return row.Pattern == o.pattern })
	if i < 0 {
		return nil, fmt.Errorf("nothing serves %s", o.pattern)
	}
	t := &tool{row: r, operation: o, route: deps.Routes[i]}
	var err error
	if t.input, err = r.input(o); err != nil {
		return nil, err
	}
	if t.checked, err = resolve(t.input); err != nil {
		return nil, err
	}
	guarded := t.route
	if r.Kind == books {
		guarded.Handle = approved(deps.Pending, pending.Tool(r.Name), guarded.Handle)
	}
	if r.Kind != reading {
		guarded.Handle = counted(deps, guarded.Handle)
	}
	t.handle = deps.Gate.Inner(guarded, r.Name)
	return t, nil
}

func resolve(s schema) (*jsonschema.Resolved, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var read jsonschema.Schema
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, err
	}
	return read.Resolve(nil)
}

// shown is the tool as a client lists it.
func (t *tool) shown() *sdk.Tool {
	destroys, leaves := t.Kind == books, t.Leaves
	return &sdk.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.input, OutputSchema: t.output(),
		Annotations: &sdk.ToolAnnotations{
			Title: t.Title, ReadOnlyHint: t.Kind == reading, DestructiveHint: &destroys, IdempotentHint: true, OpenWorldHint: &leaves,
		},
	}
}

// arguments are what a tool was called with.
type arguments map[string]json.RawMessage

// text is an argument that is a text.
func (a arguments) text(name string) string {
	var text string
	_ = json.Unmarshal(a[name], &text) // what is no text was refused by the schema
	return text
}

// read checks arguments against the tool's schema.
func (t *tool) read(raw json.RawMessage) (arguments, error) {
	if len(bytes.TrimSpace(raw)) == 0 || string(raw) == "null" {
		raw = json.RawMessage("{}")
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, err
	}
	if err := t.checked.Validate(value); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "validating root: "))
	}
	var members arguments
	return members, json.Unmarshal(raw, &members)
}

// request is the operation's own request.
func (t *tool) request(ctx context.Context, given arguments) (*http.Request, error) {
	method, path, _ := strings.Cut(t.operation.pattern, " ")
	query, header := url.Values{}, http.Header{}
	names := map[string]string{}
	for name, p := range t.operation.parameters {
		switch {
		case p.in == "path":
			names[name] = given.text(name)
			path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(names[name]))
		case p.in == "query" && given[name] != nil:
			query.Set(name, inQuery(given[name]))
		}
	}
	if t.List && given["limit"] == nil {
		query.Set("limit", fmt.Sprint(fewInList))
	}
	if t.Kind != reading {
		header.Set("Idempotency-Key", given.text("requestKey"))
	}
	if t.Seen {
		header.Set("If-Match", `"`+string(given["version"])+`"`)
	}
	var body io.Reader
	if t.operation.body != nil {
		text, err := json.Marshal(t.members(given))
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
		header.Set("Content-Type", "application/json")
	}
	r, err := http.NewRequestWithContext(ctx, method, path+"?"+query.Encode(), body)
	if err != nil {
		return nil, err
	}
	if r.Body == nil {
		r.Body = http.NoBody
	}
	r.URL.RawQuery, r.Header = query.Encode(), header
	for name, value := range names {
		r.SetPathValue(name, value)
	}
	return r, nil
}

// members are the arguments that the operation takes in its body.
func (t *tool) members(given arguments) arguments {
	body := arguments{}
	described, _ := t.operation.body["properties"].(map[string]any)
	for name, value := range given {
		if _, ok := described[name]; ok && slices.Contains(t.Takes, name) {
			body[name] = value
		}
	}
	return body
}

// inQuery writes a value as a query has it: texts without quotes, lists with commas.
func inQuery(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return strings.Join(list, ",")
	}
	return string(raw)
}
