// Package lease holds the leases of a node. Its Holder renews them, acquires slices
// until the node has its fair share, and lets go of what others should have:
//
//	free ──acquire──▶ owned ──asked for by who has too few──▶ going ──nothing under way──▶ free
//
// Whoever works on slices (the courier, the jobs) asks what is owned. The courier,
// which must send nothing twice, also says when it begins something in a slice and
// when that has ended: a slice goes when nothing is under way in it.
//
// Nodes know of each other what the leases say, and nothing else: who owns slices,
// and who asked for one lately.
package lease
