package audit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
)

func TestEveryRowIsWhole(t *testing.T) {
	t.Parallel()
	seen := map[audit.Action]bool{}
	for _, r := range audit.Rows() {
		thing, done, _ := strings.Cut(string(r.Action), ".")
		if thing == "" || done == "" || !strings.HasSuffix(r.Says, ".") || len(r.Readers) == 0 {
			t.Errorf("row %q lacks something: %+v", r.Action, r)
		}
		if r.SignIn && !slices.Equal(r.Readers, []audit.Reader{audit.Operator}) {
			t.Errorf("%s is kept for 90 days, and %s read it", r.Action, r.Readers)
		}
		if seen[r.Action] {
			t.Errorf("%s has two rows", r.Action)
		}
		seen[r.Action] = true
		if found, ok := audit.Lookup(r.Action); !ok || cmp.Diff(r, found) != "" {
			t.Errorf("%s is not found by its name", r.Action)
		}
	}
	for name, action := range constants(t) {
		if !seen[action] {
			t.Errorf("%s has a name and no row", name)
		}
	}
}

func TestEveryActionIsWrittenAndByItsNameAlone(t *testing.T) {
	t.Parallel()
	things := map[string]bool{}
	for _, r := range audit.Rows() {
		thing, _, _ := strings.Cut(string(r.Action), ".")
		things[thing] = true
	}
	used := map[string]bool{}
	for path, file := range domains(t) {
		for node := range ast.Preorder(file) {
			switch node := node.(type) {
			case *ast.SelectorExpr:
				if from, ok := node.X.(*ast.Ident); ok && from.Name == "audit" {
					used[node.Sel.Name] = true
				}
			case *ast.BasicLit:
				text, _ := strconv.Unquote(node.Value)
				if thing, done, ok := strings.Cut(text, "."); ok && things[thing] && isWord(done) {
					t.Errorf("%s: %q is spelled out; use the catalogue's constant", path, text)
				}
			}
		}
	}
	for name, action := range constants(t) {
		if !used[name] {
			t.Errorf("nothing writes %s", action)
		}
	}
}

func TestWhatIsNotInTheCatalogueIsNotWritten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for what, note := range map[string]func(*pg.Tx) error{
		"an unknown action": func(tx *pg.Tx) error {
			return f.Note(t.Context(), tx, "app.eaten", f.organization, f.organization, nil)
		},
		"an unknown action in a business": func(tx *pg.Tx) error {
			return f.NoteIn(t.Context(), tx, f.business, "app.eaten", f.business, nil)
		},
		"a business's action on the control plane": func(tx *pg.Tx) error {
			return f.Note(t.Context(), tx, audit.AppConnected, f.organization, ident.Organization{}, nil)
		},
		"an organization's action in a business": func(tx *pg.Tx) error {
			return f.NoteIn(t.Context(), tx, f.business, audit.AppRegistered, f.business, nil)
		},
		"an account's action in an organization": func(tx *pg.Tx) error {
			return f.Note(t.Context(), tx, audit.SessionOpened, f.organization, f.organization, nil)
		},
	} {
		if err := f.db.InTx(t.Context(), note); err == nil {
			t.Errorf("%s was written", what)
		}
	}
}

// constants reads the catalogue's constants out of its source.
func constants(t *testing.T) map[string]audit.Action {
	t.Helper()
	list := map[string]audit.Action{}
	for node := range ast.Preorder(parse(t, "catalogue.go")) {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			continue
		}
		if kind, ok := spec.Type.(*ast.Ident); !ok || kind.Name != "Action" {
			continue
		}
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		list[spec.Names[0].Name] = audit.Action(value)
	}
	if len(list) == 0 {
		t.Fatal("the catalogue has no constants")
	}
	return list
}

// domains reads the source of all domains but this one: they are who writes.
func domains(t *testing.T) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == "../audit" || strings.HasSuffix(path, "internal/db") {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files[path] = parse(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func parse(t *testing.T, path string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func isWord(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz_") == ""
}
