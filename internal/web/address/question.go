package address

import (
	"encoding/base64"
	"net/http"
	"net/netip"
	"time"

	"github.com/counterpart/counterpart/internal/base/secret"
)

// Whoever holds the keys of an installation may ask a node, through whatever stands
// before it, as whom it sees the caller. Nobody else is told: what a node believes of
// proxies is no affair of the public.
const (
	questionHeader = "Counterpart-Seen-As"
	sealedAs       = "question for the caller's address"
	// questionLifetime is how far the clocks of two machines may be apart.
	questionLifetime = time.Minute
)

// Ask puts the question into a request.
func Ask(r *http.Request, keys *secret.Keyring, now time.Time) {
	sealed := keys.Seal(sealedAs, []byte(now.UTC().Format(time.RFC3339)))
	r.Header.Set(questionHeader, base64.RawURLEncoding.EncodeToString(sealed))
}

// Answer answers the question, if the request has a good one.
func Answer(w http.ResponseWriter, r *http.Request, keys *secret.Keyring, now time.Time) {
	asked := r.Header.Get(questionHeader)
	if asked == "" {
		return
	}
	sealed, err := base64.RawURLEncoding.DecodeString(asked)
	if err != nil {
		return
	}
	text, err := keys.Open(sealedAs, sealed)
	if err != nil {
		return
	}
	if at, err := time.Parse(time.RFC3339, string(text)); err == nil && now.Sub(at).Abs() < questionLifetime {
		w.Header().Set(questionHeader, From(r.Context()).String())
	}
}

// Answered reads the answer, if there is one.
func Answered(answer *http.Response) (seen netip.Addr, ok bool) {
	return parseHop(answer.Header.Get(questionHeader))
}
