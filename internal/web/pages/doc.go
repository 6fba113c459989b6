// Package pages is the face of the app host: the pages on which people sign
// in, look after their account, choose a business and read its books, let apps in
// and end that again. It renders with package html and decides nothing itself: a
// page reads, asks one thing of a domain, and shows or redirects.
//
//	face := pages.New(pages.Deps{…})
//	host := route.Harden(route.HTTPS, sessions.Wrap(face.Errors(), route.Mux(face.Table())))
//
// What holds for every page:
//
//   - It is a row in routes.go. The row says who may see it: everybody, whoever
//     owes a second factor, whoever is signed in, whoever signed in recently.
//   - A form carries a token (package session) and is answered by a redirect, so
//     that going back or reloading repeats nothing. What is shown once, such as
//     recovery codes, is the exception.
//   - Whatever guesses at a password, a code or a link is counted first.
//   - Nobody learns from an answer, or from the time it takes, whether an address
//     has an account.
//   - A link from a mail carries its secret in the query: pages send no referrer
//     and the access log holds no query. The form sends it on in its body.
package pages
