// Package gate is what every call to the Business API passes before its handler,
// in this order and no other:
//
//	caller      whose token or session is it            401
//	quota       is there room in the app's windows      429
//	version     which shapes does the call speak        400
//	exposure    may apps come here, or members          403
//	scope       may this token                          403
//	permission  may this user, in this business         403
//	replay      has this idempotency key been answered
//
// A row of the route table is the policy; the gate only reads it. What handlers
// need to know of the caller, CallerFrom tells.
package gate
