// Package esmodule tells what an ECMAScript module exports and imports, by parsing
// it. Nothing is ever run.
//
// The text is a stranger's, and a parser walks it by recursion: some 200 KB of
// opening brackets are enough to use up the stack of a Go program, which ends the
// whole process and cannot be recovered from. So the parser runs in a process of
// its own, which is this program started once more:
//
//	Parse ──source──▶ child: reads all of it, gives up the right to open anything,
//	      ◀──JSON───  parses, answers, ends
//
// The child has no environment, can open neither file nor socket (RLIMIT_NOFILE is
// 0 by then), and has limits of processor time, memory and stack. A few run at a
// time. One that dies says that the text is too deep for it; one that a busy machine
// does not let begin in time is our own fault.
package esmodule
