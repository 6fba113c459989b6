// Package app is the composition root: it alone knows every part, puts
// them together from one configuration, serves them, and stops them.
//
//	Config ──Build──▶ App ──Serve──▶ listeners and jobs ──stop──▶ drained
//
// A node has roles: api (OAuth endpoints, Business API, console API), app (the
// pages people see) and worker (jobs). One binary runs all of them by default.
package app
