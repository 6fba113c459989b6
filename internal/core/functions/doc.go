// Package functions owns the code that an app's makers leave with the service: ES
// modules that export a handler, each with the last few of its sources and what it
// finds in its settings.
//
//	uploaded ──parses──▶ kept ──made live──▶ runs for the events it is subscribed to
//	                       ▲                    │      ▲
//	                       └──another is live───┘      └──switched on──┐
//	                                            50 failures in a row──▶ off
//
// A source is parsed before it is kept (package esmodule), so that nobody finds
// out in the night that it is no module. One of them is live; which one is the
// makers' to say, so they can go back.
//
// When a function runs, how often and what is kept of that is package webhooks': to
// the delivery engine it is a receiver as any other, with the function's id. Here it
// is only run (Run), in a process of its own (package runner), with the API answered
// for it as for its app.
package functions
