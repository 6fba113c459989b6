// Package tenancy owns who is who: users with their passwords, second factors
// and sessions; organizations that make apps; businesses that keep books; who
// belongs to which, in what role, and what a role may do there.
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
//	half open ──code──▶ open ──sign out, ended, 30 days, new password──▶ over
//
// Users and organizations are control data. A business lives in one logical
// shard for life, and so does what hangs on it. Sessions live in the shard of
// the hash of their user, which the cookie carries.
package tenancy
