package live_test

import (
	"testing"

	"github.com/counterpart/counterpart/internal/base/rdbtest"
)

// What a call, a delivery or an attempt pays where nobody watches its app.
func BenchmarkNobodyWatches(b *testing.B) {
	s, app := on(rdbtest.New(b)), newApp()
	s.Flush(b.Context())
	b.ReportAllocs()
	for b.Loop() {
		tell(s, app, nil)
	}
}

// What a message costs that somebody hears, its way into Redis included.
func BenchmarkTold(b *testing.B) {
	s, app := on(rdbtest.New(b)), newApp()
	w, err := s.Watch(app, "")
	if err != nil {
		b.Fatal(err)
	}
	if _, err := w.Next(b.Context()); err != nil {
		b.Fatal(err)
	}
	message := calls(0, 1)[0]
	b.ReportAllocs()
	for b.Loop() {
		for range 100 { // as the journal's flusher does, many at once
			s.Tell(app, message)
		}
		s.Flush(b.Context())
	}
}
