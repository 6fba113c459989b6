// Package leases shares the slices of the shards between workers: a slice has one
// worker at a time, which does there what nobody asks for.
//
//	free ──acquire──▶ leased ──release──▶ free
//	                   │  ▲ └──not renewed for 6 s──▶ free
//	                   └──┘ renew
//
// Its fence is a fencing token: it rises with every new owner, and what is written
// under an older one counts no more. So a worker that was away for too long, and
// does not know, does no harm.
//
// The row of a slice is in one of its own shards. On a cluster it is on the server
// that has the slice's data, and every statement here is sent for each slice on its
// own, several at once: a server that is away takes its own slices along, and no
// others.
//
// Leases are about which processes live, so their times are the machines' own.
// When to renew, and what to do about others, is work/lease's affair.
package leases
