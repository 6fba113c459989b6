package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const smallContract = `# The contract
Text that names TOK-99 is no rule, and neither is this: - TOK-98 x
- TOK-01 one
- TOK-02 two
- API-08 eight
`

func TestRulesThatNoPassedTestNamesAreListed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		promise string
		report  string
		want    string // what is not shown
	}{
		{"a passed test shows the rule it names",
			lines(`pass|TestTokens/TOK-01_one`), "TOK-02 API-08"},
		{"one name may hold several rules",
			lines(`pass|TestTokens/TOK-01,_TOK-02_and_API-08:_together`), ""},
		{"a failed test shows nothing",
			lines(`fail|TestTokens/TOK-01_one`), "TOK-01 TOK-02 API-08"},
		{"a skipped test shows nothing",
			lines(`skip|TestTokens/TOK-01_one`), "TOK-01 TOK-02 API-08"},
		{"a test that never ended shows nothing",
			lines(`run|TestTokens/TOK-01_one`), "TOK-01 TOK-02 API-08"},
		{"a failure is not outweighed by a pass of the same test",
			lines(`fail|TestA/TOK-01`, `pass|TestA/TOK-01`), "TOK-01 TOK-02 API-08"},
		{"a parent's name counts when the parent passed",
			lines(`pass|TestA/TOK-01`, `pass|TestA/TOK-01/child`), "TOK-02 API-08"},
		{"a parent's name does not count when only its child passed",
			lines(`fail|TestA/TOK-01`, `pass|TestA/TOK-01/child`), "TOK-01 TOK-02 API-08"},
		{"a slash in a subtest's own name is no parent",
			lines(`pass|TestA`, `pass|TestA/API-08_GET_/events`), "TOK-01 TOK-02"},
		{"a script's file name may begin with the rule",
			lines(`pass|TestJourneys/TOK-02-replay`), "TOK-01 API-08"},
		{"a longer word is not an id",
			lines(`pass|TestA/XTOK-01`, `pass|TestA/TOK-011`), "TOK-01 TOK-02 API-08"},
	} {
		t.Run(tt.promise, func(t *testing.T) {
			t.Parallel()
			tests, err := goTests(strings.NewReader(tt.report))
			if err != nil {
				t.Fatal(err)
			}
			unshown := compare([]string{"TOK-01", "TOK-02", "API-08"}, tests).unshown
			if diff := cmp.Diff(tt.want, strings.Join(unshown, " ")); diff != "" {
				t.Errorf("not shown (-want +got):\n%s", diff)
			}
		})
	}
}

// lines writes the report that a run with these outcomes leaves behind.
func lines(events ...string) string {
	var report strings.Builder
	for _, event := range events {
		action, name, _ := strings.Cut(event, "|")
		report.WriteString(`{"Action":"` + action + `","Package":"p","Test":"` + name + `"}` + "\n")
	}
	return report.String()
}

func TestBrowserReportsCountLikeGoReports(t *testing.T) {
	t.Parallel()
	report := `{"config": {}, "suites": [{"title": "signin.spec.ts", "specs": [], "suites": [
		{"title": "TOK-01 all of these pass", "specs": [
			{"title": "TOK-02 a page", "ok": true, "tests": [{"status": "expected"}]},
			{"title": "not today", "ok": true, "tests": [{"status": "skipped"}]}]},
		{"title": "API-08 one of these fails", "specs": [
			{"title": "fine", "ok": true, "tests": [{"status": "expected"}]},
			{"title": "not fine", "ok": false, "tests": [{"status": "unexpected"}]}]}]}]}`
	got := runWith(t, report)
	want := "2 tests passed, 1 failed, 1 skipped\n" +
		"2 of 3 rules are shown by a passed test\n" +
		"\nnot shown yet:\n  API-08\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
}

func TestTheListIsSetByFamily(t *testing.T) {
	t.Parallel()
	want := "1 tests passed, 0 failed, 0 skipped\n" +
		"0 of 3 rules are shown by a passed test\n" +
		"\nnot shown yet:\n  TOK-01 TOK-02\n  API-08\n"
	if diff := cmp.Diff(want, runWith(t, lines("pass|TestNothing"))); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
}

func TestARuleThatTheContractDoesNotKnowIsAnError(t *testing.T) {
	t.Parallel()
	contract, report := write(t, "contract.md", smallContract), write(t, "r.json", lines("pass|TestA/TOK-77", "pass|TestA/UTF-16"))
	err := run(&strings.Builder{}, contract, []string{report}, true)
	if err == nil || !strings.HasSuffix(err.Error(), ": TOK-77") {
		t.Errorf("got error %v, want one that names TOK-77 alone", err)
	}
}

func TestAContractWithARuleTwiceIsAnError(t *testing.T) {
	t.Parallel()
	_, err := readRules(write(t, "contract.md", smallContract+"- TOK-01 again\n"))
	if err == nil || !strings.Contains(err.Error(), "TOK-01") {
		t.Errorf("got error %v, want one that names TOK-01", err)
	}
}

func TestAMissingReportSaysWhatToDo(t *testing.T) {
	t.Parallel()
	_, err := readReport(filepath.Join(t.TempDir(), "test.json"))
	if err == nil || !strings.Contains(err.Error(), "make check") {
		t.Errorf("got error %v, want one that says to run make check", err)
	}
}

// TestTheProjectsOwnContractReads holds the real document to the form that the
// comparison relies on.
func TestTheProjectsOwnContractReads(t *testing.T) {
	t.Parallel()
	const file = "../../../docs/contract.md"
	rules, err := readRules(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if items := strings.Count(string(text), "\n- "); items != len(rules) {
		t.Errorf("%d list items but %d rules: every list item of the contract begins with an id", items, len(rules))
	}
}

func runWith(t *testing.T, report string) string {
	t.Helper()
	var out strings.Builder
	if err := run(&out, write(t, "contract.md", smallContract), []string{write(t, "report.json", report)}, false); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
