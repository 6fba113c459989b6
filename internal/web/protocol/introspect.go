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
	in, unreadable := read(r, client.Introspect, typeForm)
	text := in.Get("token")
	about := f.deps.Tokens.About(text)
	admitted, err := f.deps.Clients.Admit(r.Context(), client.Introspect, in.attempt, client.Ahead{Rights: about.Rights()}, unreadable)
	if err != nil {
		return err
	}
	who, err := f.deps.Clients.Authenticate(r.Context(), admitted)
	if err != nil {
		return err
	}
	if text == "" {
		return oauth.InvalidRequest("token is required")
	}
	about.Epochs, about.Read = admitted.Rights()
	// The prefix of a token tells its kind; a hint adds nothing.
	live, ok, err := f.deps.Tokens.Introspect(signedBy(r.Context(), who), who.ID, about)
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
