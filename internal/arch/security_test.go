package arch

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const securityPage = "docs/security.md"

var (
	quoted   = regexp.MustCompile("`([^`]+)`")
	testName = regexp.MustCompile(`^(?:Test|Fuzz)[A-Z]\w*$`)
	testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	fileName = regexp.MustCompile(`^[\w.-]+(?:/[\w.-]+)+$|^\.?[\w-]+\.(?:md|yaml|go|json)$`)
	ruleName = regexp.MustCompile(`\b[A-Z]{3,4}-[0-9]{2}\b`)
	linkedTo = regexp.MustCompile(`\]\(([^()\s#]+)(?:#[^()\s]*)?\)`)
	asvsLine = regexp.MustCompile(`(?m)^\| ([0-9][0-9.,– ]*) \| ([^|]+) \| (\w[\w ]*) \| (.+) \|$`)
)

// What is named to reviewers must be there, or the page promises what nobody holds.
func TestTheSecurityPageNamesWhatExists(t *testing.T) {
	t.Parallel()
	page := read(t, "../../"+securityPage)
	for _, missing := range missingOf(t, page) {
		t.Errorf("%s names %s, which does not exist", securityPage, missing)
	}
}

func missingOf(t *testing.T, page string) (missing []string) {
	t.Helper()
	tests := testsOfTheTree(t)
	for _, found := range quoted.FindAllStringSubmatch(page, -1) {
		switch name := found[1]; {
		case testName.MatchString(name) && !tests[name], fileName.MatchString(name) && !exists(name):
			missing = append(missing, name)
		}
	}
	for _, found := range linkedTo.FindAllStringSubmatch(page, -1) {
		if file := path.Join(path.Dir(securityPage), found[1]); !strings.Contains(found[1], "://") && !exists(file) {
			missing = append(missing, file)
		}
	}
	contract := read(t, "../../docs/contract.md")
	for _, rule := range ruleName.FindAllString(page, -1) {
		if !strings.Contains(contract, "- "+rule+" ") && !strings.HasPrefix(rule, "SHA-") {
			missing = append(missing, "the rule "+rule)
		}
	}
	return missing
}

func exists(name string) bool {
	_, err := os.Stat("../../" + name)
	return err == nil
}

func testsOfTheTree(t *testing.T) map[string]bool {
	t.Helper()
	tests := map[string]bool{}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && skipped(name):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		source, err := fs.ReadFile(root, name)
		for _, found := range testFunc.FindAllSubmatch(source, -1) {
			tests[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tests
}

// asvs has how many lines each section of ASVS 5.0.0 has at levels 1 and 2: they come
// before those of level 3 in every section.
const asvs = `
	1.1:2 1.2:9 1.3:11 1.4:3 1.5:2  2.1:3 2.2:3 2.3:4 2.4:1  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
	4.1:3 4.2:1 4.3:2 4.4:4  5.1:1 5.2:3 5.3:2 5.4:3  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
	7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2  8.1:2 8.2:3 8.3:1 8.4:1  9.1:3 9.2:4
	10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
	12.1:3 12.2:2 12.3:4  13.1:1 13.2:5 13.3:2 13.4:5  14.1:2 14.2:4 14.3:3  15.1:3 15.2:3 15.3:7
	16.1:1 16.2:5 16.3:4 16.4:3 16.5:3  17.1:1 17.2:4 17.3:2`

func TestNoLineOfTheStandardIsLeftOut(t *testing.T) {
	t.Parallel()
	var want, got []string
	for _, section := range strings.Fields(asvs) {
		name, count, _ := strings.Cut(section, ":")
		lines, err := strconv.Atoi(count)
		if err != nil {
			t.Fatal(err)
		}
		for line := range lines {
			want = append(want, fmt.Sprintf("%s.%d", name, line+1))
		}
	}
	_, standard, _ := strings.Cut(read(t, "../../"+securityPage), "\n## OWASP")
	standard, _, _ = strings.Cut(standard, "\n## RFC")
	for _, row := range asvsLine.FindAllStringSubmatch(standard, -1) {
		got = append(got, linesOf(t, row[1])...)
		if !slices.Contains([]string{"met", "partly", "not met", "operator", "no"}, row[3]) {
			t.Errorf("%s: %q is no answer", row[1], row[3])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// linesOf takes apart what stands in front of a row, such as 1.2.6–1.2.8, 1.3.1.
func linesOf(t *testing.T, cell string) (lines []string) {
	t.Helper()
	for part := range strings.SplitSeq(cell, ", ") {
		first, last, several := strings.Cut(part, "–")
		if !several {
			lines = append(lines, part)
			continue
		}
		at := strings.LastIndex(first, ".")
		from, err := strconv.Atoi(first[at+1:])
		if err != nil {
			t.Fatal(err)
		}
		for n := from; ; n++ {
			line := fmt.Sprint(first[:at+1], n)
			lines = append(lines, line)
			if line == last {
				break
			}
			if n > from+20 {
				t.Fatalf("%s has no end", part)
			}
		}
	}
	return lines
}

func TestWhatIsMissingOnTheSecurityPageIsFound(t *testing.T) {
	t.Parallel()
	page := "`TestNobodyWroteThis` `TestTheSecurityPageNamesWhatExists` `internal/nothing.go` `go.mod` `--a-flag` [a](no.md) [b](contract.md#tok) TOK-01 TOK-99 SHA-256"
	want := []string{"TestNobodyWroteThis", "internal/nothing.go", "docs/no.md", "the rule TOK-99"}
	if diff := cmp.Diff(want, missingOf(t, page)); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
}
