// Package authorize owns authorization requests: what an app sends a user's
// browser to us with, stored until the user has decided.
//
//	asked ──Check──▶ sound ──Store──▶ pending ──Approve──▶ approved, with a code
//	  └────────────▶ page             │ └───Deny────▶ denied
//	                                  └──5 min──────▶ expired
//
// Whatever is wrong with a request is said on the page and never sent back to
// the app: only a decision redirects.
//
// A pending request knows no business yet, so it lives in a random shard, which its
// handle carries. It belongs to the browser that brought it: the handle stands in
// addresses, and a secret beside it in a cookie (Held); we keep the hashes of
// both. What the user has acknowledged on the way is kept with the request, not
// in addresses. Approve and Deny race for the row, and one of them wins. What
// an approval gives is package approval's to write, in the business's shard. A
// crash between the two leaves a request that is decided and has no code; nobody
// completes it, since an authorization code that nobody received is not minted.
// The user starts again from the app.
package authorize
