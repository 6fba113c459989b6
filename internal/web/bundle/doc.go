// Package bundle serves pages that were built ahead of time: an entry page, and the
// files that it loads, whose names carry the hash of their content.
//
//	console, err := bundle.Open(ui.Built())
//	console.Entry(head)          the page, with lines of the server's own in its head
//	console.ServeFile(w, r, "index-Bx31.js")
//
// The build leaves each file compressed beside itself (.br, .gz), so nothing is
// compressed while somebody waits.
package bundle
