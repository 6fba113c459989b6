// Package event is the catalogue of events: the 45 things that can happen in a
// business that an app may hear of. One row an event: who hears of it, which
// scope opens it, what its data looks like, and a sample. Subscriptions,
// deliveries, the Events API, the console's explorer and the reference pages
// are all made from this table. To add an event, name it and add its row.
//
// The data is compact on purpose: it says what happened to which record and
// what changed, and an app that needs more reads the record. It always has the
// id of what the event is about, and the actor whose operation it was.
package event
