// Package functions owns the code that an app's makers leave with the service: ES
// modules that export a handler, each with the last few of its sources.
//
// A source is parsed before it is kept (package esmodule), so that nobody finds
// out in the night that it is no module. Nothing here runs one: functions are
// checked, kept, shown, replaced and removed. Running them is to come, and until
// then everything that shows a function says so (NotRunnable).
package functions
