package protocol

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Deps is what the face needs.
type Deps struct {
	Clients *client.Service
	// Accounts has the tokens of our own command line, which are people's.
	Accounts *accounts.Service
	Grants   *grant.Service
	Tokens   *token.Service
	Devices  *device.Service
	Keys     *keys.Service

	Service string // the service's name: the realm of Basic authentication
	BaseURL string // the API origin, which is also the issuer
	AuthURL string // the app origin, where people consent
	// VersionHeader is the header that carries the API version, which operators name.
	VersionHeader string
	Links         Links
}

// Links are pages for people that the discovery document names; an empty one is
// left out.
type Links struct {
	Documentation string
	Policy        string
	Terms         string
}

// Face is the OAuth endpoints.
type Face struct{ deps Deps }

// New returns the face on the given parts.
func New(deps Deps) *Face { return &Face{deps: deps} }

// maxBody is plenty for any form or registration.
const maxBody = 64 << 10

// Tables are the face's routes: the endpoints, and the documents.
func (f *Face) Tables() []route.Face {
	return []route.Face{
		{
			Routes: []route.Route{
				{Pattern: "POST /oauth/token", Handle: f.token, MaxBody: maxBody},
				{Pattern: "POST /oauth/introspect", Handle: f.introspect, MaxBody: maxBody},
				{Pattern: "POST /oauth/revoke", Handle: f.revoke, MaxBody: maxBody},
				{Pattern: "POST /oauth/device/authorize", Handle: f.deviceAuthorize, MaxBody: maxBody},
				{Pattern: "POST /oauth/register", Handle: f.register, MaxBody: maxBody},
			},
			Under:  []string{"/oauth/"},
			Errors: shape{realm: f.deps.Service},
			Guard:  signed,
		},
		{
			Routes: []route.Route{
				{Pattern: "GET /.well-known/oauth-authorization-server", Handle: f.discovery},
				{Pattern: "GET /.well-known/oauth-protected-resource", Handle: f.protectedResource},
				{Pattern: "GET /.well-known/oauth-protected-resource/{path}", Handle: f.protectedResource},
				{Pattern: "GET /.well-known/oauth-protected-resource/mcp/read", Handle: f.readingTools},
				{Pattern: "GET /.well-known/jwks.json", Handle: f.jwks},
			},
		},
	}
}

// signed says of whatever a row does from where it was asked for. Who asked is
// added once the client has proved it.
func signed(row route.Route) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		return row.Handle(w, r.WithContext(route.Sign(r.Context(), actor.Actor{Kind: actor.System})))
	}
}

// signedBy says that a client does what follows.
func signedBy(ctx context.Context, who client.Client) context.Context {
	if who.ID.IsZero() {
		return ctx
	}
	by := actor.From(ctx)
	by.Kind, by.ID = actor.App, who.ID.String()
	return actor.With(ctx, by)
}
