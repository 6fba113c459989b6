// Package ui holds the console's pages as npm run build leaves them in dist. A tree
// that was never built holds none, and compiles all the same.
package ui

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Built are the files of the console: index.html, and assets beside it.
func Built() fs.FS {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the name is a valid one
	}
	return built
}
