package lease

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/leases"
)

// moves are what a node should do about the slices that it sees.
type moves struct {
	take []ident.Slice // nobody has them
	ask  []ident.Slice // somebody has them, and too many
	give []ident.Slice // somebody asked for them, and the node has too many
}

// share decides what a node should do, so that all get the same number of slices:
// those who own some, unless they are leaving, and those who ask for some. What
// nobody can reach just now counts for nobody.
func share(me string, seen []leases.State, now time.Time) (m moves) {
	// Nodes that start together should not all want the same.
	seen = slices.Clone(seen)
	rand.Shuffle(len(seen), func(i, j int) { seen[i], seen[j] = seen[j], seen[i] })
	owns := map[string]int{me: 0}
	for _, s := range seen {
		if !s.Free(now) && !s.Leaving {
			owns[s.Owner]++
		}
		if by := s.Asked(now); by != "" {
			owns[by] += 0
		}
	}
	// Each is to have from least to most. Who has less than least asks those who have
	// more than that, or the last to come might find that all others have the most.
	least, most := len(seen)/len(owns), (len(seen)+len(owns)-1)/len(owns)
	m.give = given(me, seen, owns[me]-least, now)
	if owns[me] > most {
		return m
	}
	m.take = free(me, seen, most-owns[me], now)
	have, enough := owns[me]+len(m.take), most
	if have < least {
		enough = least
	}
	m.ask = others(me, seen, owns, enough, enough-have, now)
	return m
}

// given are those of a node's slices that others ask for, in the order of slices:
// the same each time.
func given(me string, seen []leases.State, most int, now time.Time) (list []ident.Slice) {
	for _, s := range seen {
		if by := s.Asked(now); s.Owner == me && by != "" && by != me {
			list = append(list, s.Slice)
		}
	}
	slices.Sort(list)
	return list[:max(0, min(most, len(list)))]
}

// free are slices that nobody has, and nobody else has asked for.
func free(me string, seen []leases.State, most int, now time.Time) (list []ident.Slice) {
	for _, s := range seen {
		if by := s.Asked(now); len(list) < most && s.Free(now) && (by == "" || by == me) {
			list = append(list, s.Slice)
		}
	}
	return list
}

// others are slices of nodes that have more than enough, no more of each than that,
// and those first that were asked for before.
func others(me string, seen []leases.State, owns map[string]int, enough, most int, now time.Time) (list []ident.Slice) {
	slices.SortStableFunc(seen, func(a, b leases.State) int {
		return cmp.Compare(asker(b, me, now), asker(a, me, now))
	})
	for _, s := range seen {
		if by := s.Asked(now); s.Free(now) || s.Leaving || by != "" && by != me || owns[s.Owner] <= enough || len(list) >= most {
			continue
		}
		owns[s.Owner]--
		list = append(list, s.Slice)
	}
	return list
}

func asker(s leases.State, me string, now time.Time) int {
	if s.Asked(now) == me {
		return 1
	}
	return 0
}
