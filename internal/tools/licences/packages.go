package main

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sites are the folders whose packages end up in what we ship.
var sites = []struct{ name, folder string }{{"console", "ui"}, {"documentation", "website"}}

// unsaid are the licences of packages whose entry in the lock file has none.
var unsaid = map[string]string{
	"zod-to-ts": "MIT", // in its LICENSE
}

// readPackages lists the packages of the lock files that are not for development alone.
func readPackages(root string) ([]library, error) {
	var packages []library
	for _, site := range sites {
		text, err := os.ReadFile(filepath.Join(root, site.folder, "package-lock.json"))
		if err != nil {
			return nil, err
		}
		var lock struct {
			Packages map[string]struct {
				Version, License string
				Dev, Optional    bool
			}
		}
		if err := json.Unmarshal(text, &lock); err != nil {
			return nil, err
		}
		for at, p := range lock.Packages {
			if at == "" || p.Dev || p.Optional { // the first is our own
				continue
			}
			name := at[strings.LastIndex(at, "node_modules/")+len("node_modules/"):]
			packages = append(packages, library{name, p.Version, cmp.Or(p.License, unsaid[name]), site.name})
		}
	}
	slices.SortFunc(packages, func(a, b library) int {
		return cmp.Or(strings.Compare(a.in, b.in), strings.Compare(a.name, b.name), strings.Compare(a.version, b.version))
	})
	return slices.Compact(packages), nil // one may be installed in two places
}
