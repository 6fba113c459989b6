//go:build !race

// The race detector dies of these in its own way: make race runs them without it.

package runner

import "testing"

// The engine stops a recursion before it comes to that, and memory too; should it
// fail to, the program dies, and this is how its pool learns why.
func TestHowAProgramDiedIsRead(t *testing.T) {
	t.Parallel()
	for what, want := range map[string]Outcome{"recurse": Stack, "fill": Memory} {
		if _, died := inside(t, what); died.outcome() != want {
			t.Errorf("%s: %s, from %q", what, died.outcome(), died)
		}
	}
}
