package pagepath_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

func TestEveryPageIsKnownByItsName(t *testing.T) {
	t.Parallel()
	source, err := parser.ParseFile(token.NewFileSet(), "pagepath.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var declared, known []string
	for node := range ast.Preorder(source) {
		if block, ok := node.(*ast.GenDecl); ok && block.Tok == token.CONST {
			for _, spec := range block.Specs {
				declared = append(declared, spec.(*ast.ValueSpec).Names[0].Name)
			}
		}
	}
	seen := map[string]string{}
	for name, path := range pagepath.All() {
		known = append(known, name)
		if !strings.HasPrefix(path, "/") || seen[path] != "" {
			t.Errorf("%s is at %q, as is %q", name, path, seen[path])
		}
		seen[path] = name
	}
	slices.Sort(declared)
	slices.Sort(known)
	if diff := cmp.Diff(declared, known); diff != "" {
		t.Errorf("pages (-declared +known by name):\n%s", diff)
	}
}
