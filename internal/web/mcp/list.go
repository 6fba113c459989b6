package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
)

// cacheable says for how long clients may keep what they listed, each for itself.
func cacheable(_ context.Context, request sdk.Request, c *sdk.Cacheable) {
	c.TTLMs, c.CacheScope = 300_000, "private"
	if _, reads := request.(*sdk.ReadResourceRequest); reads {
		c.TTLMs = 0
	}
}

// The two sentences by which a description may differ from user to user.
const (
	needsMore  = " Needs more access; the user will be asked."
	notAllowed = " Your role in this business does not allow this."
)

// personal puts into lists what depends on who asks, and into the introduction whose
// books these are.
func (f *Face) personal(e *endpoint) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
			result, err := next(ctx, method, request)
			if err != nil {
				return result, err
			}
			switch result := result.(type) {
			case *sdk.ListToolsResult:
				caller := gate.CallerFrom(ctx)
				for i, shown := range result.Tools {
					result.Tools[i] = f.tools[shown.Name].shownTo(caller)
				}
				slices.SortFunc(result.Tools, func(a, b *sdk.Tool) int { return place(a.Name) - place(b.Name) })
			case *sdk.DiscoverResult:
				result.Meta = e.introduction(ctx, result.Meta)
			case *sdk.InitializeResult:
				result.Meta = e.introduction(ctx, result.Meta)
			}
			return result, nil
		}
	}
}

// place is where a tool stands in the table.
func place(name string) int {
	return slices.IndexFunc(table, func(r row) bool { return r.Name == name })
}

// introduction names the business, as data, and what this server's words add up to.
func (e *endpoint) introduction(ctx context.Context, meta sdk.Meta) sdk.Meta {
	meta = maps.Clone(meta)
	if meta == nil {
		meta = sdk.Meta{}
	}
	meta["counterpart/business"] = cut(clean(gate.CallerFrom(ctx).Business.Name), longestInList)
	meta["counterpart/digest"] = e.digest
	return meta
}

// shownTo is the tool as one caller sees it.
func (t *tool) shownTo(caller *gate.Caller) *sdk.Tool {
	shown := t.shown()
	if needed := t.route.Scope; needed != scope.OfRecord && !caller.Scopes.Has(needed) {
		shown.Description += needsMore
		shown.Meta = sdk.Meta{"counterpart/needs": []string{string(needed)}}
	}
	if t.route.Permission != "" && !caller.Permissions.Has(t.route.Permission) {
		shown.Description += notAllowed
	}
	return shown
}

// Catalogue is all that a model can read here beside answers, for those who compare.
type Catalogue struct {
	Instructions string                  `json:"instructions"`
	Tools        []*sdk.Tool             `json:"tools"`
	Resources    []*sdk.Resource         `json:"resources"`
	Templates    []*sdk.ResourceTemplate `json:"resourceTemplates"`
	Prompts      []Prompted              `json:"prompts"`
}

// Prompted is a prompt with its words.
type Prompted struct {
	*sdk.Prompt
	Text string `json:"text"`
}

func (f *Face) catalogue(writes bool) Catalogue {
	c := Catalogue{Instructions: instructions, Resources: append([]*sdk.Resource{businessResource()}, referenceResources()...), Templates: recordTemplates()}
	for _, row := range table {
		if t := f.tools[row.Name]; writes || t.Kind == reading {
			c.Tools = append(c.Tools, t.shown())
		}
	}
	for _, p := range prompts {
		if writes || !p.Writes {
			c.Prompts = append(c.Prompts, Prompted{p.shown(), p.Text})
		}
	}
	return c
}

// digest is the catalogue in few characters: it changes with every word.
func (f *Face) digest(writes bool) string {
	text, _ := json.Marshal(f.catalogue(writes)) // made of texts and schemas
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}
