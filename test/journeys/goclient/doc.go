// Package goclient uses the Go client (client/) as a partner's servers do, against
// two real nodes: people connect through the pages, processes share tokens and die,
// webhooks are delivered. Answers are held to api/ as all others are.
package goclient
