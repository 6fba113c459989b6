// Package service is the command line's client of the service: one place that
// sends requests and reads refusals, and the few types that people are shown.
//
// Answers are kept as they came, so that --json can print the service's own words.
package service
