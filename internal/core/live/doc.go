// Package live carries what happens with an app to those who watch it at this
// moment, on whichever nodes both are: requests once they are in the log,
// deliveries once they are made, attempts once they are written.
//
//	Watch ──▶ the app is on the list of those that are watched ──┐
//	Watched ◀── remembered for two beats ────────────────────────┘
//	Tell ──▶ buffer ──▶ the app's stream in Redis, 500 entries ──▶ Next, each beat
//
// It holds ids and figures, and nothing that is not in PostgreSQL: whoever misses
// something reads it there. So nothing waits for it. Telling never blocks and never
// fails; where nobody watches an app it is a look into a map. An app's stream is
// there while somebody watches, and for a while after, so that a connection that
// breaks goes on where it was.
//
// A watch says what it knows:
//
//	opening ──publishers know of it──▶ following ──its place is gone──▶ opening
//	            (Ready or Reload)          └──Redis is away (Paused)──▶ opening
//
// Ready and Reload promise that nothing is missed from there on, and Reload that
// something may have been missed before: the watcher reads it again. A node that
// could not tell something tells so much as soon as it can.
package live
