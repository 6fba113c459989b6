// Package delivery brings events to webhooks: it makes deliveries of them, sends
// these, and writes down what became of each attempt.
//
//	queued ──2xx──────────────────────────────▶ delivered
//	  │ └──anything else──▶ retrying ──2xx────▶ delivered
//	  │                        └──6th attempt─▶ failed ──redeliver──▶ queued
//	  └──re-check says no──────────────────────▶ failed
//
// Nothing is lost on the way. An event and its row in the outbox commit with the
// operation (package events). That row is the record of what is owed until the
// event's deliveries are on record, for every webhook that wants it, in the event's
// own shard; it goes in the same transaction. Made twice, a delivery is still one.
// The first attempt may come before that: if all endpoints take the event at once,
// its deliveries are written as delivered (Land). Else they are queued (Queue):
// whoever delivers reads what is due, sends, and writes the result (Finish). A crash
// at any point repeats what was in flight, and of an event that was sent before it
// was on record all that it owes; no more.
//
// No webhook waits for another. Each has a lane in every shard that it hears of,
// which is armed while it has work there; workers take a few deliveries from
// every lane that is due, never many from one. A slice of the shards has one
// worker at a time (package leases): a worker that lost its slice without noticing
// is fenced off.
//
// When to look, and how much to send at once, is the affair of work/delivery.
package delivery
