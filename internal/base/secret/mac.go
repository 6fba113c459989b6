package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"sync/atomic"
)

// MAC authenticates messages of one purpose under keys derived from a Keyring:
// each of its keys has its own. The id of the key travels with the message, so
// a message made before a rotation stays good for as long as it lives.
type MAC struct {
	purpose  Purpose
	current  string
	keys     map[string]func() []byte // closures, so that a printed MAC shows nothing
	refusals *refusals
}

// refusals say under which keys messages are no longer taken.
type refusals struct {
	refused atomic.Pointer[func(keyID string, p Purpose) bool]
}

// MAC derives the keys for a purpose.
func (r *Keyring) MAC(p Purpose) *MAC {
	m := &MAC{purpose: p, current: r.keys[0].id, keys: map[string]func() []byte{}, refusals: r.refusals}
	for _, k := range r.keys {
		derived := k.derive("mac " + p.Name)
		m.keys[k.id] = func() []byte { return derived }
	}
	return m
}

// Refuse has all MACs of the ring take no more messages under the keys that
// refused names. The ring does not know since when a key is out of use; whoever
// does tells it here, again and again. The first key is never refused.
func (r *Keyring) Refuse(refused func(keyID string, p Purpose) bool) {
	r.refusals.refused.Store(&refused)
}

// Sum authenticates a message under the newest key and says which that is.
func (m *MAC) Sum(message []byte) (keyID string, sum []byte) {
	return m.current, sumUnder(m.keys[m.current](), message)
}

// Valid reports, in constant time, whether Sum gave this sum under that key.
func (m *MAC) Valid(keyID string, message, sum []byte) bool {
	key, ok := m.keys[keyID]
	return ok && !m.refused(keyID) && hmac.Equal(sum, sumUnder(key(), message))
}

func (m *MAC) refused(keyID string) bool {
	refused := m.refusals.refused.Load()
	return keyID != m.current && refused != nil && (*refused)(keyID, m.purpose)
}

func sumUnder(key, message []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	return h.Sum(nil)
}
