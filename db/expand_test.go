package db_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// before is the newest migration of the release before the first that promises this.
const before = 66

// narrowing are statements that the previous release, which still runs, may stumble over.
var narrowing = map[string]*regexp.Regexp{
	"drops a table or a column":              regexp.MustCompile(`(?i)\bDROP\s+(TABLE|COLUMN|SCHEMA)\b`),
	"renames":                                regexp.MustCompile(`(?i)\bRENAME\b`),
	"changes the type of a column":           regexp.MustCompile(`(?i)\bALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE\b`),
	"forbids null where it was allowed":      regexp.MustCompile(`(?i)\bSET\s+NOT\s+NULL\b`),
	"drops a view":                           regexp.MustCompile(`(?i)\bDROP\s+VIEW\b`),
	"wants a value that others do not write": regexp.MustCompile(`(?i)\bADD\s+COLUMN\b[^;,]*\bNOT\s+NULL\b[^;,]*`),
}

// hasDefault is a column that others need not write.
var hasDefault = regexp.MustCompile(`(?i)\bDEFAULT\b`)

// A migration runs while the previous release does. What it no longer needs goes a
// release later, in a file that says so: "-- contract: since 1.4 nobody reads it".
func TestMigrationsOnlyAdd(t *testing.T) {
	t.Parallel()
	list, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	for _, file := range list {
		number, err := strconv.Atoi(filepath.Base(file)[:5])
		if err != nil {
			t.Fatal(err)
		}
		if number <= before {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		for what, form := range narrowing {
			found := form.FindString(up)
			if found != "" && !hasDefault.MatchString(found) && !strings.Contains(up, "-- contract: ") {
				t.Errorf("%s %s (%q): the previous release still runs. Leave it for a later release, and say there `-- contract: ` and since when nobody needs it", file, what, found)
			}
		}
	}
}
