package books_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	records = `books\.(accounts|entries|suppliers|customers|invoices|payments)`
	inserts = regexp.MustCompile(`(?m)^INSERT INTO ` + records + `\b`)
	updates = regexp.MustCompile(`(?m)^UPDATE ` + records + `\b`)
)

// Whatever writes a record in a new version writes by whom, so that no operation can
// forget it.
func TestEveryStatementSigns(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no statements, %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, statement := range strings.Split(string(text), "-- name: ")[1:] {
			name, _, _ := strings.Cut(statement, " ")
			makes, changes := inserts.MatchString(statement), updates.MatchString(statement) && strings.Contains(statement, "updated_at =")
			if !makes && !changes {
				continue
			}
			t.Run("ACT-03 "+name, func(t *testing.T) {
				if makes && !strings.Contains(statement, "created_by") || changes && !strings.Contains(statement, "updated_by =") {
					t.Errorf("it does not say who:\n%s", statement)
				}
			})
		}
	}
}
