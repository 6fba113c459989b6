package token

import "github.com/counterpart/counterpart/internal/vocab/fault"

// ErrInvalid refuses whoever does not show a live access token. It does not say
// what is wrong with the one that was shown: it may be a stranger's to know.
var ErrInvalid = fault.Declare(fault.Unauthenticated, "INVALID_TOKEN",
	"The access token is missing, malformed, expired or revoked.")
