// Package limits owns how often anybody may ask, and how often anybody may fail
// to prove who they are: every limit, every lockout and every cap is one row in rules.go.
//
// A window starts at its first request and lasts as long as its rule says;
// every request counts, the refused ones too. A lockout remembers the last
// failures; one too many of them within its window shuts the door for a while:
//
//	open ──one failure too many──▶ locked ──it has lasted──▶ open
//
// A cap is how many of something anybody has at once: a slot is taken, kept and
// left, and one that nobody keeps is free again after a while.
//
// Counters and failures live in Redis, so that all nodes together admit exactly
// the limit. The time is the program's and is handed to the scripts. All that a
// request has to pass is asked in one round trip.
//
// When Redis is away the service keeps answering: each node counts and locks for
// itself until Redis is back. The fact is logged once and measured.
package limits
