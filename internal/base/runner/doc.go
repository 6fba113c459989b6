// Package runner runs a stranger's ES module once, in a process that can do nothing
// else. It knows nothing of apps and events: a Job has a source and an input, and a
// Result says how the run ended.
//
// QuickJS runs the module, translated to Go. Within a serving process it would be a
// danger to all: a deep recursion takes the stack of a Go program, which ends the
// process. So a Pool keeps a few runners: this program started once more, without
// environment, files, network and children of its own, with limits of memory,
// processor time and stack.
//
//	Pool                                 runner
//	  │ ── job: source, event, config ──▶  a fresh machine
//	  │ ◀── log ──────────────────────
//	  │ ◀── call: method, path, body ──   the handler waits
//	  │ ── answer: status, body ───────▶
//	  │ ◀── end: outcome, output ──────   the machine is thrown away
//
//	starting ──▶ idle ──job──▶ running ──end──▶ idle
//	               │              ├──over a limit, by our clock──▶ killed
//	               │              └──its own death──▶ dead
//	               └──another owner's turn, or old──▶ stopped
//
// The pool does not trust a runner. It has a clock of its own for each run, reads
// nothing without a bound, and takes a message that it does not know for a death.
// Whatever is wrong with a runner ends that one run, with a reason; the runner is
// replaced.
//
// A runner works for one owner only. Should a module ever break out of its machine,
// it finds what its own owner gave it, and nothing of others.
//
// How many runs of one owner may be under way is the caller's to decide: a run that
// hangs has a runner for as long as its limits let it, and a pool has few.
package runner
