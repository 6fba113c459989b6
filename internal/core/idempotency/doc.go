// Package idempotency owns idempotency keys: the first answer to a key is kept
// for a day and repeated to whoever sends the same request under it again.
//
//	free ──Once──▶ in progress ──commit──▶ answered ──24 h──▶ free
//	  ▲                 │                     └──Erase──▶ erased ──24 h──▶ free
//	  └─────────────────┘
//	     rollback, or an answer that must not be repeated
//
// A key that is in progress is a lock of the transaction that carries the
// request out, and no row: its effect and its answer are committed together, and
// no crash leaves a key that is busy for ever.
package idempotency
