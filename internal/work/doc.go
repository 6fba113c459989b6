// Package work does what nobody waits for: making partitions, sending mail,
// clearing away.
//
// Every job is a row in jobs.go and a function of the time: it looks for what is
// due at that instant and does it. Run twice it finds nothing the second time;
// not run for a day, it catches up. So jobs need no arguments, a lost run is
// made good by the next, and a test or a moved development clock may run a job
// at any time. River runs them on their beat on whichever node leads, and at
// once when a deed has something for them:
//
//	beat of the leader ─┐
//	Kick after a deed  ─┼──▶ River ──▶ one run of the job at a time, anywhere
//	moved clock        ─┘
package work
