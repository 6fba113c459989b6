// Package delivery is the loop that brings events to webhooks. Its Courier runs
// on every worker and works on the shards that it has leased:
//
//	outbox ──fan out──▶ sent ──write──▶ done
//	   └──no slot, or not taken at once──▶ deliveries ──dispatch──▶ sent ──write──▶ done
//
// What is sent, to whom, whether it still may be, and what becomes of an attempt
// is core/webhooks/delivery's business; when, how much of it at once and in which
// order is decided here.
package delivery
