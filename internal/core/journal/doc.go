// Package journal owns what is remembered of the calls of apps. It keeps every
// call in memory and writes it down a moment later:
//
//	Note ──▶ sums by app, business, route and hour ──▶ usage, for 400 days
//	    └──▶ a redacted line ──▶ requests, for 30 days
//
// Noting never waits. What a node has no room for is dropped, and counted as
// dropped; what it writes counts once, however often writing is interrupted.
package journal
