// Package secret owns what must not be known: how secrets are made, recognised,
// compared, kept and, where they must be read again, sealed.
//
// # Texts that are presented
//
// Client secrets, session cookies, reset and invitation links are texts that
// somebody shows us. Their form is the same for all:
//
//	cpcs_  0g  4v8r1n…x2 (52)  7k3ab5d (7)
//	 │     │    │               └ checksum: CRC-32 (IEEE) of all before it
//	 │     │    └ 256 random bits
//	 │     └ the shard it lives in, only where it has one of its own
//	 └ what it is: one row in prefixes.go
//
// Letters are lower-case Crockford base32. The prefix lets a scanner find a
// leaked one (Pattern), the checksum lets us refuse a mistyped or invented one
// without looking it up (WellFormed). We keep only the SHA-256 (Hash): 256
// random bits need no slow hash, and Equal compares in constant time.
//
// # What must be read again
//
// Webhook secrets and signing keys are sealed under a Keyring that the operator
// configures: the first key seals, all keys open, so keys rotate without a stop.
// Columns of sealed bytes are declared (Column), so that one sweep finds them all.
// The same keys vouch, by MACs, for what we give out and read again; each purpose
// has a key of its own, and a life (Purpose).
//
// # Passwords
//
// People choose their passwords badly, so these get the slow hash (argon2id),
// with a bound on how many run at once, and a policy. Recovery codes are ours,
// random, and hashed like the texts above.
package secret
