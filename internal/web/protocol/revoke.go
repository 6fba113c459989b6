package protocol

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/web/route"
)

// revoke ends a token. The answer is the same whether there was such a token or
// not: who asks may be anybody who found it.
func (f *Face) revoke(w http.ResponseWriter, r *http.Request) error {
	in, admitted, err := f.enter(r, client.Revoke, typeForm)
	if err != nil {
		return err
	}
	who, err := f.deps.Clients.Authenticate(r.Context(), admitted)
	if err != nil {
		return err
	}
	text := in.Get("token")
	if text == "" {
		return oauth.InvalidRequest("token is required")
	}
	if secret.Says(secret.DeveloperToken, text) { // a person's, and not of any app's
		if err := f.deps.Accounts.RevokeDeveloperToken(r.Context(), text); err != nil {
			return err
		}
		return write(w, http.StatusOK, route.None{})
	}
	var only *ident.App // of nobody in particular: holding the token is enough
	if !who.ID.IsZero() {
		only = &who.ID
	}
	if err := f.deps.Tokens.Revoke(signedBy(r.Context(), who), text, only); err != nil {
		return err
	}
	return write(w, http.StatusOK, route.None{})
}
