package work

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/counterpart/counterpart/internal/base/pg"
)

// lockLimit bounds one statement about a lock.
const lockLimit = 5 * time.Second

// locks are the advisory locks that a node holds, all in one session: a run that
// takes long costs no connection of its own. When the session dies, others may
// begin what this node is still at. Jobs bear that: whatever must not happen
// twice is claimed row by row.
type locks struct {
	db   *pg.DB
	mu   sync.Mutex
	conn *pgxpool.Conn // nil while nothing is held
	held map[lock]bool // PostgreSQL would give a session the same lock again
}

type lock struct{ job, key string }

func newLocks(db *pg.DB) *locks { return &locks{db: db, held: map[lock]bool{}} }

// try takes a lock if it is free; it never waits for one.
func (l *locks) try(ctx context.Context, job, key string) (release func(), ok bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	this := lock{job, key}
	if l.held[this] {
		return nil, false, nil
	}
	if err := l.ask(ctx, "SELECT pg_try_advisory_lock(hashtext($1), hashtext($2))", this, &ok); err != nil {
		return nil, false, fmt.Errorf("lock job %s: %w", job, err)
	}
	if !ok {
		l.disconnect()
		return nil, false, nil
	}
	l.held[this] = true
	return func() { l.release(ctx, this) }, true, nil
}

func (l *locks) release(ctx context.Context, this lock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, this)
	if l.conn != nil { // else the lock has gone with its session
		var freed bool
		_ = l.ask(ctx, "SELECT pg_advisory_unlock(hashtext($1), hashtext($2))", this, &freed)
	}
	l.disconnect()
}

// ask says a statement in the session. A caller that goes away must not end the
// session, which holds the locks of others; one that fails is ended, which frees
// its locks.
func (l *locks) ask(ctx context.Context, sql string, about lock, answer *bool) (err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lockLimit)
	defer cancel()
	if l.conn == nil {
		if l.conn, err = l.db.Pool().Acquire(ctx); err != nil {
			l.conn = nil
			return err
		}
	}
	if err := l.conn.QueryRow(ctx, sql, about.job, about.key).Scan(answer); err != nil {
		_ = l.conn.Conn().Close(ctx)
		l.conn.Release()
		l.conn = nil
		return err
	}
	return nil
}

// disconnect gives the connection back while nothing is held.
func (l *locks) disconnect() {
	if l.conn != nil && len(l.held) == 0 {
		l.conn.Release()
		l.conn = nil
	}
}
