// Package browser is somebody at a computer, for tests of pages: it keeps
// cookies, follows redirects, and fills in the forms that the page before it
// really has.
//
//	olivia := browser.New(t, server.URL, server.Client().Transport)
//	olivia.SignIn("olivia@example.com", password)
//	olivia.IsAt(pagepath.Home)
//
// What a person would see is asked of the page: its heading, its notice, the
// problems it lists. A field or a form that is not there fails the test.
package browser
