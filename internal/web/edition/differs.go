package edition

import (
	"maps"
	"slices"

	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Differs tells in what a call to a row differs between two versions: in what is
// asked, and in what is answered if it succeeds.
func (e *Editions) Differs(pattern string, a, b version.Version) (asked, answered []shape.Change) {
	older := a
	if b.Name < a.Name {
		older = b
	}
	c, between := e.byVersion[older.Name].calls[pattern], shape.Between(a, b)
	among := func(places ...*shape.Place) (list []shape.Change) {
		for _, change := range between {
			for _, at := range places {
				if at.Has(change) {
					list = append(list, change)
					break
				}
			}
		}
		return list
	}
	succeeded := maps.Clone(c.answers)
	maps.DeleteFunc(succeeded, func(status int, _ *shape.Place) bool { return status >= 400 })
	return among(append(slices.Collect(maps.Values(c.query)), c.body)...), among(slices.Collect(maps.Values(succeeded))...)
}
