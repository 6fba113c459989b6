// Package traffic owns how often anybody may ask: every limit is one row in
// rules.go.
//
// A window starts at its first request and lasts as long as its rule says;
// every request counts, the refused ones too. The counters live in Redis, so
// that all nodes together admit exactly the limit. The time is the program's and
// is handed to the script.
//
// When Redis is away the service keeps answering: each node counts for itself
// until Redis is back. The fact is logged once and measured.
package traffic
