// Package vocab_test holds what is true of all catalogues.
package vocab_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/plan"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestEveryNameHasItsRow(t *testing.T) {
	t.Parallel()
	for _, book := range []struct {
		file, typeName string
		known          func(name string) bool
	}{
		{"event/catalog.go", "Name", func(name string) bool { return found(event.Lookup(event.Name(name))) }},
		{"permission/permission.go", "Permission", func(name string) bool { return found(permission.Lookup(permission.Permission(name))) }},
		{"permission/role.go", "Role", func(name string) bool { return permission.Role(name).Known() }},
		{"plan/plan.go", "Code", func(name string) bool { return found(plan.Lookup(plan.Code(name))) }},
		{"scope/scope.go", "Scope", func(name string) bool { return routeMark(name) || found(scope.Lookup(scope.Scope(name))) }},
	} {
		for _, name := range constants(t, book.file, book.typeName) {
			if !book.known(name) {
				t.Errorf("%s: %q has a name and no row", book.file, name)
			}
		}
	}
}

func found[Row any](_ Row, ok bool) bool { return ok }

func routeMark(name string) bool {
	return name == string(scope.AnyToken) || name == string(scope.OfRecord)
}

// constants reads the constants of a type out of a source file.
func constants(t *testing.T, file, typeName string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for node := range ast.Preorder(parsed) {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			continue
		}
		if ident, ok := spec.Type.(*ast.Ident); !ok || ident.Name != typeName {
			continue
		}
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, value)
	}
	if len(values) == 0 {
		t.Fatalf("%s has no constants of type %s", file, typeName)
	}
	return values
}
