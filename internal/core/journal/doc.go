// Package journal owns what is remembered of the calls of apps, and counts what
// is sent to them. It keeps every
// call in memory and writes it down a moment later:
//
//	Note ──▶ sums by app, business, route and hour ──▶ usage, for 400 days
//	    ├──▶ sums by app, route, version and hour ───▶ app_usage, for 400 days
//	    │    and of refusals by app, code and route ─▶ app_errors, for 30 days
//	    └──▶ a redacted line, within the app's budget ──▶ requests, for 30 days
//
// and of what is sent to them, events and people:
//
//	NoteAttempt ──▶ sums by app, webhook and hour ───▶ attempts, for 400 days
//	NoteRedirect ─▶ sums by app, redirect URI and day ▶ redirects, for 30 days
//
// Usage lies in the shard of the business. All else lies in the home shard of the
// app (ident.HomeOf), where its developers look: see docs/decisions/0048.
//
// Noting never waits. What a node has no room for is dropped, and counted as
// dropped; what it writes counts once, however often writing is interrupted.
//
// Several writers share what there is to write, a portion of many shards each: on
// a cluster shards that lie together, and so on one server. A server that is away
// keeps nobody else waiting: what goes to it waits apart, within bounds of its own.
//
// Reads beyond the budget of an app and hour are sampled, and a line says how many
// calls it stands for; see budget.go.
package journal
