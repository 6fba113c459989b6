package version_test

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/version"
)

var november = time.Date(2026, 11, 14, 22, 38, 7, 0, time.UTC)

func TestResolveAsksHeaderThenPinThenTheCurrentVersion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ says, header, pinned, want string }{
		{"neither", "", "", "2026-11-01"},
		{"a pin", "", "2025-02-01", "2025-02-01"},
		{"a header", "2025-02-01", "", "2025-02-01"},
		{"both", "2026-11-01", "2025-02-01", "2026-11-01"},
		{"a header beside a pin past its sunset", "2026-11-01", "2024-06-01", "2026-11-01"},
	} {
		t.Run(c.says, func(t *testing.T) {
			t.Parallel()
			v, ok := version.Resolve(c.header, c.pinned, november)
			if !ok || v.Name != c.want {
				t.Errorf("want %s, got %s, %t", c.want, v.Name, ok)
			}
		})
	}
}

func TestResolveRefusesWhatDoesNotExistOrIsPastItsSunset(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ says, header, pinned string }{
		{"an unknown header", "2025-02-02", ""},
		{"an unknown pin", "", "2019-01-01"},
		{"an ended header", "2024-06-01", ""},
		{"an ended pin", "", "2024-06-01"},
		{"an ended header beside a good pin", "2024-06-01", "2026-11-01"},
		{"no date", "latest", ""},
		{"another spelling", " 2026-11-01", ""},
	} {
		t.Run(c.says, func(t *testing.T) {
			t.Parallel()
			if v, ok := version.Resolve(c.header, c.pinned, november); ok {
				t.Errorf("got %s", v.Name)
			}
		})
	}
}

func TestAVersionChangesAtTheInstantItsRowNames(t *testing.T) {
	t.Parallel()
	for _, v := range version.All() {
		for _, edge := range []struct {
			what string
			at   time.Time
			is   func(time.Time) bool
		}{
			{"release", v.Released, v.ReleasedAt},
			{"deprecation", v.Deprecated, v.DeprecatedAt},
			{"sunset", v.Sunset, func(now time.Time) bool { return !v.Supported(now) }},
		} {
			if edge.at.IsZero() {
				continue
			}
			if edge.is(edge.at.Add(-time.Nanosecond)) || !edge.is(edge.at) {
				t.Errorf("%s: the %s is not at %s", v.Name, edge.what, edge.at)
			}
		}
	}
}

func TestCurrentIsTheNewestReleased(t *testing.T) {
	t.Parallel()
	for date, want := range map[string]string{
		"2020-01-01": "2024-06-01",
		"2024-06-01": "2024-06-01",
		"2025-01-31": "2024-06-01",
		"2026-10-31": "2025-02-01",
		"2026-11-01": "2026-11-01",
		"2030-01-01": "2026-11-01",
	} {
		now, err := time.Parse(time.DateOnly, date)
		if err != nil {
			t.Fatal(err)
		}
		if got := version.Current(now).Name; got != want {
			t.Errorf("on %s: want %s, got %s", date, want, got)
		}
	}
}

func TestAVersionIsSupportedFor18MonthsAfterItsSuccessor(t *testing.T) {
	t.Parallel()
	all := version.All()
	for i, v := range all {
		if v.Name != v.Released.Format(time.DateOnly) {
			t.Errorf("%s is not named after its release on %s", v.Name, v.Released)
		}
		if i == len(all)-1 {
			if !v.Deprecated.IsZero() || !v.Sunset.IsZero() {
				t.Errorf("the newest version, %s, is on its way out", v.Name)
			}
			continue
		}
		next := all[i+1]
		if !v.Released.Before(next.Released) || !v.Deprecated.Equal(next.Released) {
			t.Errorf("%s is not deprecated by the release of %s", v.Name, next.Name)
		}
		if v.Sunset.Before(next.Released.AddDate(0, 18, 0)) {
			t.Errorf("%s ends %s, less than 18 months after %s", v.Name, v.Sunset.Format(time.DateOnly), next.Name)
		}
	}
}
