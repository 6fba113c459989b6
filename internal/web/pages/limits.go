package pages

import (
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/session"
)

// allow counts a try, and refuses it when there were too many.
func (f *Face) allow(w http.ResponseWriter, r *http.Request, hits ...limits.Hit) error {
	wait, err := f.deps.Windows.Refused(r.Context(), hits...)
	if err != nil || wait == 0 {
		return err
	}
	return session.TooMany(w, wait)
}

// orTooMany turns a pause that the domain asks for into the refusal of too many
// tries.
func orTooMany(w http.ResponseWriter, err error) error {
	if paused, ok := errors.AsType[accounts.Paused](err); ok {
		return session.TooMany(w, paused.Wait)
	}
	return err
}

// byNetwork counts by where the request comes from.
func byNetwork(rule limits.Rule, r *http.Request) limits.Hit {
	return limits.Hit{Rule: rule, Key: limits.Place(address.From(r.Context()))}
}

// byAccount counts by the address that was typed, whether or not it is
// anybody's. Only a hash of it is kept.
func byAccount(rule limits.Rule, email string) limits.Hit {
	key := secret.Hash(strings.ToLower(strings.TrimSpace(email)))
	return limits.Hit{Rule: rule, Key: hex.EncodeToString(key[:16])}
}

func byUser(rule limits.Rule, user ident.User) limits.Hit {
	return limits.Hit{Rule: rule, Key: user.String()}
}
