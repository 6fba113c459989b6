package authorize

import (
	"encoding/base64"
	"strings"

	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// maxState bounds what a stranger can make us keep: with the longest redirect URI
// and all scopes a stored request has 2 KB.
const maxState = 768

// Client is the app that asks; the zero Client is one that nobody knows.
type Client struct {
	apps.App
	// AnyLoopbackPort is for a client that describes itself in a metadata
	// document, which cannot know on which port the program will listen: a
	// redirect URI on the user's own machine without a port stands for any port.
	AnyLoopbackPort bool
}

// Sound is a request in which nothing is wrong. Only Check makes one.
type Sound struct {
	client    Client
	redirect  string
	scopes    scope.Set
	state     *string
	challenge string
	assistant bool // it is for the tools of an assistant
}

// Check holds a request to the rules, in their order, and tells the first that
// it breaks. origin is that of the API.
func Check(client Client, asked Asked, origin string) (Sound, *PageError) {
	if client.ID.IsZero() || !client.Usable() {
		return Sound{}, ErrUnknownClient
	}
	if _, ok := client.redirects(asked.RedirectURI); !ok {
		return Sound{}, errRedirect
	}
	if err := checkResponseType(asked); err != nil {
		return Sound{}, err
	}
	scopes, err := checkScope(client, asked.Scope)
	if err != nil {
		return Sound{}, err
	}
	if err := checkChallenge(client, asked); err != nil {
		return Sound{}, err
	}
	if err := checkResource(asked.Resources, origin); err != nil {
		return Sound{}, err
	}
	if asked.State != nil && len(*asked.State) > maxState {
		return Sound{}, &PageError{Malformed, "invalid_request: state is too long"}
	}
	return Sound{client, asked.RedirectURI, scopes, asked.State, asked.CodeChallenge, forAssistant(asked.Resources, origin)}, nil
}

// tools is where assistants call, on the API's origin.
const tools = "/mcp"

// forAssistant reports whether the tools of assistants are the resource, or a part of
// them.
func forAssistant(resources []string, origin string) bool {
	return len(resources) == 1 && (resources[0] == origin+tools || strings.HasPrefix(resources[0], origin+tools+"/"))
}

// ErrUnknownClient is for an app that does not exist, or may not be used any more.
var ErrUnknownClient = &PageError{UnknownClient, "Invalid client_id"}

var errRedirect = &PageError{RedirectMismatch, "redirect_uri does not match any registered URI"}

func checkResponseType(asked Asked) *PageError {
	switch asked.ResponseType {
	case "code":
		return nil
	case "":
		return &PageError{Malformed, "invalid_request: response_type is required"}
	}
	return &PageError{Malformed, "unsupported_response_type: response_type must be code"}
}

func checkScope(client Client, text string) (scope.Set, *PageError) {
	scopes, err := scope.Parse(text)
	if err != nil || !client.Scopes.Covers(scopes) {
		return nil, &PageError{ScopesNotPermitted, "Requested scopes not permitted for this client"}
	}
	if len(scopes) == 0 {
		return nil, &PageError{Malformed, "invalid_request: scope is required"}
	}
	return scopes, nil
}

// checkChallenge is the rule of PKCE (RFC 7636). plain would show the verifier
// to whoever sees the request, so nobody may use it, and leaving the method out
// means plain.
func checkChallenge(client Client, asked Asked) *PageError {
	switch {
	case asked.CodeChallenge == "" && client.Type == apps.Public:
		return &PageError{Malformed, "PKCE is required for public clients"}
	case asked.CodeChallenge == "" && asked.CodeChallengeMethod == "":
		return nil
	case asked.CodeChallenge == "":
		// Whoever names a method wants the protection, and would not have it.
		return &PageError{Malformed, "invalid_request: code_challenge is required with code_challenge_method"}
	case asked.CodeChallengeMethod != "S256":
		return &PageError{Malformed, "invalid_request: code_challenge_method must be S256"}
	case !isChallenge(asked.CodeChallenge):
		return &PageError{Malformed, "invalid_request: code_challenge must be the base64url form of a SHA-256 hash"}
	}
	return nil
}

// isChallenge reports whether some verifier could fit: 32 bytes, in the one way
// to write them.
func isChallenge(text string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return err == nil && len(raw) == 32 && len(text) == 43
}

// checkResource says little where the resource is simply not ours, and more
// where the client can be told what to mend.
func checkResource(resources []string, origin string) *PageError {
	err := oauth.CheckResource(resources, origin)
	switch {
	case err == nil:
		return nil
	case len(resources) > 1 || len(resources[0]) > oauth.MaxResource:
		return &PageError{Malformed, err.Error()}
	}
	return &PageError{Malformed, oauth.CodeInvalidTarget}
}
