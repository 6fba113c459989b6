package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Setting is how PostgreSQL runs one transaction. It goes to the server with the
// transaction's statements, in the same round trip, and ends with it.
type Setting string

const (
	// Planned is for queries over tables of many partitions: their plans are made
	// once a connection and kept. PostgreSQL would plan such a query anew each
	// time, which takes ten times as long as running it. It is not for queries
	// whose best plan depends on what is asked. A kept plan outlives what it was
	// made for: today's partition is empty in the morning, and reading it whole
	// would look cheap. So tables are read through an index wherever one fits. On a
	// cluster nothing is kept: there a plan begins with the shard that is asked for.
	Planned Setting = `SELECT set_config('plan_cache_mode', CASE WHEN EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') THEN 'auto' ELSE 'force_generic_plan' END, true), set_config('enable_seqscan', 'off', true)`
	// Unhurried does not wait for the disk. A crash of the server within the next
	// second may undo the transaction, whole: it is for what is done again without
	// harm, and for nothing whose loss anybody would notice. On a cluster it holds
	// for the server that is asked; those behind it go by their own setting.
	Unhurried Setting = `SELECT set_config('synchronous_commit', 'off', true)`
	// InOrder is Planned for the first few of very many rows in the order of an index:
	// they are read from there until there are enough, and never all of them to be
	// sorted, which looks cheap to whoever knows neither how many there are nor how
	// many are wanted.
	InOrder = Planned + `, set_config('enable_sort', 'off', true)`
	// PlannedUnhurried is both.
	PlannedUnhurried = Planned + `, set_config('synchronous_commit', 'off', true)`
)

// Single runs each statement as a transaction of its own, under a setting, in one
// round trip. Within another transaction of ctx it is a part of that one, and the
// setting does not apply.
type Single struct {
	db      *DB
	setting Setting
}

// Single returns what runs single statements under a setting.
func (db *DB) Single(s Setting) Single { return Single{db, s} }

// Exec runs a statement.
func (s Single) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if tx := s.db.within(ctx); tx != nil {
		return tx.Exec(ctx, sql, args...)
	}
	batch := s.send(ctx, sql, args)
	tag, err := batch.Exec()
	// The commit's own failure comes last.
	if closed := batch.Close(); err == nil {
		err = closed
	}
	return tag, err
}

// Query runs a query.
func (s Single) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if tx := s.db.within(ctx); tx != nil {
		return tx.Query(ctx, sql, args...)
	}
	batch := s.send(ctx, sql, args)
	rows, err := batch.Query()
	if err != nil {
		_ = batch.Close()
		return rows, err
	}
	return &lastRows{Rows: rows, batch: batch}, nil
}

// QueryRow runs a query of at most one row.
func (s Single) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	rows, err := s.Query(ctx, sql, args...)
	return oneRow{rows, err}
}

// send sends a statement.
func (s Single) send(ctx context.Context, sql string, args []any) pgx.BatchResults {
	batch := &pgx.Batch{}
	batch.Queue(sql, args...)
	return s.SendBatch(ctx, batch)
}

// SendBatch sends the setting and statements, as one transaction, and passes over
// the setting's answer. What went wrong there is told again by whoever reads on.
func (s Single) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	if tx := s.db.within(ctx); tx != nil {
		return tx.SendBatch(ctx, batch)
	}
	under := &pgx.Batch{}
	under.Queue(string(s.setting))
	under.QueuedQueries = append(under.QueuedQueries, batch.QueuedQueries...)
	results := s.db.pool.SendBatch(ctx, under)
	_, _ = results.Exec()
	return results
}

// lastRows are the rows of a batch's last query: the batch ends with them, and so
// does the loan of its connection.
type lastRows struct {
	pgx.Rows
	batch  pgx.BatchResults
	failed error
}

func (r *lastRows) Next() bool {
	if r.Rows.Next() {
		return true
	}
	r.Close()
	return false
}

func (r *lastRows) Close() {
	r.Rows.Close()
	r.failed = r.batch.Close()
}

func (r *lastRows) Err() error {
	if err := r.Rows.Err(); err != nil {
		return err
	}
	return r.failed
}

// oneRow is the only row of an answer.
type oneRow struct {
	rows pgx.Rows
	err  error
}

// Scan reads it, or says that there is none.
func (r oneRow) Scan(into ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return ErrNoRows
	}
	if err := r.rows.Scan(into...); err != nil {
		return err
	}
	r.rows.Close()
	return r.rows.Err()
}

// Queue collects statements that want no answer.
type Queue struct {
	batch pgx.Batch
	rows  []int64 // that each touched
}

// AtOnce runs the statements that fn puts into the queue as one transaction and
// in one round trip, under a setting. Each sees what those before it did. None
// is run before fn returns; how many rows each of them touched AtOnce tells.
// Within another transaction of ctx they are a part of that one.
func (db *DB) AtOnce(ctx context.Context, s Setting, fn func(*Queue) error) (rows []int64, err error) {
	q := &Queue{}
	outer := db.within(ctx)
	if outer == nil {
		q.batch.Queue(string(s))
	}
	if err := fn(q); err != nil {
		return nil, err
	}
	if outer != nil {
		err := outer.SendBatch(ctx, &q.batch).Close()
		return q.rows, err
	}
	err = db.pool.SendBatch(ctx, &q.batch).Close()
	return q.rows, err
}

// AtOnce runs the statements that fn puts into the queue in one round trip.
func (tx *Tx) AtOnce(ctx context.Context, fn func(*Queue) error) error {
	q := &Queue{}
	if err := fn(q); err != nil {
		return err
	}
	for _, queued := range q.batch.QueuedQueries {
		tx.wait(queued.SQL, queued.Arguments...)
	}
	tx.answers = nil
	return tx.flush(ctx)
}

// Exec puts a statement into the queue.
func (q *Queue) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	q.batch.Queue(sql, args...).Exec(func(done pgconn.CommandTag) error {
		q.rows = append(q.rows, done.RowsAffected())
		return nil
	})
	return pgconn.CommandTag{}, nil
}

// Query is refused: a queue has no answers.
func (q *Queue) Query(context.Context, string, ...any) (pgx.Rows, error) { return nil, errQueued }

// QueryRow is refused likewise.
func (q *Queue) QueryRow(context.Context, string, ...any) pgx.Row { return oneRow{err: errQueued} }

var errQueued = errors.New("a queued statement cannot be asked for its answer")
