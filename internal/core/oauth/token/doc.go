// Package token owns families of tokens. A family is one consent's line: it
// never has more than one live access token and one live refresh token, so it
// is one row, and a refresh is one update of it.
//
//	issue ──▶ live ◀─┐
//	           │ └refresh: the next generation; what came before is used
//	           ├──30 days without a refresh─────────────▶ expired
//	           └──revoked, reuse of a refresh token,
//	              replay of the code it came from───────▶ revoked
//
// A token is good while its family is live and while all that the family rests
// on stands: the installation with the access generation it had at issue, the
// consent, the app, and the user's membership. The queries join what the owners
// of these publish, so a token dies with any of them and nobody has to tell it.
// What it is good for is what was given, less what its app no longer registers.
//
// A refresh that comes with a key can be sent again: for a minute its answer is kept,
// sealed under a key that is made of the refresh token that was used up, so nobody can
// read it who has the database alone.
//
// # The text
//
//	cpat_  0g01jc…p6 (28)  64 letters           4       52      7k3ab5d (7)
//	 │      │               │                    │       │       └ checksum
//	 │      │               │                    │       └ MAC of all before the key's id
//	 │      │               │                    └ the id of the key of the MAC
//	 │      │               └ generation, time of issue, 256 random bits
//	 │      └ shard and family
//	 └ cpat_ for an access token, cprt_ for a refresh token
//
// The row knows the present tokens alone, by their hashes. Of an older one the
// MAC proves that we made it: presenting a used refresh token revokes its
// family, which nobody could bring about by knowing a family's id. A key of the
// ring that signs tokens must stay in it for 30 days after a newer one came,
// or clients that were away meanwhile have to ask their users again.
//
// Every question is one look at PostgreSQL, and a second where the answer to a call is
// no: whether that is for good, which is all that a node may remember of a dead one.
// What an app was told of a live token of its own is told again from memory, while the
// epochs of all that the token rests on are what they were.
package token
