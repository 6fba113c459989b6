package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/counterpart/counterpart"

// pkg is one folder with Go files. Its path, and those of imports from this
// module, are relative to the module's root.
type pkg struct {
	path       string
	documented bool // a file that is not a test carries a package comment
	generated  bool // every file is generated
	onlyTests  bool // every file is a test
	imports    []imported
}

type imported struct {
	path   string
	own    bool // from this module
	inTest bool
	file   string
}

// readTree parses the imports of every Go file, in the order of their folders.
func readTree(root fs.FS) ([]pkg, error) {
	packages := map[string]*pkg{}
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && skipped(name):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		folder := path.Dir(name)
		if packages[folder] == nil {
			packages[folder] = &pkg{path: folder, generated: true, onlyTests: true}
		}
		return packages[folder].read(root, name)
	})
	tree := make([]pkg, 0, len(packages))
	for _, p := range packages {
		tree = append(tree, *p)
	}
	slices.SortFunc(tree, func(a, b pkg) int { return strings.Compare(a.path, b.path) })
	return tree, err
}

// skipped are the folders the go command does not look into either.
func skipped(folder string) bool {
	base := path.Base(folder)
	return folder != "." && (base[0] == '.' || base[0] == '_' || base == "testdata" || base == "node_modules")
}

func (p *pkg) read(root fs.FS, name string) error {
	source, err := fs.ReadFile(root, name)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return err
	}
	inTest := strings.HasSuffix(name, "_test.go")
	p.documented = p.documented || !inTest && file.Doc != nil
	p.onlyTests = p.onlyTests && inTest
	p.generated = p.generated && ast.IsGenerated(file)
	for _, spec := range file.Imports {
		full, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		relative, own := strings.CutPrefix(full, module+"/")
		p.imports = append(p.imports, imported{path: relative, own: own, inTest: inTest, file: name})
	}
	return nil
}
