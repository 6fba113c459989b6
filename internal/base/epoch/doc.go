// Package epoch lets nodes remember who may do what, and forget it everywhere
// at once.
//
// A node that has looked a caller up in PostgreSQL keeps the answer together
// with the epochs of everything it rests on: the app, the installation, the
// user, the business. An epoch is a random value in Redis. While the epochs are
// what they were, the answer stands; when one has changed, it is looked up
// again. A change that takes rights away goes through Change:
//
//	mark ───────▶ commit ───────▶ unmark ──────▶ answer
//	new epoch,    in PostgreSQL   new epoch,     the next call
//	in flux                       flux over      anywhere sees it
//
// While a subject is in flux nobody keeps anything about it, so what is read
// between mark and unmark is never remembered. A crash leaves a mark that fades
// after MarkLife: a slow minute, never a stale permit. Each writer removes its
// own mark only, so one cannot end another's flux.
//
// Redis may be away. A reader that gets no answer asks PostgreSQL on every
// call. A writer that cannot unmark has committed all the same and answers only
// after Grace, by which time every remembered answer has expired, or as soon as
// Redis takes the unmark. It cannot answer earlier: another node may still reach
// Redis, and there its old epochs look as good as ever.
//
// The times here are the machine's own, never the moved clock: they bound what
// other processes remember.
package epoch
