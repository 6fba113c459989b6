// Package engines shows what callers meet when PostgreSQL or Redis is slow, away or
// empty, and what holds for all pages and for the event log.
package engines
