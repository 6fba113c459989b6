package webhook

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	// mostBody is how much of a request is read. Events are far smaller.
	mostBody = 1 << 20
	// handleLimit is how long the function has. The sender waits for 10 seconds in
	// all; whoever answers after that is sent the event again.
	handleLimit = 9 * time.Second
)

// Handler answers webhook requests: it reads and verifies, and calls the function
// with the event. It answers
//
//	204  when the function returned nil
//	500  when it returned an error, which is not shown: the event comes again
//	403  when the signature is missing, wrong or not fresh
//	400  when the body is not an event; 413 when it is longer than 1 MB
//	405  when the method is not POST
//
// The function should do little more than put the event where it is safe, and
// return. Its context ends after 9 seconds, a second before the sender gives up.
// The same event may come again: see Event.ID.
func Handler(v Verifier, handle func(context.Context, Event) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", http.MethodPost)
			http.Error(w, "webhook: only POST is taken", http.StatusMethodNotAllowed)
			return
		}
		event, err := receive(v, w, r)
		if err != nil {
			http.Error(w, err.Error(), statusOf(err))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), handleLimit)
		defer cancel()
		if err := handle(ctx, event); err != nil {
			http.Error(w, "webhook: the event could not be handled", http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// receive reads and verifies a request.
func receive(v Verifier, w http.ResponseWriter, r *http.Request) (Event, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err != nil {
		return Event{}, err
	}
	if err := v.Verify(strings.Join(r.Header.Values(SignatureHeader), ","), body); err != nil {
		return Event{}, err
	}
	return Parse(body)
}

func statusOf(err error) int {
	var long *http.MaxBytesError
	if errors.As(err, &long) {
		return http.StatusRequestEntityTooLarge
	}
	switch {
	case errors.Is(err, ErrNoSecret):
		return http.StatusInternalServerError // the receiver's own fault
	case errors.Is(err, ErrNoSignature), errors.Is(err, ErrMismatch), errors.Is(err, ErrTooOld), errors.Is(err, ErrTooNew):
		return http.StatusForbidden
	}
	return http.StatusBadRequest
}
