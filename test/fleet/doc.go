// Package fleet is an installation of real processes, for tests that watch them for
// long: nodes of the built binary, a PostgreSQL and a Redis of their own, an operator
// beside them, and partners who call. All of it ends with the test.
//
// test/faults, which kills and replaces its processes, has nodes and servers of its own,
// with standbys and Sentinels, made of the processes and helpers here.
package fleet
