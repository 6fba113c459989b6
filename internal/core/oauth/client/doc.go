// Package client owns who is asking: the clients of the authorization server and
// how they prove who they are.
//
// A client is an app (package apps). It comes to us in one of three ways:
//
//	registry       its organization registered it in the console
//	registration   it registered itself (RFC 7591); removed after 30 days without use
//	document       its client id is an https URL, and the document there describes it
//
// The latter two have no organization and no review, so they connect to
// sandboxes alone (package installs has the rule), unless the operator trusts the
// domain of a document: then the client counts as reviewed for as long as that
// lasts. A document is fetched through the guarded client when somebody first
// names it and again when it has gone stale; what was wrong with it is
// remembered too, and strangers can make us fetch only so much. Its client keeps
// a row among the apps, so that installations can hang on it.
//
// # Authentication
//
// Admit and Authenticate are the one way in for the four endpoints that clients
// call; Endpoint holds what differs between them. A request passes, in this
// order, the lock and the limit of its address, whatever the face found
// unreadable in it, the lock and the limit of its address and client id, and
// then the proof. All but the proof is one round trip to Redis, before any client
// is looked up. Who does not exist costs the same statements and hashes as who
// does. Credentials that were good are remembered for five seconds as a keyed hash,
// and gone by only while the app's epoch stands (decision 73): what fails is never
// remembered.
package client
