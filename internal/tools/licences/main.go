// Command licences writes docs/licences.md: every library of others that is in what we
// ship or that our tests need, with its version and licence. It stops at a licence that
// nobody has allowed.
//
//	licences .
//
// Modules of Go are those of go.mod; their licences are read out of the files beside
// their sources, in the module cache. Packages of Node are those that the lock files of
// ui and website hold for more than development, with the licences that they say there.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// page is where the list is kept.
const page = "docs/licences.md"

// allowed are the licences under which what we ship may stand: they ask for a notice, or,
// as MPL-2.0 does, for the source of their own files alone.
var allowed = []string{
	"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT", "MPL-2.0", "Python-2.0", "Unlicense",
}

// library is a row of the list.
type library struct{ name, version, licence, in string }

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: licences FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	modules, err := readModules(root)
	if err != nil {
		return err
	}
	for i := range modules {
		if err := modules[i].look(root); err != nil {
			return err
		}
	}
	packages, err := readPackages(root)
	if err != nil {
		return err
	}
	all := slices.Concat(modules, packages)
	if refused := notAllowed(all); len(refused) > 0 {
		return fmt.Errorf("not allowed:\n  %s", strings.Join(refused, "\n  "))
	}
	return os.WriteFile(filepath.Join(root, page), []byte(table(modules, packages)), 0o644)
}

func notAllowed(all []library) (refused []string) {
	for _, l := range all {
		if !slices.ContainsFunc(choices(l.licence), func(one string) bool { return slices.Contains(allowed, one) }) {
			refused = append(refused, fmt.Sprintf("%s %s (%s): %q", l.name, l.version, l.in, l.licence))
		}
	}
	return refused
}

// choices are the licences of which one may take one.
func choices(licence string) []string {
	return strings.Split(strings.Trim(licence, "()"), " OR ")
}

const head = `# Licences of others

What we ship and what our tests need, with the licence of each. ` + "`make licences`" + ` writes this page; tests hold it to go.mod and to the lock files. Allowed are ` + "%s" + `. Counterpart itself is under Apache-2.0 ([LICENSE](../LICENSE)).

## Go

| module | version | licence | in |
|---|---|---|---|
`

const middle = `
## Node

Of the console and the documentation; what only builds for one system, and what only develops and tests, is left out.

| package | version | licence | in |
|---|---|---|---|
`

func table(modules, packages []library) string {
	var b strings.Builder
	fmt.Fprintf(&b, head, strings.Join(allowed, ", "))
	write := func(rows []library) {
		for _, l := range rows {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", l.name, l.version, l.licence, l.in)
		}
	}
	write(modules)
	b.WriteString(middle)
	write(packages)
	return b.String()
}
