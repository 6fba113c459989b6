package protocol

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
)

type tokens struct {
	AccessToken     string `json:"access_token"`
	IssuedTokenType string `json:"issued_token_type,omitempty"`
	TokenType       string `json:"token_type"`
	ExpiresIn       int    `json:"expires_in"`
	RefreshToken    string `json:"refresh_token,omitempty"`
	Scope           string `json:"scope"`
}

func (f *Face) token(w http.ResponseWriter, r *http.Request) error {
	in, err := f.enter(r, client.Token, typeForm)
	if err != nil {
		return err
	}
	grantType := in.Get("grant_type")
	if grantType == "" {
		return oauth.InvalidRequest("grant_type is required")
	}
	in.attempt.NeedsSecret = grant.ConfidentialOnly(grantType)
	who, err := f.deps.Clients.Authenticate(r.Context(), client.Token, in.attempt)
	if err != nil {
		return err
	}
	gave, err := f.deps.Grants.Token(signedBy(r.Context(), who), grant.Request{
		GrantType: grantType, Client: who, Form: in.Form, Resources: in.resources,
	})
	if err != nil {
		return err
	}
	return write(w, http.StatusOK, tokens{
		AccessToken: gave.AccessToken, IssuedTokenType: gave.IssuedTokenType, TokenType: "Bearer",
		ExpiresIn: int(gave.ExpiresIn.Seconds()), RefreshToken: gave.RefreshToken, Scope: gave.Scopes.String(),
	})
}
