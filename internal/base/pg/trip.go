package pg

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// query is a statement with its values.
type query struct {
	sql  string
	args []any
}

// statement is one that wants no answer.
type statement struct {
	query
	explain func(error) error // what its failure means; nil: what it says
	none    error             // what it means that no row was changed; nil: nothing
}

// Later takes statements that want no answer. They run in their order, before the
// transaction's next statement that wants one, or before its commit, in the same
// round trip; whoever waits for that is told if one fails.
type Later struct {
	tx      *Tx
	explain func(error) error
	none    error
}

// Later returns what takes statements that want no answer. What the failure of one
// means, explain says.
func (tx *Tx) Later(explain func(error) error) Later { return Later{tx: tx, explain: explain} }

// Or says what it means that a statement changed no row. It may have gone with the
// commit, and then all else is done when that is told: so it is for a last statement
// without which the others change nothing.
func (l Later) Or(none error) Later {
	l.none = none
	return l
}

// To explains a failure by what was to be done.
func To(do string, args ...any) func(error) error {
	return func(err error) error { return fmt.Errorf("%s: %w", fmt.Sprintf(do, args...), err) }
}

// Exec has a statement wait.
func (l Later) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	l.tx.answers = nil
	l.tx.waiting = append(l.tx.waiting, statement{query{sql, args}, l.explain, l.none})
	return pgconn.CommandTag{}, nil
}

// Query is refused: there is no answer yet.
func (l Later) Query(context.Context, string, ...any) (pgx.Rows, error) { return nil, errQueued }

// QueryRow is refused likewise.
func (l Later) QueryRow(context.Context, string, ...any) pgx.Row { return oneRow{err: errQueued} }

// wait has a statement of the transaction's own wait.
func (t *trip) wait(sql string, args ...any) {
	t.waiting = append(t.waiting, statement{query: query{sql, args}})
}

// Ahead has queries run right after the transaction's next statement, in the same
// round trip: fn asks them and is told nothing. Who asks one of them in earnest, with
// the same values, is answered from what was read then, once, and until the
// transaction writes something. So it is for what is known to be asked soon, and
// after a statement that locks it is read under the lock.
func (tx *Tx) Ahead(fn func(*Ahead)) { fn(&Ahead{tx}) }

// Ahead takes queries whose answers will be wanted.
type Ahead struct{ tx *Tx }

// Exec is refused: who writes means it.
func (a *Ahead) Exec(context.Context, string, ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, errQueued
}

// Query notes a query.
func (a *Ahead) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	a.tx.ahead = append(a.tx.ahead, query{sql, args})
	return nil, errQueued
}

// QueryRow notes a query of one row.
func (a *Ahead) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	_, err := a.Query(ctx, sql, args...)
	return oneRow{err: err}
}

// read is the answer to a query that was read ahead. It is given once.
func (t *trip) read(sql string, args []any) (answer, bool) {
	at := slices.IndexFunc(t.answers, func(a answer) bool { return a.sql == sql && reflect.DeepEqual(a.args, args) })
	if at < 0 {
		return answer{}, false
	}
	found := t.answers[at]
	t.answers = slices.Delete(t.answers, at, at+1)
	return found, true
}

// reads tells whether a query plainly writes nothing. It may begin with the line
// that names it.
func reads(sql string) bool {
	if strings.HasPrefix(sql, "--") {
		_, sql, _ = strings.Cut(sql, "\n")
	}
	return strings.HasPrefix(sql, "SELECT")
}

// flush sends what waits, if anything does.
func (t *trip) flush(ctx context.Context) error {
	if len(t.waiting) == 0 {
		return nil
	}
	last := t.waiting[len(t.waiting)-1]
	t.waiting = t.waiting[:len(t.waiting)-1]
	_, err := t.round(ctx, last)
	return err
}

// round sends what waits, a statement, and what is to be read ahead, and reads all
// the answers.
func (t *trip) round(ctx context.Context, s statement) (answer, error) {
	before, after := t.waiting, t.ahead
	t.waiting, t.ahead = nil, nil
	t.sent++
	batch := &pgx.Batch{}
	for _, s := range before {
		batch.Queue(s.sql, s.args...)
	}
	batch.Queue(s.sql, s.args...)
	for _, q := range after {
		batch.Queue(q.sql, q.args...)
	}
	results := t.conn.SendBatch(ctx, batch)
	found, err := t.answersOf(results, before, s, after)
	// What the others failed with is told again.
	if closed := results.Close(); err == nil {
		err = closed
	}
	return found, err
}

