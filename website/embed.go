// Package website holds the documentation site as scripts/website build leaves it in
// dist. A tree that was never built holds none, and compiles all the same.
package website

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Built are the files of the site.
func Built() fs.FS {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the name is a valid one
	}
	return built
}
