package main

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// clients knows how operations are called in Go, by resource and method.
type clients struct{ methods map[string]*ast.FuncDecl }

func (w *writer) readClients() (clients, error) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(w.root, "client/methods_gen.go"), nil, 0)
	if err != nil {
		return clients{}, err
	}
	c := clients{methods: map[string]*ast.FuncDecl{}}
	for _, declaration := range file.Decls {
		if method, ok := declaration.(*ast.FuncDecl); ok && method.Recv != nil && method.Name.IsExported() {
			c.methods[strings.ToLower(typeName(method.Recv.List[0].Type)+"."+method.Name.Name)] = method
		}
	}
	return c, nil
}

// typeName is a type as it is written, without the star before it.
func typeName(expression ast.Expr) string {
	var b strings.Builder
	if err := format.Node(&b, token.NewFileSet(), expression); err != nil {
		return ""
	}
	return strings.TrimPrefix(b.String(), "*")
}

// goCall is a call with the types that it takes.
func (c clients) goCall(method string) string {
	resource, name, nested := strings.Cut(method, ".")
	at := "business." + strings.ToUpper(resource[:1]) + resource[1:] + "."
	if !nested {
		resource, name, at = "business", resource, "business."
	}
	declared := c.methods[strings.ToLower(resource+"."+name)]
	if declared == nil {
		return "// " + method + " is not in this release of the client."
	}
	var args []string
	for _, field := range declared.Type.Params.List {
		kind := typeName(field.Type)
		for _, name := range field.Names {
			switch {
			case name.Name == "opts":
			case name.Name == "ctx" || kind == "string":
				args = append(args, name.Name)
			case ast.IsExported(kind):
				args = append(args, "counterpart."+kind+"{}")
			default:
				args = append(args, name.Name)
			}
		}
	}
	call := at + declared.Name.Name + "(" + strings.Join(args, ", ") + ")"
	results := declared.Type.Results.List
	switch {
	case strings.HasPrefix(typeName(results[0].Type), "iter."):
		return "for record, err := range " + call + " {\n\tif err != nil {\n\t\treturn err\n\t}\n\tfmt.Println(record.ID)\n}"
	case len(results) == 1:
		return "err := " + call
	}
	return "answer, err := " + call
}

// clientPages are the READMEs of the clients.
func (w *writer) clientPages() (pages []*page, err error) {
	for _, client := range []struct{ path, file string }{
		{"reference/go", "client/README.md"}, {"reference/typescript", "clients/typescript/README.md"},
	} {
		text, err := w.read(client.file)
		if err != nil {
			return nil, err
		}
		p := written(client.path, client.file, text)
		if client.path == "reference/typescript" {
			p.title = "The TypeScript client"
		}
		p.description = p.title + ": connect, call, write, errors, tokens and webhooks."
		pages = append(pages, w.add(p))
	}
	return pages, nil
}
