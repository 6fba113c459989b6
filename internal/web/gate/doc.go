// Package gate is what every call to the Business API passes before its handler,
// in this order and no other:
//
//	caller      whose token or session is it            401   caller*.go
//	quota       is there room in the app's windows      429   quota.go
//	version     which shapes does the call speak        400   version.go
//	exposure    may apps come here, or members          403   policy.go
//	scope       may this token                          403
//	permission  may this user, in this business         403
//	replay      has this idempotency key been answered        replay.go
//	journal     what the app's developers will see            journal.go
//
// A row of the route table is the policy; the gate only reads it. What handlers
// need to know of the caller, CallerFrom tells.
//
// A token that this node knows costs one round trip to Redis. One that it does
// not know, or of which something may have changed, costs one statement more.
package gate
