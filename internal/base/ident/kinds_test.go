package ident

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

func TestNoTwoKindsShareAPrefix(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "kinds.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if returned, ok := n.(*ast.ReturnStmt); ok { // the methods prefix have the only ones
			prefix := returned.Results[0].(*ast.BasicLit).Value
			if taken[prefix] {
				t.Errorf("%s is taken twice", prefix)
			}
			taken[prefix] = true
		}
		return true
	})
	if len(taken) < 20 {
		t.Errorf("only %d kinds were found", len(taken))
	}
}
