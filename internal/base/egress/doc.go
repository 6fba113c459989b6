// Package egress sends HTTP requests to addresses that a stranger chose:
// webhook receivers, client metadata documents.
//
// Such an address may point at our own insides. The guard is at the dial: when
// a connection is about to be made, the very IP address it goes to must be a
// public one, on an allowed port. Looking a name up beforehand would leave room
// for another answer at the dial (DNS rebinding), so the check at registration
// (CheckURL) only helps its author to find mistakes early.
//
//	URL ──syntax──▶ name ──DNS──▶ IP ──guard──▶ TCP ──▶ TLS ──▶ answer, capped
//	                                  refused address
//
// Also: https only, no redirects, no proxy from the environment, and a cap on
// time and size. A development allow-list opens chosen addresses, on any port
// and for plain http. Errors say at which of these steps it ended (Kind).
//
// Domains do without net/http; what they need of it is here.
package egress
