package protocol

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/web/address"
)

type registered struct {
	ClientID        string `json:"client_id"`
	IssuedAt        int64  `json:"client_id_issued_at"`
	Secret          string `json:"client_secret,omitempty"`
	SecretExpiresAt *int64 `json:"client_secret_expires_at,omitempty"` // 0: never; absent where there is no secret
	client.Metadata
}

func (f *Face) register(w http.ResponseWriter, r *http.Request) error {
	_, body, err := readBody(r, typeJSON)
	if err != nil {
		return err
	}
	got, err := f.deps.Clients.Register(r.Context(), body, address.From(r.Context()))
	if err != nil {
		return err
	}
	answer := registered{ClientID: got.ClientID, IssuedAt: got.IssuedAt.Unix(), Secret: got.Secret, Metadata: got.Metadata}
	if got.Secret != "" {
		answer.SecretExpiresAt = new(int64)
	}
	return write(w, http.StatusCreated, answer)
}
