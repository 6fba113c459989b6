package session

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Why a request with a cookie is not let through.
var (
	ErrCrossOrigin = fault.Declare(fault.Forbidden, "CROSS_ORIGIN_REQUEST",
		"This request was sent by a page of another site.")
	ErrFormExpired = fault.Declare(fault.Forbidden, "FORM_EXPIRED",
		"This form was open for too long, or you signed in or out meanwhile.")

	errTooMany = fault.Declare(fault.TooMany, "RATE_LIMITED",
		"Too many requests. Retry after %d seconds.")
)

// TooMany tells the client how long to wait, and returns the refusal.
func TooMany(w http.ResponseWriter, wait time.Duration) error {
	seconds := int(math.Ceil(wait.Seconds()))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	return errTooMany.With(seconds)
}

// Wait is how long TooMany's refusal asks to wait; zero for any other error.
func Wait(err error) time.Duration {
	refusal, _ := fault.As(err)
	if !errors.Is(err, errTooMany) {
		return 0
	}
	seconds, _ := strconv.Atoi(refusal.Params()["p0"])
	return time.Duration(seconds) * time.Second
}
