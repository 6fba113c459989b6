// Package oauth holds what the parts of the authorization server share: the
// protocol's errors and the rule for resource indicators. The parts:
//
//	client     who is asking: client authentication, registration, metadata documents
//	authorize  a request that waits for a user's decision
//	device     a device code that waits for a user's decision
//	approval   what a decision gave: a grant, to be redeemed once
//	token      families of tokens: issue, refresh, revoke, look up
//	keys       keys that sign session tokens, and the tokens themselves
//	grant      the token endpoint's grants, and the one phase that all of them share
//
//	authorize ──┐                    ┌──▶ token
//	            ├──▶ approval ◀── grant ─▶ device, keys
//	device ─────┘
//
// An OAuth error is neither a refusal of ours nor our fault: it belongs to the
// protocol, and the faces write it in the protocol's shape.
package oauth
