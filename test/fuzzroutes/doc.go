// Package fuzzroutes asks every operation of api/ for what it promises and for what it
// does not: requests are made from the description, good ones and spoilt ones, and sent
// to a real node by all who can call it. Whatever is sent, the answer is one that api/
// promises, comes soon, is no fault of ours, and tells nobody's secret and nothing of
// another business.
//
//	description ─▶ good request ─▶ spoilt by a seed ─▶ node ─▶ judged
//	                  ▲                                  │
//	                  └──────── ids out of answers ◀─────┘
//
// The tests are the package; `make fuzz-routes` runs them for long.
package fuzzroutes
