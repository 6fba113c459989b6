package scope

import (
	"fmt"
	"slices"
	"strings"
)

// Set is a set of scopes, sorted and without doubles. Make one with Of or
// Parse, and never write into it.
type Set []Scope

// UnknownError says that a text names a scope that does not exist.
type UnknownError struct{ Name string }

// Error names the scope.
func (e *UnknownError) Error() string { return fmt.Sprintf("unknown scope %q", e.Name) }

// Of makes a set. It is never nil, so its JSON is always a list.
func Of(scopes ...Scope) Set {
	set := append(make(Set, 0, len(scopes)), scopes...)
	slices.Sort(set)
	return slices.Compact(set)
}

// Stored makes a set of names that were checked before they were stored. One
// that has left the catalogue since stays in the set, and opens nothing.
func Stored(names []string) Set {
	scopes := make([]Scope, len(names))
	for i, name := range names {
		scopes[i] = Scope(name)
	}
	return Of(scopes...)
}

// Parse reads a scope parameter: names with single spaces between them (RFC
// 6749 3.3), where superfluous spaces do no harm. A name that comes twice
// counts once, since the parameter is a set; one that does not exist is an
// UnknownError. Whether an empty set will do is the caller's to say.
func Parse(text string) (Set, error) {
	var scopes []Scope
	for name := range strings.SplitSeq(text, " ") {
		if name == "" {
			continue
		}
		row, ok := Lookup(Scope(name))
		if !ok {
			return nil, &UnknownError{Name: name}
		}
		scopes = append(scopes, row.Scope)
	}
	return Of(scopes...), nil
}

// Has reports whether the set holds a scope.
func (s Set) Has(scope Scope) bool { return slices.Contains(s, scope) }

// Covers reports whether the set holds all of the wanted scopes.
func (s Set) Covers(wanted Set) bool { return len(s.Missing(wanted)) == 0 }

// Missing holds the wanted scopes that the set lacks.
func (s Set) Missing(wanted Set) Set { return wanted.only(func(w Scope) bool { return !s.Has(w) }) }

// Intersect holds what is in both sets.
func (s Set) Intersect(other Set) Set { return s.only(other.Has) }

// Union holds what is in either set.
func (s Set) Union(other Set) Set { return Of(slices.Concat(s, other)...) }

// Equal reports whether both sets hold the same scopes.
func (s Set) Equal(other Set) bool { return slices.Equal(s, other) }

// String is the set as a scope parameter.
func (s Set) String() string { return strings.Join(s.Strings(), " ") }

// Strings lists the names, for those who store them.
func (s Set) Strings() []string {
	names := make([]string, len(s))
	for i, scope := range s {
		names[i] = string(scope)
	}
	return names
}

func (s Set) only(keep func(Scope) bool) Set {
	kept := make(Set, 0, len(s))
	for _, scope := range s {
		if keep(scope) {
			kept = append(kept, scope)
		}
	}
	return kept
}
