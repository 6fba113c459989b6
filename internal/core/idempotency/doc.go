// Package idempotency owns idempotency keys: the first answer to a key is kept
// for a day and repeated to whoever sends the same request under it again.
//
//	free ──Once──▶ in progress ──commit──▶ answered ──24 h──▶ free
//	  ▲                 │                     └──Erase──▶ erased ──24 h──▶ free
//	  └─────────────────┘
//	     rollback, or an answer that must not be repeated
//
// A key has a row a day, in the shard of its business, and is in progress while a
// transaction has its rows locked: the one that carries the request out. Effect
// and answer are committed together, and no crash leaves a key that is busy for
// ever. A row is locked where it lives, so it does not matter which server of a
// cluster a node talks to.
package idempotency
