// Package protocol is the face of the OAuth endpoints, on the API host: what
// programs call to become clients, to get tokens, and to give them back; and the
// documents from which they learn where all that is.
//
//	protocol.New(protocol.Deps{…}).Tables() // two of the faces of the API host
//
// Everything under /oauth/ answers in the protocol's own shape (RFC 6749, 5.2),
// also where nothing is served; the documents under /.well-known/ answer like
// the rest of the host.
//
// A request at one of the four endpoints that clients call is read whole, then
// admitted (limits and lockouts, package client), then its client proves who it
// is, and only then is anybody told what is wrong with the parameters. Reading is
// strict: a parameter that comes twice, another content type, or a text that no
// database can hold is refused; a parameter that we do not know is ignored, and
// one without a value counts as not sent (RFC 6749, 3.2).
package protocol
