// Package accounts owns the people who sign in: users with their passwords,
// second factors, sessions and the browsers they use. Which organizations and
// businesses they belong to is package tenancy's.
//
// A user is free to act, suspended by the operator, or under a processing
// restriction; the two do not undo each other, and either ends the user's
// access everywhere at the next request:
//
//	free ◀──▶ suspended        free ◀──▶ restricted
//
// A session is opened by a password and, where the user has a second factor, is
// half open until that is given too:
//
//	half open ──code──▶ open ──sign out, ended, new password, too old, too long unused──▶ over
//	    └──10 min, sign out, ended, new password────────────────────────────────────────▲
//
// A forgotten password is set anew by a secret that is mailed. The secret is
// made when the mail is sent, works once, and leaves the second factor in force:
//
//	asked for ──mailed──▶ open ──new password──▶ used
//	    └───────────────────┴──1 h, another new password──▶ expired
//
// Where the operator allows it, an account is made by whoever reads its address,
// likewise by a secret that is mailed; or by whoever was invited somewhere
// (package tenancy):
//
//	asked for ──mailed──▶ open ──name and password──▶ used
//	    └───────────────────┴──1 h──▶ expired
//
// A passkey is a key pair that a user's device keeps. It opens a whole session without
// a password, because it asks its owner for a finger, a face or a PIN, and it stands in
// for a code after the password. What it signs is a challenge, which is kept for five
// minutes and is gone with the first answer:
//
//	challenge ──signed by a passkey of the user's──▶ session
//	    └──5 min, any other answer──▶ gone
//
// A passkey that counts its uses and comes with a count that has not moved on may be a
// copy: it is refused, and its owner hears of it.
//
// A developer token is a command line that a user has signed in, by a device code
// (package device). Its person approves it, and its machine collects its secret once:
//
//	approved ──collected──▶ good ──ended, new password, signed out everywhere, 30 days unused, 90 days──▶ over
//	    └──10 min, ended, new password──────────────────────────────────────────────────────────────────▲
//
// It is good for the console's API alone, is listed beside the sessions, and is looked
// up at every call as they are.
//
// An operation that changes a password or a second factor, or ends several sessions,
// takes the user's turn first, and so does a sign-in before its session is written. So
// a password that was just replaced opens nothing. The turn is a row in the user's
// shard: users are control data, which a cluster locks by the table.
//
// A user is the operator's to erase, once nothing belongs to them any more. The
// row stays, without a name and an address, for what points to it; sessions,
// devices and the second factor go at once.
//
// A browser that somebody signed in with is remembered as a device of theirs. It
// opens nothing by itself. It has tries of its own at the password and at the
// second factor, so that strangers cannot use up its owner's:
//
//	strangers' tries      10, then one every 40 s for an account
//	a device's tries      the same, for each
//	codes in a row        pauses from the 10th on, none after the 50th
//
// Users are control data. Sessions live in the shard of the hash of their user,
// which the cookie carries.
package accounts
