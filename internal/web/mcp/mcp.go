package mcp

import (
	"fmt"
	"net/http"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/pending"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Deps is what the face needs.
type Deps struct {
	Gate        *gate.Gate
	Routes      []route.Route // of the Business API
	Description *api.Description
	Windows     *limits.Windows
	Pending     *pending.Service
	Now         clock.Now

	Service       string // the service's name
	BaseURL       string // the API origin
	AuthURL       string // the app origin, where people approve
	VersionHeader string
}

// Face is what assistants call.
type Face struct {
	deps  Deps
	tools map[string]*tool
	// unlisted are operations that resources read and no tool does.
	unlisted map[string]*tool
	all      endpoint
	read     endpoint
}

// endpoint is one of the two places at which the tools are served.
type endpoint struct {
	path    string
	server  *sdk.Server
	handler http.Handler
	digest  string // of all that a model can read of it
}

// New returns the face on the given parts. It fails where a tool and api/ disagree.
func New(deps Deps) (*Face, error) {
	f := &Face{deps: deps, tools: map[string]*tool{}, unlisted: map[string]*tool{}}
	described, err := newDescriber(deps.Description)
	if err != nil {
		return nil, err
	}
	for _, set := range []struct {
		rows []row
		into map[string]*tool
	}{{table, f.tools}, {unlisted, f.unlisted}} {
		for _, row := range set.rows {
			made, err := newTool(row, described, deps)
			if err != nil {
				return nil, fmt.Errorf("tool %s: %w", row.Name, err)
			}
			set.into[row.Name] = made
		}
	}
	f.all = f.endpoint("/mcp", true)
	f.read = f.endpoint("/mcp/read", false)
	return f, nil
}

// endpoint serves at a path: all that there is, or what only reads.
func (f *Face) endpoint(path string, writes bool) endpoint {
	e := endpoint{path: path, server: sdk.NewServer(
		&sdk.Implementation{Name: "counterpart", Title: f.deps.Service, Version: version.Current(f.deps.Now()).Name},
		&sdk.ServerOptions{
			Instructions: instructions, Capabilities: &sdk.ServerCapabilities{
				Tools: &sdk.ToolCapabilities{}, Resources: &sdk.ResourceCapabilities{}, Prompts: &sdk.PromptCapabilities{},
			},
			SetCacheable: cacheable, SupportedProtocolVersions: spoken,
		})}
	for _, row := range table {
		if t := f.tools[row.Name]; writes || t.Kind == reading {
			e.server.AddTool(t.shown(), f.call(t))
		}
	}
	f.addResources(e.server)
	for _, p := range prompts {
		if writes || !p.Writes {
			e.server.AddPrompt(p.shown(), p.get)
		}
	}
	e.digest = f.digest(writes)
	e.server.AddReceivingMiddleware(f.personal(&e))
	e.handler = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return e.server }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, PropagateRequestCancellation: true,
		MaxRequestBodyBytes: maxBody,
		// Whoever comes here has a token in a header, which no page can have a browser send
		// by rebinding a name; and proxies reach a node by its loopback address.
		DisableLocalhostProtection: true,
	})
	return e
}

// spoken are the revisions of the protocol, the newest first.
var spoken = []string{"2026-07-28", "2025-11-25", "2025-06-18"}

// maxBody is how much a request may carry.
const maxBody = 256 << 10

// Table is the face's routes.
func (f *Face) Table() route.Face {
	return route.Face{
		Routes: []route.Route{
			{Pattern: "POST " + f.all.path, Scope: scope.AnyToken, MaxBody: maxBody, Handle: f.serve(&f.all)},
			{Pattern: "POST " + f.read.path, Scope: scope.AnyToken, MaxBody: maxBody, Handle: f.serve(&f.read)},
		},
		Under: []string{f.all.path},
		Guard: f.guard,
	}
}

// guard puts the gate before a row. Tools speak the current version of the API, whatever
// the app has pinned; and a key or a version in the header is not the tool's.
func (f *Face) guard(row route.Route) route.Handler {
	guarded := f.deps.Gate.Assistant(row)
	return func(w http.ResponseWriter, r *http.Request) error {
		r = r.Clone(r.Context())
		r.Header.Del("Idempotency-Key")
		r.Header.Set(f.deps.VersionHeader, version.Current(f.deps.Now()).Name)
		err := guarded(w, r)
		if refusal, ok := fault.As(err); ok && refusal.Kind == fault.Unauthenticated {
			var about []string
			if strings.Contains(w.Header().Get("WWW-Authenticate"), "invalid_token") {
				about = append(about, `error="invalid_token"`)
			}
			f.challenge(w.Header(), r.URL.Path, beginning, about...)
		}
		return err
	}
}

// beginning are the scopes that a client is told to ask for first: enough to be of use,
// and nothing that writes.
var beginning = scope.Of(scope.ProfileRead, scope.InvoicesRead, scope.CustomersRead)

// challenge tells a client what is wrong, which scopes to ask for, and where it learns
// how to get a token for this path.
func (f *Face) challenge(h http.Header, path string, wanted scope.Set, about ...string) {
	if path != f.read.path {
		path = f.all.path
	}
	about = append(about,
		fmt.Sprintf(`scope="%s"`, wanted),
		fmt.Sprintf(`resource_metadata="%s/.well-known/oauth-protected-resource%s"`, f.deps.BaseURL, path))
	h.Set("WWW-Authenticate", "Bearer "+strings.Join(about, ", "))
}
