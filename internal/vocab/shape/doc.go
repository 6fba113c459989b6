// Package shape is the catalogue of what the API's versions differ in. Handlers
// speak the newest version alone; what an older one looks like is told here, in
// changes.go, one row a change:
//
//	2024-06-01 ◀──changes──  2025-02-01 ◀──changes──  2026-11-01
//
// A row says which version brought the change, in which schemas of api/ and in
// the data of which events it stands, and what kind of edit it is: a member that
// was renamed (Rename), a word of an enumeration that was replaced (Word), a
// signed amount that became two sides (Sides), a list in another envelope
// (Envelope). That one row makes all of the older version: answers and event
// data are edited down (Place.Down, Payload), requests are edited up (Place.Up),
// and the older description is derived from the newest (Change.Describe).
//
// To make a change, edit api/ and the handlers to the new shape and add its row.
// A new kind of edit is a file of its own that implements Edit.
//
// Bodies are edited as text: only objects on the way to a change are taken apart,
// members keep their order, and what is not touched stays as it was, so that no
// digit of an amount is lost and a member that was given twice is still seen
// twice by those who refuse it. Where in a body the schemas stand is known to
// whoever has read api/ (package edition); it builds the Places.
package shape
