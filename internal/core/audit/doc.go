// Package audit owns the record of who did what: to an app, an installation, a
// secret, a role. Entries are written in the transaction of the action and stay as
// they are, except for this:
//
//	address   whole ──90 days──▶ the network it belongs to
//
// For 90 days whoever is asked "was that me?" can say from where an action came.
// Afterwards nobody needs to know the very machine, which may stand for a person.
//
// There are three books. An action on the control plane (a user, an organization,
// an app) belongs to no shard, and an action in a business belongs to the
// business's. What happens with every sign-in is most of all there is: it has a
// book in the shard of the person's sessions, which is kept for 90 days, as long as
// addresses are whole. Those few sign-ins of which people hear by mail stand with
// the control plane, and go after 90 days too. Facts hold ids and settings, never secrets and never a
// person's data: an erasure must not have to rewrite the record.
//
// Who fails to prove who they are leaves a trace too. A stranger can fail often,
// so what repeats, by subject, network and cause, is one entry for an hour, with
// a count; that of an account which does not exist says nothing of what was
// typed. Beside the address, that count is all that ever changes in an entry.
//
// Of some actions people hear by mail. Their entries come with a notice, which
// waits in a table of its own:
//
//	action ──▶ entry
//	    └──▶ notice ──Claim──▶ claimed ──MarkMailed, each──▶ Settle: gone
//	             ▲                │
//	             └─ not settled ──┘
//
// Whom to mail and in which words is package work's affair.
package audit
