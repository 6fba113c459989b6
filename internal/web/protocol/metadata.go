package protocol

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
)

// server is the authorization server's metadata (RFC 8414).
type server struct {
	Issuer                      string    `json:"issuer"`
	AuthorizationEndpoint       string    `json:"authorization_endpoint"`
	TokenEndpoint               string    `json:"token_endpoint"`
	DeviceAuthorizationEndpoint string    `json:"device_authorization_endpoint"`
	RegistrationEndpoint        string    `json:"registration_endpoint"`
	RevocationEndpoint          string    `json:"revocation_endpoint"`
	IntrospectionEndpoint       string    `json:"introspection_endpoint"`
	JWKSURI                     string    `json:"jwks_uri"`
	APIBaseURL                  string    `json:"api_base_url"`       // not of the standard: the REST root
	APIVersionHeader            string    `json:"api_version_header"` // nor this: the header that carries the API version
	ScopesSupported             scope.Set `json:"scopes_supported"`
	ResponseTypesSupported      []string  `json:"response_types_supported"`
	GrantTypesSupported         []string  `json:"grant_types_supported"`
	CodeChallengeMethods        []string  `json:"code_challenge_methods_supported"`
	TokenAuthMethods            []string  `json:"token_endpoint_auth_methods_supported"`
	RevocationAuthMethods       []string  `json:"revocation_endpoint_auth_methods_supported"`
	IntrospectionAuthMethods    []string  `json:"introspection_endpoint_auth_methods_supported"`
	ClientIDMetadataDocument    bool      `json:"client_id_metadata_document_supported"`
	AuthorizationResponseIss    bool      `json:"authorization_response_iss_parameter_supported"`
	ServiceDocumentation        string    `json:"service_documentation,omitempty"`
	OpPolicyURI                 string    `json:"op_policy_uri,omitempty"`
	OpTosURI                    string    `json:"op_tos_uri,omitempty"`
}

func (f *Face) discovery(w http.ResponseWriter, _ *http.Request) error {
	return writeDocument(w, server{
		Issuer:                      f.deps.BaseURL,
		AuthorizationEndpoint:       f.deps.AuthURL + pagepath.Authorize,
		TokenEndpoint:               f.deps.BaseURL + "/oauth/token",
		DeviceAuthorizationEndpoint: f.deps.BaseURL + "/oauth/device/authorize",
		RegistrationEndpoint:        f.deps.BaseURL + "/oauth/register",
		RevocationEndpoint:          f.deps.BaseURL + "/oauth/revoke",
		IntrospectionEndpoint:       f.deps.BaseURL + "/oauth/introspect",
		JWKSURI:                     f.deps.BaseURL + "/.well-known/jwks.json",
		APIBaseURL:                  f.deps.BaseURL,
		APIVersionHeader:            f.deps.VersionHeader,
		ScopesSupported:             scope.All(),
		ResponseTypesSupported:      []string{"code"},
		GrantTypesSupported:         oauth.GrantTypes,
		CodeChallengeMethods:        []string{"S256"},
		TokenAuthMethods:            client.AuthMethods,
		RevocationAuthMethods:       client.AuthMethods,
		IntrospectionAuthMethods:    client.AuthMethods[:1], // the header alone
		ClientIDMetadataDocument:    true,
		AuthorizationResponseIss:    true,
		ServiceDocumentation:        f.deps.Links.Documentation,
		OpPolicyURI:                 f.deps.Links.Policy,
		OpTosURI:                    f.deps.Links.Terms,
	})
}

// resource is a protected resource's metadata (RFC 9728).
type resource struct {
	Resource             string    `json:"resource"`
	ResourceName         string    `json:"resource_name"`
	AuthorizationServers []string  `json:"authorization_servers"`
	ScopesSupported      scope.Set `json:"scopes_supported"`
	BearerMethods        []string  `json:"bearer_methods_supported"`
}

// protectedResource tells whom to ask for tokens. All paths are one resource;
// who asks for one of them is told of that one, since clients compare.
func (f *Face) protectedResource(w http.ResponseWriter, r *http.Request) error {
	name := f.deps.BaseURL
	if path := r.PathValue("path"); path != "" {
		name += "/" + url.PathEscape(path)
	}
	return f.writeResource(w, name, scope.Partner())
}

// readingTools tells the same of the tools that only read, with the scopes that will do
// there: a client that asks for all of them asks for nothing that writes.
func (f *Face) readingTools(w http.ResponseWriter, _ *http.Request) error {
	reads := slices.DeleteFunc(scope.Partner(), func(s scope.Scope) bool {
		row, _ := scope.Lookup(s)
		return row.Risk != scope.Read
	})
	return f.writeResource(w, f.deps.BaseURL+"/mcp/read", reads)
}

func (f *Face) writeResource(w http.ResponseWriter, name string, scopes scope.Set) error {
	return writeDocument(w, resource{
		Resource: name, ResourceName: f.deps.Service, AuthorizationServers: []string{f.deps.BaseURL},
		ScopesSupported: scopes, BearerMethods: []string{"header"},
	})
}

func (f *Face) jwks(w http.ResponseWriter, r *http.Request) error {
	document, err := f.deps.Keys.JWKS(r.Context())
	if err != nil {
		return err
	}
	return writeDocument(w, json.RawMessage(document))
}

// writeDocument answers with what anybody may read and keep for a while.
func writeDocument(w http.ResponseWriter, document any) error {
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=900")
	if h.Get("Access-Control-Allow-Origin") == "" {
		h.Set("Access-Control-Allow-Origin", "*") // also in the copy that a cache hands to a browser
	}
	return route.Write(w, http.StatusOK, document)
}
