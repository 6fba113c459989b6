// Package passkeytest is somebody's phone, for tests: it makes passkeys and signs with
// them as a browser and an authenticator do together (WebAuthn), and it can be told to
// do so wrongly. Nothing but a test may import it.
//
//	phone := passkeytest.New("https://app.books.test")
//	made := phone.Create(t, options)  // what the page asks for, and what it sends
//	signed := phone.Get(t, options)
package passkeytest
