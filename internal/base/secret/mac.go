package secret

import (
	"crypto/hmac"
	"crypto/sha256"
)

// MAC authenticates messages of one purpose under keys derived from a Keyring:
// each of its keys has its own. The id of the key travels with the message, so
// a message made before a rotation stays good until its key is dropped.
type MAC struct {
	current string
	keys    map[string]func() []byte // closures, so that a printed MAC shows nothing
}

// MAC derives the keys for a purpose. Different purposes share no key.
func (r *Keyring) MAC(purpose string) *MAC {
	m := &MAC{current: r.keys[0].id, keys: map[string]func() []byte{}}
	for _, k := range r.keys {
		derived := k.derive("mac " + purpose)
		m.keys[k.id] = func() []byte { return derived }
	}
	return m
}

// Sum authenticates a message under the newest key and says which that is.
func (m *MAC) Sum(message []byte) (keyID string, sum []byte) {
	return m.current, sumUnder(m.keys[m.current](), message)
}

// Valid reports, in constant time, whether Sum gave this sum under that key.
func (m *MAC) Valid(keyID string, message, sum []byte) bool {
	key, ok := m.keys[keyID]
	return ok && hmac.Equal(sum, sumUnder(key(), message))
}

func sumUnder(key, message []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	return h.Sum(nil)
}
