// Package grant issues tokens for what a client brings to the token endpoint: a
// code, a device code, a session token, a refresh token. Each grant is a file
// and a row in the table in grant.go.
//
//	      what the table says          the grant             everybody
//	request ──▶ parameters, resource ──▶ claim ──▶ phase ──▶ judge ──▶ issue + take
//	                                       │                    │         │
//	                                       └ unknown            └ dead    └ used
//
// A grant only turns a request into a claim. It says what the tokens will rest
// on (a basis), judges its own state, and can be used up; it cannot issue.
// Issuing is redeem's, which first asks whether the basis is live: the
// installation ACTIVE in its access generation, the user acting in the business,
// the consent not withdrawn, the app usable. So a grant that forgot to ask does
// not compile. An exchange skips the consent alone: it was asked for before there
// was a session token, and the tokens hang on it. The refresh grant issues
// nothing new: package token renews a family in one statement, which asks the
// same.
//
// Using up and issuing are one transaction in the business's shard. Of many who
// bring the same thing, on however many nodes, one gets tokens.
package grant
