package scope_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestPartnerAppsMayAskForFourteenScopes(t *testing.T) {
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
		if r.Scope == "" || r.Module == "" || r.Risk == "" || r.Says == "" {
			t.Errorf("row %q lacks something: %+v", r.Scope, r)
		}
		if strings.HasSuffix(string(r.Scope), ":read") != (r.Risk == scope.Read) {
			t.Errorf("%s and risk %s contradict each other", r.Scope, r.Risk)
		}
		if strings.HasSuffix(r.Says, ".") || strings.ToUpper(r.Says[:1]) != r.Says[:1] {
			t.Errorf("%s: %q is not a verb phrase like the others", r.Scope, r.Says)
		}
		if found, ok := scope.Lookup(r.Scope); !ok || found != r {
			t.Errorf("%s is not found by its name", r.Scope)
		}
	}
	if len(scope.All()) != len(scope.Rows()) {
		t.Error("a scope has two rows")
	}
}

func TestEveryNameHasItsRow(t *testing.T) {
	t.Parallel()
	marks := []string{string(scope.AnyToken), string(scope.OfRecord)}
	for _, name := range constants(t, "scope.go", "Scope") {
		if _, ok := scope.Lookup(scope.Scope(name)); ok == slices.Contains(marks, name) {
			t.Errorf("%q: a scope has a row, a mark of a route has none", name)
		}
	}
}

// constants reads the values of the constants of a type out of a source file.
func constants(t *testing.T, file, typeName string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for node := range ast.Preorder(parsed) {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			continue
		}
		if ident, ok := spec.Type.(*ast.Ident); ok && ident.Name == typeName {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, value)
		}
	}
	if len(values) == 0 {
		t.Fatalf("no constants of type %s in %s", typeName, file)
	}
	return values
}
