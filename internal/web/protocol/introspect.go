package protocol

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
)

// introspection is what a client learns of a token; of one that is not live,
// that it is not, and nothing else.
type introspection struct {
	Active   bool   `json:"active"`
	Scope    string `json:"scope,omitempty"`
	Exp      int64  `json:"exp,omitempty"`
	ClientID string `json:"client_id,omitempty"`
	Sub      string `json:"sub,omitempty"`
}

func (f *Face) introspect(w http.ResponseWriter, r *http.Request) error {
	in, err := f.enter(r, client.Introspect, typeForm)
	if err != nil {
		return err
	}
	who, err := f.deps.Clients.Authenticate(r.Context(), client.Introspect, in.attempt)
	if err != nil {
		return err
	}
	text := in.Get("token")
	if text == "" {
		return oauth.InvalidRequest("token is required")
	}
	// The prefix of a token tells its kind; a hint adds nothing.
	live, ok, err := f.deps.Tokens.Introspect(signedBy(r.Context(), who), who.ID, text)
	if err != nil {
		return err
	}
	if !ok {
		return write(w, http.StatusOK, introspection{})
	}
	return write(w, http.StatusOK, introspection{
		Active: true, Scope: live.Scopes.String(), Exp: live.ExpiresAt.Unix(), ClientID: live.ClientID, Sub: live.User.String(),
	})
}
