// Package session tells who sits in front of the browser.
//
// A session is opened by signing in on the app host. Its secret travels in a
// cookie that both hosts share by a parent domain, or by having one name. Every
// request with that cookie is looked up afresh (tenancy.Authenticate), so what
// was ended or suspended anywhere is out at the next request everywhere.
//
//	app host   Wrap   everybody passes; From tells who it is, if anybody
//	API host   Guard  only who is signed in passes; all others get 401
//
// A half-open session, which still owes the second factor, counts as signed
// out; only Owing tells of it.
//
// Another cookie, for the app host alone, says that somebody has signed in with
// this browser before. It lets nobody in; it keeps strangers who guess from
// using up the tries of the browser's owner.
//
// Cookies travel by themselves, so a request that changes something must show
// that one of our own pages sent it:
//
//   - By what browsers say of its origin (http.CrossOriginProtection). The app
//     host is the one origin trusted, on both hosts.
//   - On the pages also by a form token: a MAC of the session's secret or, while
//     nobody is signed in, of a short-lived cookie that is there for nothing else.
//
// A call with an Authorization header is a token's: on the API host its cookies
// are not looked at. Where it is a developer token (Developer), it is its user's call
// all the same, from a command line.
package session
