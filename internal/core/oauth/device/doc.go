// Package device owns device codes (RFC 8628): a client asks for one, a
// signed-in user decides on it, and the client collects what was decided, once.
//
//	pending ──approve──▶ approved ──collect──▶ consumed
//	   │ │                  ├──the approval cannot be carried out──▶ cancelled
//	   │ │                  └──10 min──▶ expired
//	   │ └────deny─────▶ denied ──10 min──▶ expired
//	   └──10 min───────▶ expired
//
// A row here knows pending, approved and denied. Approving writes down what the
// approval rests on, and then has package approval carry it out in the
// business's shard; the grant there tells whether the code was consumed or
// cancelled. A poll that finds a decision without its grant answers that it is
// pending. If a crash falls between the two, Complete does what is left, for as
// long as the code lives.
//
// Our own command line asks here too, for its user and for no business. Of its yes
// nothing is carried out: what it gives is a developer token (package accounts), which
// is made before the decision and collected after it.
//
// A row lives in the shard that its user code hashes to, and the device code
// carries that shard too, so both find it and no two rows share a user code. We
// keep a hash of the device code, and a MAC of the user code: eight letters could
// be found by trying all of them against a hash.
package device
