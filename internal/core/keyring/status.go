package keyring

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/secret"
)

// State is how a key stands.
type State string

// The states, in the order of a key's life.
const (
	Unused    State = "unused"     // in the list, and nobody has had it in front
	InUse     State = "in use"     // in front of a running node's list
	Needed    State = "needed"     // something depends on it
	NotNeeded State = "not needed" // it can be dropped
	Retired   State = "retired"    // it can be dropped, and does not come back
)

// Status is what is known of a key.
type Status struct {
	ID          string
	State       State
	Listed      bool // in the list of whoever asks
	FirstUsedAt time.Time
	LastUsedAt  time.Time
	Sealed      []Count
	// Vouches says until when something good may carry a MAC of the key, by
	// purpose; purposes that are over are left out.
	Vouches map[secret.Purpose]time.Time
	// Holding is how many of the Nodes that run hold it.
	Holding, Nodes int
}

// Status tells of every key that is listed, was used, or has sealed something.
func (s *Service) Status(ctx context.Context) ([]Status, error) {
	known, err := s.used(ctx, s.deps.DB)
	if err != nil {
		return nil, err
	}
	sealed, err := s.sealed(ctx)
	if err != nil {
		return nil, err
	}
	nodes, err := s.nodes(ctx, s.deps.DB)
	if err != nil {
		return nil, err
	}
	var all []Status
	for _, id := range s.ids(known, sealed) {
		_, listed := s.listed(id)
		status := Status{ID: id, State: Unused, Listed: listed, Sealed: sealed[id], Holding: holding(nodes, id), Nodes: len(nodes)}
		if i := slices.IndexFunc(known, func(u use) bool { return u.ID == id }); i >= 0 {
			status.tell(known[i], s.deps.Now())
		} else if len(status.Sealed) > 0 {
			status.State = Needed
		}
		all = append(all, status)
	}
	return all, nil
}

// tell adds what the record says of a key.
func (s *Status) tell(u use, now time.Time) {
	s.FirstUsedAt, s.LastUsedAt = u.first, u.last
	s.Vouches = map[secret.Purpose]time.Time{}
	for _, p := range secret.Purposes() {
		if u.carried(p, now) {
			s.Vouches[p] = u.carriedUntil(p)
		}
	}
	switch {
	case u.retired != nil:
		s.State = Retired
	case u.inUse(now):
		s.State = InUse
	case len(s.Sealed) > 0 || len(s.Vouches) > 0:
		s.State = Needed
	default:
		s.State = NotNeeded
	}
}

// ids are all keys that anything is known of: those that were used, in their
// order, then the others.
func (s *Service) ids(known []use, sealed map[string][]Count) []string {
	var ids []string
	for _, u := range known {
		ids = append(ids, u.ID)
	}
	others := slices.Sorted(maps.Keys(sealed))
	for _, k := range s.deps.Ring.Keys() {
		others = append(others, k.ID)
	}
	for _, id := range others {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
