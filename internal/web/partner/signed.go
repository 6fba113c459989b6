package partner

import (
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/web/route"
)

// signed is who created or last changed a record. It has ids and no names: an app that
// may read records may not know the business's people.
type signed struct {
	Type   actor.Kind `json:"type"`
	ID     *string    `json:"id"`     // null for the service
	UserID *string    `json:"userId"` // in whose name an app acted; null for all others
}

// signedBy is nil for a record that was signed before signatures were kept.
func signedBy(s actor.Signature) *signed {
	who, known := s.Actor()
	if !known {
		return nil
	}
	return &signed{Type: who.Kind, ID: route.Filled(who.ID), UserID: route.Filled(who.For)}
}
