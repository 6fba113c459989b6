// Package cluster shows what partners notice while the servers of a cluster come
// and go: calls and writes run, events are delivered, and meanwhile a server is
// added and shards move there, or a server is away and comes back.
//
// It runs where PostgreSQL is a cluster: `make cluster` does. Elsewhere there is
// nothing to show.
package cluster
