// Package tenancy owns who belongs where: organizations that make apps,
// businesses that keep books, their members and invitations, and what a role may
// do there. The people themselves are package accounts'.
//
// A business is the operator's to erase. Its row stays, without a name, for what
// still points to it; everything else goes, at once or within minutes:
//
//	open ──erased──▶ swept ──15 min──▶ swept again ──▶ gone
//
// A user is the operator's to erase, too. The memberships go first, and consents
// die with them; the account follows.
//
// Organizations are control data. A business lives in one logical shard for life,
// and so does what hangs on it.
package tenancy
