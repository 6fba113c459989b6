// Package version is the catalogue of API versions. A version is named by the
// day of its release. One row a version, oldest first; to release one, add its
// row, and say in the row before it since when that one is deprecated and when
// it ends.
//
//	released ──successor──▶ deprecated ──18 months or more──▶ past its sunset
//
// A row can stand here ahead of its day: until then the version does not exist
// for callers, and from then on it is the current one. What the versions differ in
// stands in package shape.
package version

import (
	"slices"
	"time"
)

// Version is a row of the catalogue. All instants are midnight UTC.
type Version struct {
	Name       string    // on the wire, a date
	Released   time.Time // the day it is named after
	Deprecated time.Time // zero while it is not deprecated
	Sunset     time.Time // zero while no end is set
}

var table = []Version{
	{Name: "2024-06-01", Released: day("2024-06-01"), Deprecated: day("2025-02-01"), Sunset: day("2026-09-01")},
	{Name: "2025-02-01", Released: day("2025-02-01"), Deprecated: day("2026-11-01"), Sunset: day("2028-05-01")},
	{Name: "2026-11-01", Released: day("2026-11-01")},
}

// String is the version's name.
func (v Version) String() string { return v.Name }

// All lists the versions, oldest first.
func All() []Version { return slices.Clone(table) }

// Lookup finds a version by its name, whatever became of it since.
func Lookup(name string) (Version, bool) {
	i := slices.IndexFunc(table, func(v Version) bool { return v.Name == name })
	if i < 0 {
		return Version{}, false
	}
	return table[i], true
}

// Current is the newest version that has been released.
func Current(now time.Time) Version {
	for _, v := range slices.Backward(table) {
		if v.ReleasedAt(now) {
			return v
		}
	}
	return table[0] // a clock before our time
}

// Resolve picks the version that a call speaks: the one its header names, else
// the one its app is pinned to, else the current one. It is false when that
// version does not exist or is past its sunset, wherever it came from.
func Resolve(header, pinned string, now time.Time) (Version, bool) {
	name := Current(now).Name
	switch {
	case header != "":
		name = header
	case pinned != "":
		name = pinned
	}
	v, ok := Lookup(name)
	return v, ok && v.Supported(now)
}

// ReleasedAt reports whether the version has been released by then.
func (v Version) ReleasedAt(now time.Time) bool { return reached(v.Released, now) }

// DeprecatedAt reports whether the version is deprecated by then.
func (v Version) DeprecatedAt(now time.Time) bool { return reached(v.Deprecated, now) }

// Supported reports whether calls may speak the version: it has been released
// and is not past its sunset.
func (v Version) Supported(now time.Time) bool {
	return v.ReleasedAt(now) && !reached(v.Sunset, now)
}

func reached(at, now time.Time) bool { return !at.IsZero() && !now.Before(at) }

func day(date string) time.Time {
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		panic("version: " + err.Error())
	}
	return at
}
