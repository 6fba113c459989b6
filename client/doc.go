// Package counterpart is the client of Counterpart for Go. It does the hard parts:
// it refreshes a token once however many goroutines and processes want it, repeats
// what may be repeated and nothing else, reads lists to their end, and keeps
// secrets out of errors and logs. Everything else is the API by its own names, one
// method an operation. It needs the standard library alone.
//
//	app, err := counterpart.New(ctx, counterpart.Config{
//		Host: "https://api.example.com", ClientID: id, ClientSecret: secret,
//		RedirectURI: "https://shelf.example.com/callback", Store: store,
//	})
//	began := app.Authorize("profile:read", "invoices:read") // keep it in the session, go to began.URL
//	bakery, err := app.Exchange(ctx, began, callback)        // or app.Business(id), later
//	for invoice, err := range bakery.Invoices.List(ctx, counterpart.InvoiceQuery{Status: counterpart.InvoiceIssued}) {
//		…
//	}
//
// # What is tried again
//
// Three tries in all: a connection that broke and 5xx, after up to half a second
// and up to one; 429, 503 and 409 IDEMPOTENCY_KEY_IN_PROGRESS after Retry-After, if
// that is a minute at most and within the context's deadline. Another 4xx never.
// Every write carries an Idempotency-Key, the same over its tries.
//
// # Values
//
// What is null or absent in an answer is the zero value, and a nil pointer where it
// is a struct. The zero value of something new is left out. Members of a change are
// a Field: left out, Set or Null. Enums are open: a newer service may say values
// that have no constant here.
//
// Package webhook is the receiving end.
package counterpart
