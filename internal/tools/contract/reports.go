package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// readReport reads one runner's report. Playwright writes one object with
// suites; go test writes a stream of objects, each with an action.
func readReport(file string) ([]test, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("no report at %s: run make check first", file)
	}
	if err != nil {
		return nil, err
	}
	var browser playwrightReport
	if json.Unmarshal(text, &browser) == nil && browser.Suites != nil {
		return browser.tests(), nil
	}
	tests, err := goTests(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return tests, nil
}

// goEvent is a line of `go test -json`.
type goEvent struct{ Action, Package, Test string }

// goTests turns the events of a run into tests. A failure is never outweighed by
// a pass of the same test, as -count gives.
func goTests(report io.Reader) ([]test, error) {
	type key struct{ pkg, name string }
	outcomes := map[key]outcome{}
	lines := json.NewDecoder(report)
	for {
		var e goEvent
		err := lines.Decode(&e)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if e.Test != "" {
			k := key{e.Package, e.Test}
			outcomes[k] = max(outcomes[k], goOutcome(e.Action))
		}
	}
	var tests []test
	for k, outcome := range outcomes {
		own := ownName(k.name, func(name string) bool { _, ran := outcomes[key{k.pkg, name}]; return ran })
		tests = append(tests, test{name: own, outcome: outcome})
	}
	return tests, nil
}

func goOutcome(action string) outcome {
	switch action {
	case "pass":
		return passed
	case "fail":
		return failed
	case "skip":
		return skipped
	default:
		return unfinished
	}
}

// ownName cuts the nearest parent's name off. A slash alone does not tell: a
// subtest may be called "GET /events".
func ownName(name string, ran func(string) bool) string {
	for at := len(name) - 1; at > 0; at-- {
		if name[at] == '/' && ran(name[:at]) {
			return name[at+1:]
		}
	}
	return name
}

type playwrightReport struct{ Suites []playwrightSuite }

type playwrightSuite struct {
	Title  string
	Suites []playwrightSuite
	Specs  []playwrightSpec
}

type playwrightSpec struct {
	Title string
	OK    bool
	Tests []struct{ Status string } // one a browser project
}

func (r playwrightReport) tests() []test {
	var all []test
	for _, suite := range r.Suites {
		all = append(all, suite.tests()...)
	}
	return all
}

// tests returns the suite's own heading and all that stands under it. A heading
// has passed when something under it has and nothing has failed.
func (s playwrightSuite) tests() []test {
	var under []test
	for _, suite := range s.Suites {
		under = append(under, suite.tests()...)
	}
	for _, spec := range s.Specs {
		under = append(under, test{name: spec.Title, outcome: spec.outcome()})
	}
	heading := test{name: strings.TrimSpace(s.Title), outcome: skipped, group: true}
	for _, t := range under {
		heading.outcome = max(heading.outcome, t.outcome)
	}
	return append([]test{heading}, under...)
}

func (s playwrightSpec) outcome() outcome {
	if !s.OK {
		return failed
	}
	for _, t := range s.Tests {
		if t.Status == "expected" || t.Status == "flaky" {
			return passed
		}
	}
	return skipped
}
