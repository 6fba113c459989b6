// Package route is the plumbing that all faces share: what a route is, how a
// request becomes a Go value, and how a refusal becomes an answer.
//
// A request passes through
//
//	Front   gives it an id, writes the access log, measures
//	Harden  sets the headers that protect an answer
//	Mux     finds the row, or says 404 or 405
//	JSON    decodes, checks, calls one function, encodes; Events does so again and again
//
// and whatever goes wrong on the way comes back as an error, to be answered in
// one place in the shape of the face's family (Errors; Standard is the shape of
// everything but the OAuth endpoints). Nobody but this package and the faces
// knows a status code.
//
// A route is a row, and the row is the policy: it names the scope and the
// permission it needs, or the role in an organization. Who asks for them is the
// face's guard; a row that names no scope is not exposed to apps.
//
// Decoding is strict, because a member that is silently ignored is a bug that
// its sender finds weeks later: unknown and repeated members and parameters,
// other spellings of a name, null where nothing is optional, trailing text and
// text that no database can hold are all refused, each with its path, and all
// in one answer. Every field of an input says where it comes from:
//
//	type putNote struct {
//		ID     ident.Invoice `path:"id" absent:"INVOICE_NOT_FOUND"`
//		Notify bool          `query:"notify"`
//		Text   string        `json:"text"`
//		Colour *string       `json:"colour"` // null is allowed
//	}
//
// The absent tag names the declared refusal for a text that cannot be an id at
// all, so that it is answered like an id that does not exist. A query parameter
// may have a default:"50". A type that reads itself (UnmarshalText,
// UnmarshalJSON) returns errors that are fit for the caller's eyes.
package route
