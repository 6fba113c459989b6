// Package reference sets the description of the API as pages for people. All it
// says comes from the editions (package edition), the catalogues of scopes,
// permissions, events and changes, and the policy in the route tables; package
// html gives it its look.
//
//	book.Overview(v, now)        what there is, and how to call it
//	book.Module(v, now, "invoices")  one part in full
//	book.Versions(now)           what the versions differ in
//	book.Requests(v), book.Postman(v)  the same for programs that send requests
//	book.LLMs(now)               the same in a few lines, for assistants
//
// A version's pages are put together when they are first asked for, and kept.
package reference
