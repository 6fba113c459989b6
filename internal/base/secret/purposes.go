package secret

import (
	"slices"
	"time"
)

// Purpose is what MACs of one kind vouch for. Different purposes share no key.
type Purpose struct {
	Name string
	// Life is how long after it was made something good can carry such a MAC.
	// When a key has not been used for so long, nothing carries its MACs any more.
	Life time.Duration
}

// The purposes, one row each.
var (
	AccessTokens  = declare("access token", time.Hour)
	RefreshTokens = declare("refresh token", 30*24*time.Hour)
	UserCodes     = declare("user code", 10*time.Minute)
	Guesses       = declare("count of guesses", 0)      // given to nobody: a new key counts anew
	Recipients    = declare("count of mails", 0)        // likewise
	FormTokens    = declare("form token", 24*time.Hour) // of a page that is left open
)

var purposes []Purpose

func declare(name string, life time.Duration) Purpose {
	p := Purpose{name, life}
	purposes = append(purposes, p)
	return p
}

// Purposes lists them all, so that operators learn what a key is needed for.
func Purposes() []Purpose { return slices.Clone(purposes) }
