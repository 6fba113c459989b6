package arch

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEveryDependencyHasItsReason holds go.mod to docs/decisions/dependencies.md:
// what we import ourselves stands there with a line that says why.
func TestEveryDependencyHasItsReason(t *testing.T) {
	t.Parallel()
	reasoned := reasonedLibraries(read(t, "../../docs/decisions/dependencies.md"))
	for _, library := range directRequirements(read(t, "../../go.mod")) {
		if !within(library, reasoned) {
			t.Errorf("%s stands in go.mod but has no line in docs/decisions/dependencies.md", library)
		}
	}
}

func TestRequirementsAndReasonsAreRead(t *testing.T) {
	t.Parallel()
	const mod = `module m

go 1.26.0

require github.com/one/line v1.0.0

require (
	github.com/a/b/v5 v5.1.0
	golang.org/x/text v0.1.0
	github.com/not/ours v1.0.0 // indirect
)
`
	const reasons = `
| library | for |
|---|---|
| a/b/v5 | one thing |
| golang.org/x/text, one/line | two more |
`
	if diff := cmp.Diff([]string{"one/line", "a/b/v5", "golang.org/x/text"}, directRequirements(mod)); diff != "" {
		t.Errorf("requirements (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"library", "a/b/v5", "golang.org/x/text", "one/line"}, reasonedLibraries(reasons)); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}

var (
	requirement = regexp.MustCompile(`(?m)^(?:require |\t)(\S+/\S+) v\S+( // indirect)?$`)
	firstCell   = regexp.MustCompile(`(?m)^\| ([^|]+) \|`)
)

// directRequirements returns the modules that our own code imports. GitHub, the
// common host, is left out of names.
func directRequirements(mod string) []string {
	var direct []string
	for _, match := range requirement.FindAllStringSubmatch(mod, -1) {
		if match[2] == "" {
			direct = append(direct, strings.TrimPrefix(match[1], "github.com/"))
		}
	}
	return direct
}

func reasonedLibraries(document string) []string {
	var libraries []string
	for _, match := range firstCell.FindAllStringSubmatch(document, -1) {
		libraries = slices.Concat(libraries, strings.Split(match[1], ", "))
	}
	return libraries
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
