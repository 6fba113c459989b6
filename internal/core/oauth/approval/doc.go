// Package approval owns grants: what a user's approval gave to an app, to be
// redeemed once, for one family of tokens. Packages authorize and device bring
// the decisions, package grant redeems.
//
//	                    ┌──Take────▶ used
//	decided ──CarryOut──▶ given ──10 min──▶ expired
//	   └─────Cancel─────▶ cancelled
//
// A grant lives in its business's shard, and what was decided in a shard of its
// own, so no transaction spans both. Therefore the decision comes first, by a
// conditional update where it lives, and then the grant, at most one a decision:
// whoever carries a decision out again changes nothing.
//
// Between the two somebody may take away what the user said yes to. So a
// decision remembers its Basis, the newest installation of the app in the
// business, and is carried out only while nothing about that has changed. If it
// cannot be carried out any more, Cancel leaves a grant that is dead from birth,
// so that nobody else does it after all.
//
// A grant hangs on the installation in its access generation, on the consent, on
// the app and on the user. When one of them falls the grant does not stand any
// more, and nobody has to tell it. Whoever takes a grant locks the installation
// FOR SHARE (installs.LockShare), so that it does not fall in the meantime.
package approval
