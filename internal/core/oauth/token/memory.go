package token

import (
	"crypto/sha256"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/oauth/token/internal/db"
)

// mostKnown is how many tokens a node remembers that were asked about. Others cost a
// look at PostgreSQL.
const mostKnown = 50_000

// digest is a token's text as it is remembered: nobody finds a token in memory.
type digest [sha256.Size]byte

// knownToken is what is known of a token that was live: what it rests on, which never
// changes, and perhaps what was told of it.
type knownToken struct {
	rights epoch.Watched
	told   atomic.Pointer[told]
}

// told is what an app was told of a token of its own, and what that rests on.
type told struct {
	Introspection
	app   ident.App
	basis epoch.Basis
}

// good reports whether it can be told again: to the same app, while the token has not
// ended and what was told stands.
func (t *told) good(app ident.App, epochs epoch.Reading, now time.Time) bool {
	return t != nil && t.app == app && now.Before(t.ExpiresAt) && t.basis.Stands(epochs)
}

func newMemory() *lru.Cache[digest, *knownToken] {
	known, err := lru.New[digest, *knownToken](mostKnown)
	if err != nil {
		panic(err) // only a size below one
	}
	return known
}

// rightsOf are what a live token rests on, its app first.
func (s *Service) rightsOf(t parsedToken, family db.LiveRow) epoch.Watched {
	app := ident.Of[ident.App](ident.Control, family.AppID)
	return s.deps.Rights.Watch(
		epoch.App(app), epoch.Installation(app, ident.Of[ident.Installation](t.family.Shard, family.InstallationID)), epoch.Family(app, t.family),
		epoch.User(ident.Of[ident.User](ident.Control, family.UserID)),
		epoch.Business(ident.Of[ident.Business](t.family.Shard, family.TenancyActiveBusiness.BusinessID)),
	)
}

// Question is about a token.
type Question struct {
	// Epochs are those of Rights, read after About; false: nobody told, and then
	// nothing is answered from memory.
	Epochs epoch.Reading
	Read   bool

	text  string
	name  digest
	known *knownToken // nil where this node has not seen the token live
	asked time.Time   // on the machine's clock
}

// About begins a question about a token.
func (s *Service) About(text string) Question {
	q := Question{text: text, name: sha256.Sum256([]byte(text)), asked: time.Now()}
	q.known, _ = s.memory.Get(q.name)
	return q
}

// Rights are what the token rests on; none where that is not known.
func (q Question) Rights() epoch.Watched {
	if q.known == nil {
		return epoch.Watched{}
	}
	return q.known.rights
}

// remembered is what this node told the same app a moment ago, if that stands.
func (s *Service) remembered(app ident.App, q Question) (Introspection, bool) {
	if q.known == nil || !q.Read {
		return Introspection{}, false
	}
	if t := q.known.told.Load(); t.good(app, q.Epochs, s.deps.Now()) {
		return t.Introspection, true
	}
	return Introspection{}, false
}

// remember keeps what an app is told of a token of its own. The first time it is only
// what the token rests on: its epochs were not read before PostgreSQL was asked.
func (s *Service) remember(app ident.App, q Question, t parsedToken, family db.LiveRow, said Introspection) {
	switch {
	case q.known == nil:
		s.memory.Add(q.name, &knownToken{rights: s.rightsOf(t, family)})
	case q.Read && !q.Epochs.InFlux:
		q.known.told.Store(&told{Introspection: said, app: app, basis: epoch.Basis{Epochs: q.Epochs, Asked: q.asked}})
	}
}
