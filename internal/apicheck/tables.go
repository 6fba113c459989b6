package apicheck

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/api"
)

// Routes fails the test unless the given route patterns ("GET /account") are
// exactly the operations that are described.
func Routes(t testing.TB, patterns []string) {
	t.Helper()
	contract, err := load()
	if err != nil {
		t.Fatalf("read api/: %v", err)
	}
	var described []string
	for _, operation := range contract.operations {
		described = append(described, operation.Pattern())
	}
	same(t, "routes", described, patterns)
}

// Codes fails the test unless the given refusal codes are exactly those that
// ErrorCode lists.
func Codes(t testing.TB, declared []string) {
	t.Helper()
	contract, err := load()
	if err != nil {
		t.Fatalf("read api/: %v", err)
	}
	enum, err := contract.description.Find(api.Root + "#/components/schemas/ErrorCode/enum")
	if err != nil {
		t.Fatal(err)
	}
	var described []string
	for _, code := range enum.Value.([]any) {
		described = append(described, code.(string))
	}
	same(t, "error codes", described, declared)
}

func same(t testing.TB, what string, described, real []string) {
	t.Helper()
	described, real = slices.Sorted(slices.Values(described)), slices.Sorted(slices.Values(real))
	if diff := cmp.Diff(described, real); diff != "" {
		t.Errorf("%s (-described in api/ +in the program):\n%s", what, diff)
	}
}
