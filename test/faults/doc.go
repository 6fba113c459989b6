// Package faults shows what partners notice while parts of an installation fail.
//
// It is a whole installation of real processes: nodes of the built binary, a
// PostgreSQL primary with a synchronous standby, Redis with a replica and
// Sentinels, a mail server and a TLS receiver of webhooks, with relays between
// nodes and engines that delay, cut and swallow what passes. A load of writers,
// readers, refreshers, revokers and one who calls too often runs while each
// scenario makes something fail, and notes what it was answered. Afterwards that
// is held against what is there (judge_test.go).
//
// Every `go test` runs the short scenarios. `make faults` runs them all and prints
// the table of docs/reliability.md.
//
// A real Prometheus can watch it (`make alerts-fired`): each alert of
// deploy/prometheus is fired by its fault, and by nothing else (alarms_test.go).
package faults
