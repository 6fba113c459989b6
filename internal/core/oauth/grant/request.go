package grant

import (
	"time"

	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// The grant types.
const (
	AuthorizationCode = oauth.GrantAuthorizationCode
	RefreshToken      = oauth.GrantRefreshToken
	DeviceCode        = oauth.GrantDeviceCode
	TokenExchange     = oauth.GrantTokenExchange
)

// ConfidentialOnly reports whether a grant is for clients with a secret alone.
// The token endpoint asks before it authenticates: a PUBLIC client is then no
// client at all.
func ConfidentialOnly(grantType string) bool { return grantType == TokenExchange }

// Request is a request at the token endpoint whose client has been authenticated.
type Request struct {
	GrantType string
	Client    client.Client
	Form      Form
	// Resources are the resource indicators, as many as were sent: the one
	// parameter that may be repeated.
	Resources []string
	// IdempotencyKey makes a refresh safe to send again; empty: none was sent. The
	// other grants do not look at it.
	IdempotencyKey string
	// Mark is that of the family that a refresh will renew; nil: none stands.
	Mark *epoch.Mark
}

// Form holds the parameters that a client sent, each of them once.
type Form map[string]string

// Get is a parameter's value. A parameter without a value counts as not sent
// (RFC 6749 3.2), so both are empty.
func (f Form) Get(name string) string { return f[name] }

// Response is what a grant gave.
type Response struct {
	AccessToken     string
	RefreshToken    string // empty for a token exchange
	IssuedTokenType string // for a token exchange alone
	ExpiresIn       time.Duration
	Scopes          scope.Set
	Replayed        bool // it was given before, to the same request
}
