package permission

import "slices"

// Set is a set of permissions, sorted and without doubles.
type Set []Permission

// Of makes a set. It is never nil, so its JSON is always a list.
func Of(permissions ...Permission) Set {
	set := append(make(Set, 0, len(permissions)), permissions...)
	slices.Sort(set)
	return slices.Compact(set)
}

// Has reports whether the set holds a permission.
func (s Set) Has(p Permission) bool { return slices.Contains(s, p) }
