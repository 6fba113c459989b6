// Package keyring owns which of the operator's keys are in use. The keys stand
// in the configuration of every node and nowhere else; the database knows their
// ids, a fingerprint of each, and since when and until when it was in front.
//
//	listed ──in front of a node──▶ in use ──behind another──▶ needed ──▶ not needed ──▶ retired
//	                                                            │                          ▲
//	                                                            └──the operator gives it up┘
//
// A key is needed while something is sealed under it, or while something that is
// good can carry a MAC of it (secret.Purpose says how long). The sweep seals
// anew what older keys sealed; MACs run out by themselves, and are refused from
// then on.
//
// A node whose list lacks a needed key does not start, and is not ready when it
// runs already. Nor does one start with a new key in front that a running node
// does not hold: that node would refuse good tokens. So a mistake in a rotation
// stops at the first node.
package keyring
