// Package soak shows that an installation does not grow while it lives: two nodes of
// the built binary, a PostgreSQL and a Redis of their own, and partners, people and
// receivers who keep them busy. Memory, goroutines, connections, open files, Redis's
// keys and the rows and bytes of every table are sampled all the while, and whatever
// grows over the second half of a run by more than is written in judge_test.go, or
// than the rows explain, fails the test and is named.
//
//   - TestADay moves the clock: a day in steps of ten minutes, then many days in steps
//     of two, so that tokens and keys expire, deliveries are repeated and given up,
//     and everything that is kept for a time is purged.
//   - TestAnHour lets real time pass under load.
//
// Every `go test` runs both in a short form, which judges what shows within a minute.
// `make soak` runs them whole and prints the tables of docs/reliability.md.
package soak
