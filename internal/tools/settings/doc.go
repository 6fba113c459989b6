// Command settings writes docs/configuration.md, the reference of what a node can be
// told, from the struct that is the configuration (app.Config).
//
//	go run ./internal/tools/settings .
//
// It reads the struct as the program does, by kong, so names, defaults and texts are
// those of --help.
//
//go:generate go run . ../../..
package main
