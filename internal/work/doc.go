// Package work does what nobody waits for: making partitions, sending mail,
// clearing away.
//
// Every job is a row in jobs.go and a function of the time and of some slices: it
// looks for what is due there at that instant and does it. Run twice it finds
// nothing the second time; not run for a day, it catches up. So a lost run is made
// good by the next, and a test or a moved development clock may run a job at any
// time, anywhere. A worker runs each job in the slices that it has leased:
//
//	beat of the job ──────────────┐
//	a slice that came to the node ┼──▶ the job's own queue ──▶ a run in those slices
//	Kick after a commit ──────────┘
//
// What belongs to no shard belongs to one slice, chosen by the job's name. Runs on
// different workers are about different slices, but for the moment in which a slice
// changes hands: whatever must not happen twice is claimed row by row.
//
// Nobody waits for another. Each job has a queue, so a slow one delays itself
// alone. Mails go out party by party (mails.go), so one business's many mails
// take turns with everybody else's.
package work
