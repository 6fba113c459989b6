package pg_test

import (
	"context"
	"net"
	"sync/atomic"
	"testing"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

// slowWriter is a connection whose caller is held up after one write, as on a busy
// machine, until the answer has been read in the background and, as the caller gives
// up just then, whoever reads on there has been woken by an error.
type slowWriter struct {
	net.Conn
	giveUp *atomic.Pointer[context.CancelFunc]
	woken  chan struct{}
}

func (s *slowWriter) Read(into []byte) (int, error) {
	n, err := s.Conn.Read(into)
	switch up := s.giveUp.Load(); {
	case up == nil:
	case err == nil:
		(*up)() // the answer is there
	default:
		close(s.woken)
	}
	return n, err
}

func (s *slowWriter) Write(from []byte) (int, error) {
	n, err := s.Conn.Write(from)
	if s.giveUp.Load() != nil {
		<-s.woken
		s.giveUp.Store(nil)
	}
	return n, err
}

func TestWhoGivesUpSpoilsNothingForTheNext(t *testing.T) {
	t.Parallel()
	var giveUp atomic.Pointer[context.CancelFunc]
	db, err := pg.OpenThrough(t.Context(), pgtest.EmptyURL(t), func(conn net.Conn) net.Conn {
		return &slowWriter{Conn: conn, giveUp: &giveUp, woken: make(chan struct{})}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var one int
	ask := func(ctx context.Context) error { return db.QueryRow(ctx, "SELECT 1").Scan(&one) }
	if err := ask(t.Context()); err != nil { // prepares it
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	giveUp.Store(&cancel)
	if err := ask(ctx); err != nil {
		t.Errorf("the answer was there, and it says %v", err)
	}
	t.Run("OPS-02 a statement is not told of another's end", func(t *testing.T) {
		if err := ask(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
