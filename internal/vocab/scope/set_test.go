package scope_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestParseReadsAScopeParameter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want scope.Set
	}{
		{"invoices:read", scope.Of(scope.InvoicesRead)},
		{"payments:read invoices:read", scope.Of(scope.InvoicesRead, scope.PaymentsRead)},
		{"invoices:read invoices:read", scope.Of(scope.InvoicesRead)},
		{" invoices:read  payments:read ", scope.Of(scope.InvoicesRead, scope.PaymentsRead)},
		{"developer:read", scope.Of(scope.DeveloperRead)},
		{"", scope.Of()},
		{" ", scope.Of()},
	} {
		got, err := scope.Parse(c.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.text, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("Parse(%q): %s", c.text, diff)
		}
	}
}

func TestParseNamesTheScopeItDoesNotKnow(t *testing.T) {
	t.Parallel()
	for text, name := range map[string]string{
		"invoices:read payroll:read": "payroll:read",
		"INVOICES:READ":              "INVOICES:READ",
		"invoices:read\tevents:read": "invoices:read\tevents:read",
		"invoices:read,events:read":  "invoices:read,events:read",
		"offline_access":             "offline_access",
		string(scope.AnyToken):       "any",
		string(scope.OfRecord):       "of",
	} {
		_, err := scope.Parse(text)
		unknown, ok := errors.AsType[*scope.UnknownError](err)
		if !ok || unknown.Name != name {
			t.Errorf("Parse(%q): want %q named as unknown, got %v", text, name, err)
		}
	}
}

func TestAnEmptySetIsAnEmptyList(t *testing.T) {
	t.Parallel()
	invoices := scope.Of(scope.InvoicesRead)
	for name, set := range map[string]scope.Set{
		"made":       scope.Of(),
		"intersects": invoices.Intersect(scope.Of()),
		"missing":    invoices.Missing(invoices),
		"union":      scope.Of().Union(nil),
	} {
		if raw, err := json.Marshal(set); err != nil || string(raw) != "[]" {
			t.Errorf("%s: want [], got %s (%v)", name, raw, err)
		}
	}
}

func TestSetsObeyTheLawsOfSets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := set(t, "a"), set(t, "b")
		for _, s := range scope.All() {
			inA, inB := a.Has(s), b.Has(s)
			holds(t, "union", a.Union(b).Has(s) == (inA || inB))
			holds(t, "intersection", a.Intersect(b).Has(s) == (inA && inB))
			holds(t, "missing", a.Missing(b).Has(s) == (inB && !inA))
		}
		holds(t, "union commutes", a.Union(b).Equal(b.Union(a)))
		holds(t, "what covers another misses nothing of it", a.Covers(b) == a.Union(b).Equal(a))
		back, err := scope.Parse(a.String())
		holds(t, "the text reads back", err == nil && back.Equal(a))
		holds(t, "the stored names read back", scope.Stored(a.Strings()).Equal(a))
		for _, made := range []scope.Set{a, a.Union(b), a.Intersect(b), a.Missing(b)} {
			holds(t, "sorted", slices.IsSorted(made))
			holds(t, "no doubles", len(slices.Compact(slices.Clone(made))) == len(made))
		}
	})
}

func set(t *rapid.T, label string) scope.Set {
	return scope.Of(rapid.SliceOf(rapid.SampledFrom(scope.All())).Draw(t, label)...)
}

func holds(t *rapid.T, law string, ok bool) {
	t.Helper()
	if !ok {
		t.Fatalf("broken law: %s", law)
	}
}
