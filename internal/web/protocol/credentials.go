package protocol

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/web/address"
)

// request is what a client sent.
type request struct {
	parameters
	attempt client.Attempt
}

// read reads a request. It decides nothing that depends on the client, and what it
// finds wrong is told to nobody before the request is admitted.
func read(r *http.Request, e client.Endpoint, types ...string) (in request, err error) {
	in.attempt.Address = address.From(r.Context())
	in.parameters, err = readParameters(r, types...)
	if err == nil {
		err = in.readCredentials(r, e)
	}
	return in, err
}

// enter reads a request of which nothing is needed ahead, and asks whether it may be
// looked at.
func (f *Face) enter(r *http.Request, e client.Endpoint, types ...string) (request, *client.Admitted, error) {
	in, unreadable := read(r, e, types...)
	admitted, err := f.deps.Clients.Admit(r.Context(), e, in.attempt, client.Ahead{}, unreadable)
	return in, admitted, err
}

// readCredentials reads how the client says who it is: by Basic, or in the body,
// and not by both. The same client_id in both is no contradiction.
func (in *request) readCredentials(r *http.Request, e client.Endpoint) error {
	id, secret, ok := basic(r)
	used := usesBasic(r)
	in.attempt.ID, in.attempt.Secret, in.attempt.Garbled = id, secret, used && !ok
	if e.HeaderOnly {
		return nil
	}
	ownID, ownSecret := in.Get("client_id"), in.Get("client_secret")
	switch {
	case !used:
		in.attempt.ID, in.attempt.Secret = ownID, ownSecret
	case ownSecret != "":
		return oauth.InvalidRequest("client credentials were sent in the header and in the body")
	case ok && ownID != "" && ownID != id:
		return oauth.InvalidRequest("client_id differs from the one in the Authorization header")
	}
	return nil
}

// usesBasic reports whether the client chose Basic authentication. Other schemes
// are none of ours here, and are left alone.
func usesBasic(r *http.Request) bool {
	_, used := cutBasic(r)
	return used
}

func cutBasic(r *http.Request) (encoded string, used bool) {
	scheme, encoded, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimLeft(encoded, " "), strings.EqualFold(scheme, "Basic")
}

// basic reads the credentials of Basic authentication. Id and secret are
// form-encoded before they are put together (RFC 6749, 2.3.1), so that either
// may hold a colon.
func basic(r *http.Request) (id, secret string, ok bool) {
	encoded, used := cutBasic(r)
	if !used || len(r.Header.Values("Authorization")) > 1 {
		return "", "", false
	}
	plain, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return "", "", false
	}
	rawID, rawSecret, both := strings.Cut(string(plain), ":")
	id, err = url.QueryUnescape(rawID)
	if err != nil || !both || id == "" || unstorable(id) {
		return "", "", false
	}
	secret, err = url.QueryUnescape(rawSecret)
	if err != nil || unstorable(secret) {
		return "", "", false
	}
	return id, secret, true
}
