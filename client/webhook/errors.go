package webhook

import "errors"

// Why a request is not taken. What Verify, Parse and Handler return wraps one of
// these, with words that say more.
var (
	// ErrNoSignature: the header is missing, or is not a signature.
	ErrNoSignature = errors.New("webhook: no signature")
	// ErrMismatch: no signature in the header was made with one of the secrets for
	// this body. The body must be the bytes that came, not JSON written anew.
	ErrMismatch = errors.New("webhook: signature does not match")
	// ErrTooOld: the signature is good but was made too long ago. Somebody may
	// have kept the request and sent it again.
	ErrTooOld = errors.New("webhook: signature is too old")
	// ErrTooNew: the signature is good but comes from the future. A clock is wrong.
	ErrTooNew = errors.New("webhook: signature is from the future")
	// ErrNoSecret: the verifier was given no secret.
	ErrNoSecret = errors.New("webhook: no secret to verify with")
	// ErrMalformed: the body is not an event.
	ErrMalformed = errors.New("webhook: body is not an event")
)