// answersOf reads the answers of a batch. That a statement changed nothing is told
// when all are read: nothing has failed by it.
func (t *trip) answersOf(results pgx.BatchResults, before []statement, s statement, after []query) (found answer, err error) {
	var missed error
	for _, s := range before {
		tag, err := results.Exec()
		if err != nil {
			return answer{}, s.means(err)
		}
		missed = cmp.Or(missed, s.missed(tag))
	}
	if found, err = taken(s.query, results); err != nil {
		return found, s.means(err)
	}
	for _, q := range after {
		next, err := taken(q, results)
		if err != nil {
			return found, err
		}
		t.answers = append(t.answers, next)
	}
	return found, cmp.Or(missed, s.missed(found.tag))
}

// means is what a failure of the statement means.
func (s statement) means(err error) error {
	if s.explain == nil {
		return err
	}
	return s.explain(err)
}

// missed is what it means that the statement changed no row, if it did not.
func (s statement) missed(tag pgconn.CommandTag) error {
	if tag.RowsAffected() > 0 {
		return nil
	}
	return s.none
}

// answer is what a query found.
type answer struct {
	query
	fields []pgconn.FieldDescription
	types  *pgtype.Map
	rows   [][][]byte
	tag    pgconn.CommandTag
}

// taken reads the next answer of a batch.
func taken(q query, results pgx.BatchResults) (answer, error) {
	rows, err := results.Query()
	if err != nil {
		return answer{query: q}, err
	}
	a := answer{query: q, fields: slices.Clone(rows.FieldDescriptions()), types: rows.TypeMap()}
	for rows.Next() {
		a.rows = append(a.rows, copied(rows.RawValues()))
	}
	rows.Close()
	a.tag = rows.CommandTag()
	return a, rows.Err()
}

// copied is a row that outlives the connection's buffer.
func copied(values [][]byte) [][]byte {
	size := 0
	for _, value := range values {
		size += len(value)
	}
	room, row := make([]byte, 0, size), make([][]byte, len(values))
	for i, value := range values {
		if value != nil {
			from := len(room)
			room = append(room, value...)
			row[i] = room[from:len(room):len(room)]
		}
	}
	return row
}

// again is the answer as rows that can be read.
func (a answer) again() *readRows { return &readRows{answer: a} }

// readRows are rows that were read before.
type readRows struct {
	answer
	at  int // how many are passed
	err error
}

// Close passes the rest.
func (r *readRows) Close() { r.at = len(r.rows) + 1 }

// Err is why there are no rows.
func (r *readRows) Err() error { return r.err }

// CommandTag is what the server said of the whole.
func (r *readRows) CommandTag() pgconn.CommandTag { return r.tag }

// FieldDescriptions are the columns.
func (r *readRows) FieldDescriptions() []pgconn.FieldDescription { return r.fields }

// Next goes to the next row.
func (r *readRows) Next() bool {
	r.at++
	return r.at <= len(r.rows)
}

// Scan reads the row.
func (r *readRows) Scan(into ...any) error {
	return pgx.ScanRow(r.types, r.fields, r.RawValues(), into...)
}

// Values reads the row as it comes.
func (r *readRows) Values() ([]any, error) { return nil, errQueued }

// RawValues is the row as it came.
func (r *readRows) RawValues() [][]byte { return r.rows[r.at-1] }

// Conn is none: it may serve another by now.
func (r *readRows) Conn() *pgx.Conn { return nil }

// TypeMap is what the values are read with.
func (r *readRows) TypeMap() *pgtype.Map { return r.types }

// failedBatch is a batch that was not sent.
type failedBatch struct{ err error }

// Exec says why.
func (b failedBatch) Exec() (pgconn.CommandTag, error) { return pgconn.CommandTag{}, b.err }

// Query says why.
func (b failedBatch) Query() (pgx.Rows, error) { return (answer{}).again(), b.err }

// QueryRow says why.
func (b failedBatch) QueryRow() pgx.Row { return oneRow{err: b.err} }

// Close says why.
func (b failedBatch) Close() error { return b.err }
