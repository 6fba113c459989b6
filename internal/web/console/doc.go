// Package console is the face of the developer console's API: JSON, on the API
// host, for whoever is signed in. It is called by our own pages with the session
// cookie; apps cannot reach it. It holds the account that every console page
// begins with, the apps that one works on with their webhooks, app data fields,
// listings, extensions and functions, and an organization's record of who did what.
//
//	console.New(console.Deps{…}).Table() // one of the faces of the API host
//
// Every row is guarded by the session (session.Guard): without one the answer is
// 401 in the standard shape. What lies under /developer also takes the developer token
// of a command line that its user has signed in (gate.Developer). A row about an app or an organization names the least
// role that it takes there (guard.go); handlers ask for none.
package console
