package event

import "time"

// Instant is how a payload tells a time: UTC, to the millisecond.
func Instant(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// Member is a member of a record, by the name that apps know, and whether it is
// what it was.
type Member struct {
	Name string
	Same bool
}

// Changed names the members that are not what they were, for changedFields.
func Changed(members ...Member) (names []string) {
	for _, m := range members {
		if !m.Same {
			names = append(names, m.Name)
		}
	}
	return names
}
