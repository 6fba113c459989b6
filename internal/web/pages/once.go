package pages

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"

	"github.com/counterpart/counterpart/internal/core/idempotency"
	"github.com/counterpart/counterpart/internal/core/tenancy"
)

// longestOnce bounds what tells two sendings of one form from two forms.
const longestOnce = 64

// once does something a single time, however often its form is sent: who presses a
// button twice sees what the first press did. What is refused was not done, and may be
// tried again with the same form.
func (f *Face) once(r *http.Request, reader tenancy.Acting, do func(context.Context) error) error {
	token := r.PostForm.Get("once")
	if token == "" || len(token) > longestOnce {
		return errUnreadable
	}
	keyed := idempotency.Keyed{
		Business: reader.Business.ID,
		Key:      "page " + reader.User.ID.String() + " " + r.URL.EscapedPath() + " " + token,
		Request:  sha256.Sum256([]byte(r.PostForm.Encode())),
	}
	_, err := f.deps.Idempotency.Once(r.Context(), keyed, func(ctx context.Context) (idempotency.Answer, error) {
		if err := do(ctx); err != nil {
			return idempotency.Answer{}, err
		}
		return idempotency.Answer{Status: http.StatusSeeOther, Keep: true}, nil
	})
	if errors.Is(err, idempotency.ErrKeyInProgress) {
		return nil // the first press is at it
	}
	return err
}
