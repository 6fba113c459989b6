package main

import (
	"fmt"
	"slices"
)

// test is one test as its runner reported it.
type test struct {
	name    string // the part of the name that is the test's own, without its parents'
	outcome outcome
	group   bool // a heading over tests, which is not counted as a test
}

type outcome int

const (
	unfinished outcome = iota // began and never ended: the run broke off
	skipped
	passed
	failed
)

// comparison is the answer: what the contract asks for and no passed test
// names, and what passed tests name and the contract does not know.
type comparison struct {
	unshown []string
	unknown []string
	tally   tally
}

type tally struct{ passed, failed, skipped int }

func (t tally) String() string {
	return fmt.Sprintf("%d tests passed, %d failed, %d skipped", t.passed, t.failed, t.skipped)
}

func compare(rules []string, tests []test) comparison {
	var c comparison
	shown := map[string]bool{}
	for _, t := range tests {
		c.tally.add(t)
		if t.outcome != passed {
			continue
		}
		for _, id := range idsIn(t.name) {
			shown[id] = true
		}
	}
	families := map[string]bool{}
	for _, id := range rules {
		families[family(id)] = true
		if !shown[id] {
			c.unshown = append(c.unshown, id)
		}
	}
	for id := range shown {
		// "UTF-16" looks like an id and is none; "TOK-77" is a slip of the pen.
		if families[family(id)] && !slices.Contains(rules, id) {
			c.unknown = append(c.unknown, id)
		}
	}
	slices.Sort(c.unknown)
	return c
}

func (t *tally) add(one test) {
	if one.group {
		return
	}
	switch one.outcome {
	case passed:
		t.passed++
	case skipped:
		t.skipped++
	case failed, unfinished:
		t.failed++
	}
}
