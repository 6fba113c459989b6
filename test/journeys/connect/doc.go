// Package connect shows how apps are connected, embedded, renewed and shut out, through
// the whole service, on several nodes.
package connect
