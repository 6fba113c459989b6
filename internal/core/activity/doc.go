// Package activity owns what apps did in a business: an entry for every call that
// changed something, kept for 13 months.
//
//	call ──▶ changes, each told as an event ──last statement──▶ events, entry ──▶ commit
//
// An operation tells what it changed once, to the recorder of events. That one passes
// on here what apps caused, and both are written together: nobody can change a
// record and leave no entry, or leave two.
//
// An entry names the app, the user in whose name it acted, the request, and all
// records that the call changed, the one it was about first. It holds ids and the
// names of fields, no values and no names of people: an erasure need not rewrite it.
//
// What apps read is not written down here; package journal counts it.
package activity
