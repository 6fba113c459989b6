// Command contract compares the rules of docs/contract.md with what the test
// runners reported, and lists the rules that no passed test names.
//
//	contract [-summary] docs/contract.md .reports/test.json .reports/browser.json …
//
// Reports are what `go test -json` and Playwright's JSON reporter write; which
// of the two a file is, shows in its content. The source of the tests is not
// looked at: a test that was skipped, filtered away or never compiled shows
// nothing.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	summary := flag.Bool("summary", false, "print the counts alone")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: contract [-summary] CONTRACT.md REPORT.json…")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() < 2 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, flag.Arg(0), flag.Args()[1:], *summary); err != nil {
		fmt.Fprintln(os.Stderr, "contract:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, contract string, reports []string, summary bool) error {
	rules, err := readRules(contract)
	if err != nil {
		return err
	}
	var tests []test
	for _, report := range reports {
		found, err := readReport(report)
		if err != nil {
			return err
		}
		tests = append(tests, found...)
	}
	c := compare(rules, tests)
	fmt.Fprintln(out, c.tally)
	fmt.Fprintf(out, "%d of %d rules are shown by a passed test\n", len(rules)-len(c.unshown), len(rules))
	if !summary && len(c.unshown) > 0 {
		fmt.Fprintf(out, "\nnot shown yet:\n%s", byFamily(c.unshown))
	}
	if len(c.unknown) > 0 {
		return fmt.Errorf("tests name rules that are not in %s: %s", contract, strings.Join(c.unknown, ", "))
	}
	return nil
}

// byFamily sets the ids of one family on one line, in the contract's order.
func byFamily(ids []string) string {
	var text strings.Builder
	for i, id := range ids {
		switch {
		case i == 0:
			text.WriteString("  ")
		case family(id) != family(ids[i-1]):
			text.WriteString("\n  ")
		default:
			text.WriteString(" ")
		}
		text.WriteString(id)
	}
	text.WriteString("\n")
	return text.String()
}
