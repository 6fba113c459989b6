package scope_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestPartnerAppsMayAskForTheseScopes(t *testing.T) {
	t.Parallel()
	want := scope.Of(
		"profile:read", "invoices:read", "invoices:write", "customers:read", "customers:write", "payments:read", "payments:write",
		"accounts:read", "accounts:write", "journal:read", "journal:write", "suppliers:read", "suppliers:write", "events:read",
	)
	if diff := cmp.Diff(want, scope.Partner()); diff != "" {
		t.Error(diff)
	}
}

func TestTheServerKnowsMoreThanPartnersMayAskFor(t *testing.T) {
	t.Parallel()
	want := scope.Of(scope.DeveloperRead, scope.DeveloperWrite)
	if diff := cmp.Diff(want, scope.Partner().Missing(scope.All())); diff != "" {
		t.Error(diff)
	}
	if !scope.All().Covers(scope.Partner()) {
		t.Error("a partner app may ask for a scope that the server does not know")
	}
}

func TestScopesThatChangeTheBooksAreMarked(t *testing.T) {
	t.Parallel()
	var books []scope.Scope
	for _, r := range scope.Rows() {
		if r.Risk == scope.Books {
			books = append(books, r.Scope)
		}
	}
	want := []scope.Scope{scope.PaymentsWrite, scope.AccountsWrite, scope.JournalWrite}
	if diff := cmp.Diff(want, books); diff != "" {
		t.Error(diff)
	}
}

func TestEveryRowIsWhole(t *testing.T) {
	t.Parallel()
	for _, r := range scope.Rows() {
		if r.Scope == "" || r.Module == "" || r.Risk == "" || r.Says == "" || len(r.Acts) == 0 {
			t.Errorf("row %q lacks something: %+v", r.Scope, r)
		}
		if strings.HasSuffix(string(r.Scope), ":read") != (r.Risk == scope.Read) {
			t.Errorf("%s and risk %s contradict each other", r.Scope, r.Risk)
		}
		if strings.HasSuffix(r.Says, ".") || strings.ToUpper(r.Says[:1]) != r.Says[:1] {
			t.Errorf("%s: %q is not a verb phrase like the others", r.Scope, r.Says)
		}
		for _, act := range r.Acts {
			if act.Verb == "" || strings.ToLower(act.Verb[:1]) != act.Verb[:1] {
				t.Errorf("%s: %q is not a verb like the others", r.Scope, act.Verb)
			}
		}
		if found, ok := scope.Lookup(r.Scope); !ok || cmp.Diff(r, found) != "" {
			t.Errorf("%s is not found by its name", r.Scope)
		}
	}
	if len(scope.All()) != len(scope.Rows()) {
		t.Error("a scope has two rows")
	}
}

func TestTheMarksOfARouteAreNoScopes(t *testing.T) {
	t.Parallel()
	for _, mark := range []scope.Scope{scope.AnyToken, scope.OfRecord, ""} {
		if _, ok := scope.Lookup(mark); ok {
			t.Errorf("%q has a row", mark)
		}
	}
}
