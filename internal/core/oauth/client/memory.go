package client

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
)

// mostKnown is how many credentials a node remembers. Whoever comes with others costs
// a look at PostgreSQL.
const mostKnown = 20_000

// memory is the credentials that clients showed this node and that were good.
type memory struct {
	key   [sha256.Size]byte // of this process alone
	known *lru.Cache[digest, *credentials]
}

// digest is a client id with a secret, or with none, as it is remembered: nobody finds
// a secret in memory, nor one that would pass for it.
type digest [sha256.Size]byte

// credentials is what is known of some: whose they are, which never changes, and
// perhaps a permit.
type credentials struct {
	app    ident.App
	rights epoch.Watched // the app alone
	permit atomic.Pointer[permit]
}

// permit is what PostgreSQL said of a client. It rests on the app's epoch, which its
// secrets move too.
type permit struct {
	client Client
	proved bool // by a secret
	basis  epoch.Basis
}

// good reports whether the permit is still valid.
func (p *permit) good(epochs epoch.Reading) bool { return p != nil && p.basis.Stands(epochs) }

func newMemory() *memory {
	known, err := lru.New[digest, *credentials](mostKnown)
	if err != nil {
		panic(err) // only a size below one
	}
	m := &memory{known: known}
	// crypto/rand.Read never returns an error: it ends the program instead.
	_, _ = rand.Read(m.key[:])
	return m
}

// digest names credentials. The key keeps whoever can time us from learning anything
// of what is remembered.
func (m *memory) digest(a Attempt) digest {
	text := make([]byte, 0, 256)
	text = append(text, m.key[:]...)
	text = binary.BigEndian.AppendUint64(text, uint64(len(a.ID)))
	text = append(text, a.ID...)
	text = append(text, a.Secret...)
	return sha256.Sum256(text)
}

// find is what is known of the credentials of an attempt; nil if nothing.
func (m *memory) find(a Attempt) *credentials {
	if a.ID == "" || a.Garbled {
		return nil
	}
	known, _ := m.known.Get(m.digest(a))
	return known
}

// remember keeps credentials that were good. A permit comes of it only where the
// epochs were read before PostgreSQL was asked: what is kept is never older.
func (s *Service) remember(in *Admitted, client Client, proved bool) {
	if in.known == nil || in.known.app != client.ID {
		s.memory.known.Add(s.memory.digest(in.attempt), &credentials{app: client.ID, rights: s.deps.Rights.Watch(epoch.App(client.ID))})
		return
	}
	if app, known := in.epochs(); known && !app.InFlux {
		in.known.permit.Store(&permit{client: client, proved: proved, basis: epoch.Basis{Epochs: app, Asked: in.asked}})
	}
}

// forget is for credentials that are not good any more.
func (m *memory) forget(in *Admitted) {
	if in.known != nil {
		m.known.Remove(m.digest(in.attempt))
	}
}
