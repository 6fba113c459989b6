// Package edition holds the API as each version describes it. Package shape says
// what the versions differ in; api/ says where in which body that stands. Put
// together, once, when the program starts, they are an edition:
//
//	editions.Request(v, pattern, r)              what a caller sends, for handlers
//	editions.Response(v, pattern, status, body)  what handlers answer, for the caller
//	editions.Document(v)                         the description of it all
//
// The newest version, which handlers speak, has nothing to edit, and costs
// nothing. A version that is past its sunset keeps its edition: calls in it are
// refused by the gate, but webhooks go on in its shapes, and whoever leaves it
// must be able to read what they leave.
//
// The descriptions are derived, not written, so they cannot disagree with what
// is served; tests hold every answer in an older version to them.
package edition
