// Package arch checks the import rules as a test.
//
// The rules are the maps in arch_test.go; ARCHITECTURE.md says why they are so.
// The tree is read with go/parser rather than with `go list`: go test remembers
// which files a test has read and runs it again when one changes, but it cannot
// see what a started program has read.
package arch
