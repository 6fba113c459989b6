// Package html owns the look of the server-rendered pages: templates, texts,
// style sheet, font and icon. It knows no domain: a handler fills in a plain
// view and a Frame, and Render writes the page.
//
//	err := pages.Render(w, http.StatusOK, frame, html.SignIn{Email: email})
//
// What it promises of every page:
//
//   - It works without JavaScript and holds no inline script, style or event
//     handler, so the policy it is sent under allows none (policy.go). Few
//     pages have a script: those that frame an app (Embedded, a RecordPage with
//     panels) or ask for a passkey.
//   - Its words come from the catalogue in text/, one file a language; a
//     template holds none. Two made-up languages, Pseudo and PseudoRTL, show
//     what would stay English or break when read from the right.
//   - It has one h1, a label for every input, and an error summary that takes
//     the focus and leads to the fields.
//   - Light and dark, from 320 px up, follow the reader's system; the colours
//     are the tokens of static/tokens.css, which the console imports too.
//
// An operator may replace name, logo, accent and help address (Brand), nothing
// else. New refuses an accent that could not be read.
//
// The pages on which people let apps in follow two more rules: saying no is as
// easy as saying yes, and at most one warning stands out. What strangers say of
// themselves is a Name, which prints itself without tricks; an app that nobody
// vouches for is known by the host it comes from. What scopes and permissions
// mean is said in the words of their catalogues.
//
// To add a page: a view in views.go or in the file of its flow, a template of its
// name in templates/pages, its texts in text/en.json, a sample in package sample.
// The tests walk the samples. To see the pages:
//
//	go run ./internal/web/html/preview
package html
