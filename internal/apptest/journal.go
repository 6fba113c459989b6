package apptest

import "testing"

// WriteJournals has every node write down what apps called so far. Nodes under
// test do so by themselves only when they stop.
func (s *Service) WriteJournals(t testing.TB) {
	t.Helper()
	for _, node := range s.nodes {
		if err := node.Journal.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
