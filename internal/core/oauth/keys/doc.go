// Package keys owns the keys that sign session tokens, and the session tokens:
// ES256 JWTs of 60 seconds that an embedded app page is given and exchanges for
// an access token.
//
// A key signs for its term of 90 days. The terms follow each other and are
// fixed ahead, so all nodes change over at the same instant without a word:
//
//	next ──term begins──▶ current ──term ends──▶ old ──24 h──▶ gone
//	 └───────────── published in the key set ────┘
//
// There is always a current key and a next one: whoever keeps a copy of the key
// set knows the next key long before it signs. A token must have been issued
// within the term of the key that signed it, and lives for a minute, so an old
// key signs nothing that is taken a minute after its term; it stays in the set
// for a day for the sake of those who look later.
//
// A private key is stored sealed under the operator's Keyring and opened at the
// moment of signing alone.
package keys
