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
	in, unreadable := read(r, client.Token, typeForm)
	grantType := in.Get("grant_type")
	in.attempt.NeedsSecret = grant.ConfidentialOnly(grantType)
	ahead := client.Ahead{Refused: grantType == ""}
	if grantType == grant.RefreshToken {
		ahead.Renews = f.deps.Tokens.FamilyOf(in.Get("refresh_token"))
	}
	admitted, err := f.deps.Clients.Admit(r.Context(), client.Token, in.attempt, ahead, unreadable)
	if err != nil {
		return err
	}
	defer admitted.Leave()
	if ahead.Refused {
		return oauth.InvalidRequest("grant_type is required")
	}
	who, err := f.deps.Clients.Authenticate(r.Context(), admitted)
	if err != nil {
		return err
	}
	key, err := idempotencyKey(r, grantType)
	if err != nil {
		return err
	}
	gave, err := f.deps.Grants.Token(signedBy(r.Context(), who), grant.Request{
		GrantType: grantType, Client: who, Form: in.Form, Resources: in.resources, IdempotencyKey: key, Mark: admitted.Mark(),
	})
	if err != nil {
		return err
	}
	if gave.Replayed {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	return write(w, http.StatusOK, tokens{
		AccessToken: gave.AccessToken, IssuedTokenType: gave.IssuedTokenType, TokenType: "Bearer",
		ExpiresIn: int(gave.ExpiresIn.Seconds()), RefreshToken: gave.RefreshToken, Scope: gave.Scopes.String(),
	})
}

// longestKey bounds an idempotency key, as in the Business API.
const longestKey = 255

// idempotencyKey is what makes a refresh safe to send again. With other grants it
// means nothing: what they bring is used up once.
func idempotencyKey(r *http.Request, grantType string) (string, error) {
	values := r.Header.Values("Idempotency-Key")
	if len(values) == 0 || grantType != grant.RefreshToken {
		return "", nil
	}
	if len(values) > 1 || values[0] == "" || len(values[0]) > longestKey {
		return "", oauth.InvalidRequest("Idempotency-Key must be given once, with 1 to 255 characters")
	}
	return values[0], nil
}
