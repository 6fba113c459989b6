package capacity

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/counterpart/counterpart/internal/base/pgtest"
)

// meter sees what nodes send to PostgreSQL for their callers, and on a cluster
// what its coordinator sends on.
type meter struct {
	onCluster bool
	mu        sync.Mutex
	cost
}

// cost is what an operation takes.
type cost struct {
	names             []string
	statements, trips int
	tasks, twoPhase   int
	wal               int64
	cpu               time.Duration
}

// count adds to what has been seen.
func (m *meter) count(add func(*cost)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	add(&m.cost)
}

// byCaller tells whether somebody waits for it.
func byCaller(ctx context.Context) bool { return ctx.Value(http.LocalAddrContextKey) != nil }

// TraceConnectStart has a cluster tell what it sends to its servers.
func (m *meter) TraceConnectStart(ctx context.Context, data pgx.TraceConnectStartData) context.Context {
	if m.onCluster {
		data.ConnConfig.RuntimeParams["citus.log_remote_commands"] = "on"
		data.ConnConfig.OnNotice = func(_ *pgconn.PgConn, notice *pgconn.Notice) { m.forwarded(notice.Message) }
	}
	return ctx
}

// TraceConnectEnd does nothing.
func (m *meter) TraceConnectEnd(context.Context, pgx.TraceConnectEndData) {}

// forwarded counts a command to another server. Beginning and ending a
// transaction there is no task.
func (m *meter) forwarded(message string) {
	command, ok := strings.CutPrefix(message, "issuing ")
	if !ok {
		return
	}
	m.count(func(c *cost) {
		switch word, _, _ := strings.Cut(command, " "); strings.TrimSuffix(word, ";") {
		case "PREPARE":
			c.twoPhase++
		case "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET":
		default:
			c.tasks++
		}
	})
}

// TraceQueryStart counts a statement, which is a round trip of its own.
func (m *meter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	if byCaller(ctx) {
		m.count(func(c *cost) { c.trips++ })
		m.statement(data.SQL)
	}
	return ctx
}

// TraceQueryEnd does nothing.
func (m *meter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart counts a round trip with many statements.
func (m *meter) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	if byCaller(ctx) {
		m.count(func(c *cost) { c.trips++ })
		for _, queued := range data.Batch.QueuedQueries {
			m.statement(queued.SQL)
		}
	}
	return ctx
}

// TraceBatchQuery does nothing.
func (m *meter) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd does nothing.
func (m *meter) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

func (m *meter) statement(sql string) {
	name, ours := strings.CutPrefix(sql, "-- name: ")
	if !ours {
		name = sql
	}
	m.count(func(c *cost) {
		c.statements++
		c.names = append(c.names, strings.Fields(name)[0])
	})
}

// measure runs an operation some times, and tells what one takes on average, to the
// nearest whole number: on a slow machine a permit of five seconds runs out in
// between. What it takes the first times is how connections learn its statements.
func (w *world) measure(t *testing.T, seen *meter, op operation) cost {
	t.Helper()
	const warm, times = 12, 20
	w.Clock.Move(time.Minute) // a minute allows no more calls than some operations take
	for n := range warm {
		op.do(n)
	}
	before := w.engine(t)
	seen.count(func(c *cost) { *c = cost{} })
	for n := range times {
		op.do(warm + n)
	}
	var got cost
	seen.count(func(c *cost) { got = *c })
	after := w.engine(t)
	got.names = got.names[:min(len(got.names), got.statements/times+1)]
	for _, figure := range []*int{&got.statements, &got.trips, &got.tasks, &got.twoPhase} {
		*figure = (*figure + times/2) / times
	}
	got.wal, got.cpu = (after.wal-before.wal)/times, (after.cpu-before.cpu)/times
	return got
}

// engine is what PostgreSQL's servers have written and spent so far.
func (w *world) engine(t *testing.T) (c cost) {
	t.Helper()
	const wal, pids = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn", "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE datname = current_database()"
	for _, text := range w.everywhere(t, wal) {
		bytes, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		c.wal += bytes
	}
	for _, text := range w.everywhere(t, pids) {
		for _, pid := range strings.Fields(text) {
			c.cpu += cpuOf(pid)
		}
	}
	return c
}

// everywhere asks all servers.
func (w *world) everywhere(t *testing.T, sql string) []string {
	t.Helper()
	if pgtest.OnCluster(t) {
		sql = fmt.Sprintf("SELECT result FROM run_command_on_all_nodes($$%s$$)", sql)
	} else {
		sql = strings.Replace(sql, "SELECT ", "SELECT (", 1)
		sql = strings.Replace(sql, " FROM", ")::text FROM", 1)
		if !strings.Contains(sql, " FROM") {
			sql += ")::text"
		}
	}
	rows, err := w.Node(0).DB.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// cpuOf is the time that a process has spent; none where the system does not tell.
func cpuOf(pid string) time.Duration {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ") // after the program's name
	fields := strings.Fields(rest)
	if len(fields) < 15 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	const tick = time.Second / 100
	return time.Duration(user+system) * tick
}
