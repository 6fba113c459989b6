// Package cli is the command line "counterpart", for people who make apps. What
// the developer console can do, it can do, through the same public routes: it is a
// client like any other and knows nothing of the service's inside.
//
//	arguments ──kong──▶ a command ──▶ run: profile, sign-in, service ──▶ stdout
//	                                    └── what went wrong: problem ──▶ stderr, exit code
//
// What people pipe goes to stdout, everything else to stderr. In a terminal there
// are columns with headings and times as people say them; in a pipe tabs, whole ids
// and UTC; with --json what the service itself said.
//
// Exit codes are a promise to scripts:
//
//	0 done                                 5 signed in, not allowed
//	1 refused by the service, or failed    6 try later
//	2 the command line is wrong            7 the service cannot be reached
//	3 no such thing                        8 it ran, and the answer is no
//	4 not signed in                      130 interrupted
//
// Subpackage service speaks HTTP and knows the few types that are shown, store
// keeps profiles and credentials on this machine.
package cli
