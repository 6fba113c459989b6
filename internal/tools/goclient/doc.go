// Command goclient writes what of the Go client (client/) is generated: types and
// one method an operation from clients/openapi.json, the payloads of webhooks from
// clients/events.json.
//
//	go run ./internal/tools/goclient .
//
// It knows as much of JSON Schema as the description uses, and stops with the
// place's name at anything else: what it cannot say in Go should not be in the
// description unseen.
//
//go:generate go run . ../../..
package main
