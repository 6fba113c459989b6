// Package secrettest spares tests the work that makes a stolen password hash
// hard to guess from. Nothing but a test may import it.
package secrettest

import (
	"golang.org/x/crypto/argon2"

	"github.com/counterpart/counterpart/internal/base/secret"
)

// Cheap is next to no cost. With the race detector the real one takes a
// processor for a tenth of a second, and there are many sign-ins in the tests.
var Cheap = secret.Cost{Memory: 32, Passes: 1, Threads: 1}

// Passwords hashes at that cost.
func Passwords() *secret.Passwords { return secret.NewPasswords(Cheap, 0) }

// Hash is argon2id, for tests that decide when a hash is made.
func Hash(password, salt []byte, c secret.Cost) []byte {
	return argon2.IDKey(password, salt, c.Passes, c.Memory, c.Threads, 32)
}
