// Package ident makes and reads the ids that people and programs see.
//
//	inv_ 0g 01jcqx5e7v7k3ab5d8g0m2n4p6
//	 │    │  └ a UUIDv7, 26 characters
//	 │    └ the logical shard it lives in, 2 characters (1,024 shards)
//	 └ what it is
//
// Letters are lower-case Crockford base32. An id knows its home: whoever holds
// one can route to its shard without asking anybody. Ids of the control plane
// (users, organizations, apps) carry shard 00. Within a shard ids sort by the
// time they were made.
//
// Each kind of thing has an id type of its own, so that a customer's id cannot
// be handed over where an invoice's is wanted. A kind is one row in kinds.go.
package ident
