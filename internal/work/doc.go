// Package work does what nobody waits for: making partitions, sending mail,
// clearing away.
//
// Every job is a row in jobs.go and a function of the time: it looks for what is
// due at that instant and does it. Run twice it finds nothing the second time;
// not run for a day, it catches up. So jobs need no arguments, a lost run is
// made good by the next, and a test or a moved development clock may run a job
// at any time. River runs them on their beat on whichever node leads, and at
// once when somebody has asked:
//
//	beat of the leader ──┐
//	Kick after a commit ─┼──▶ the job's own queue ──▶ a run, on any node
//	moved clock ─────────┘
//
// Nobody waits for another. Each job has a queue, so a slow one delays itself
// alone. A run that finds its job taken ends, and the run that has it looks
// again. Mails go out party by party (mails.go), so one business's many mails
// take turns with everybody else's.
package work
