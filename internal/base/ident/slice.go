package ident

import (
	"math/bits"
	"slices"
)

// Slices is into how many parts the shards are cut: so many workers can share
// what is done without being asked.
const Slices = 64

// Slice is the number of a slice, 0 to Slices-1.
//
// The shards of a slice are always on one server. Citus spreads tables by
// PostgreSQL's hash of the shard, in equal ranges of the hash; a slice is one of
// 64 equal ranges, so as long as Citus has a power of two of ranges and at most 64,
// or splits them where slices end, each of them holds whole slices.
type Slice int16

// SliceOf is the slice that a shard belongs to.
func SliceOf(shard Shard) Slice { return sliceOf[shard] }

// Shards are those of the slice, in order.
func (s Slice) Shards() []Shard { return slices.Clone(shardsOf[s]) }

// Home is the shard in which there is one row for the whole slice.
func (s Slice) Home() Shard { return shardsOf[s][0] }

var sliceOf, shardsOf = cut()

func cut() (of [Shards]Slice, shards [Slices][]Shard) {
	for shard := range Shard(Shards) {
		// The hash is signed to Citus: its least value begins the first range.
		slice := (hash(shard) ^ 1<<31) / (1 << 32 / Slices)
		of[shard], shards[slice] = Slice(slice), append(shards[slice], shard)
	}
	return of, shards
}

// hash is PostgreSQL's hashint2. It is part of what is stored, there too: an index
// or a table spread by it outlives versions of PostgreSQL.
func hash(shard Shard) uint32 {
	const start = 0x9e3779b9 + 4 + 3923095
	a, b, c := start+uint32(shard), uint32(start), uint32(start)
	rotate := bits.RotateLeft32
	c = (c ^ b) - rotate(b, 14)
	a = (a ^ c) - rotate(c, 11)
	b = (b ^ a) - rotate(a, 25)
	c = (c ^ b) - rotate(b, 16)
	a = (a ^ c) - rotate(c, 4)
	b = (b ^ a) - rotate(a, 14)
	c = (c ^ b) - rotate(b, 24)
	return c
}
