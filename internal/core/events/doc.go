// Package events owns what happened in a business: the log that apps read, and
// the outbox from which webhooks are fed.
//
// An operation records its events in its own transaction, so both commit or neither
// does. Recording only keeps them; right before the commit they are written
// together, and that statement takes the business's counter. Whoever commits
// first therefore has the lower number, and a reader who has seen event N has
// seen all before it:
//
//	operation ──Record──▶ kept ──last statement──▶ counter, log, outbox ──▶ commit
//	         └─ savepoint rolled back: dropped
//
// What happened does not change, but for one thing: the name of somebody who was
// erased is taken out (Scrub).
//
// A business's clock may be ahead of the service's. How far stands beside its counter,
// and its events are shown with that time; ids, days, cursors and retention go by the
// service's clock.
//
// The log is kept for 30 days in day partitions. Who may see which event is the
// reader's question; fan-out to webhooks belongs to package webhooks.
package events
