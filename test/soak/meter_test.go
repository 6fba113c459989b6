package soak

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/test/fleet"
)

// meter is what was sampled.
type meter struct {
	world   *world
	figures map[string][]float64 // of each figure one value a sample
	tables  map[string][]size    // likewise
}

// size is what a table is at one moment, with all its partitions.
type size struct {
	rows           float64
	bytes, indexes float64 // all of it, and the indexes' part
	dead           float64 // tuples that nobody sees any more, as PostgreSQL counts them
}

func newMeter(w *world) *meter {
	return &meter{world: w, figures: map[string][]float64{}, tables: map[string][]size{}}
}

// The figures that all samples have.
const (
	resident    = "resident memory, MB"
	used        = "resident memory in use, MB" // without heap that Go keeps for what comes
	heap        = "live heap, MB"
	goroutines  = "goroutines"
	files       = "open files"
	connections = "PostgreSQL connections"
	backends    = "PostgreSQL's own memory, MB"
	keys        = "Redis keys"
	lastingKeys = "Redis keys that last for more than two hours"
	redisMemory = "Redis memory, MB"
	dead        = "dead tuples"
	database    = "database, MB"
)

const mega = 1 << 20

func (m *meter) note(name string, value float64) { m.figures[name] = append(m.figures[name], value) }

// sample looks at everything once.
func (m *meter) sample(t *testing.T) {
	t.Helper()
	for _, n := range m.world.fleet.All {
		m.sampleNode(t, n)
	}
	m.samplePostgres(t)
	info := m.world.redis.Ask("DBSIZE\r\n"+countLasting+"\r\nINFO memory", 5)
	m.note(keys, numberAfter(t, info, ":"))
	_, info, _ = strings.Cut(info, "\n")
	m.note(lastingKeys, numberAfter(t, info, ":"))
	m.note(redisMemory, numberAfter(t, info, "used_memory:")/mega)
}

// countLasting counts keys that expire late or never. The others are as many as are
// made in two hours, and no more, however long an installation lives.
const countLasting = `EVAL "local n = 0 for _, key in ipairs(redis.call('KEYS', '*')) do local left = redis.call('TTL', key) if left < 0 or left > 7200 then n = n + 1 end end return n" 0`

// sampleNode reads what a node says of itself.
func (m *meter) sampleNode(t *testing.T, n *fleet.Node) {
	t.Helper()
	said := m.collected(t, n)
	for name, value := range map[string]float64{
		resident:    said["process_resident_memory_bytes"] / mega,
		used:        (said["process_resident_memory_bytes"] - said["go_memstats_heap_idle_bytes"] + said["go_memstats_heap_released_bytes"]) / mega,
		heap:        said["go_memstats_heap_alloc_bytes"] / mega,
		goroutines:  said["go_goroutines"],
		files:       said["process_open_fds"],
		connections: said["counterpart_postgres_connections_open"],
	} {
		m.note(n.Name+": "+name, value)
	}
}

// collected is what a node says after it has collected garbage, which a heap profile
// can ask for.
func (m *meter) collected(t *testing.T, n *fleet.Node) map[string]float64 {
	t.Helper()
	profile, err := http.Get("http://" + n.Ops + "/debug/pprof/heap?gc=1")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, profile.Body)
	_ = profile.Body.Close()
	said, err := n.Figures()
	if err != nil {
		t.Fatal(err)
	}
	return said
}

// samplePostgres counts what is in the database, and what its processes hold.
func (m *meter) samplePostgres(t *testing.T) {
	t.Helper()
	ctx, operator := t.Context(), m.world.operator.DB
	var clients, bytes, tuples float64
	err := operator.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
		       pg_database_size(current_database()),
		       (SELECT sum(n_dead_tup) FROM pg_stat_user_tables)`).Scan(&clients, &bytes, &tuples)
	if err != nil {
		t.Fatal(err)
	}
	m.note(connections, clients)
	m.note(database, bytes/mega)
	m.note(dead, tuples)
	m.note(backends, ownMemory(testenv.Children(m.world.postgres.Process.PID()))/mega)
	for _, table := range db.Tables {
		m.tables[table.Name] = append(m.tables[table.Name], m.sizeOf(ctx, t, table.Name))
	}
}

func (m *meter) sizeOf(ctx context.Context, t *testing.T, table string) (s size) {
	t.Helper()
	err := m.world.operator.DB.QueryRow(ctx, fmt.Sprintf(`
		SELECT (SELECT count(*) FROM %s), sum(pg_total_relation_size(relid)), sum(pg_indexes_size(relid)), coalesce(sum(n_dead_tup), 0)
		FROM   (SELECT $1::regclass::oid AS relid UNION SELECT relid FROM pg_partition_tree($1::regclass)) parts
		LEFT   JOIN pg_stat_user_tables USING (relid)`, table), table).Scan(&s.rows, &s.bytes, &s.indexes, &s.dead)
	if err != nil {
		t.Fatalf("measure %s: %v", table, err)
	}
	return s
}

// ownMemory is what processes have written to and share with nobody.
func ownMemory(processes []int) (bytes float64) {
	for _, pid := range processes {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid)) // it may be gone
		for line := range strings.Lines(string(text)) {
			if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "Private_Dirty:" {
				kilobytes, _ := strconv.ParseFloat(fields[1], 64)
				bytes += kilobytes * 1024
			}
		}
	}
	return bytes
}

// numberAfter is the first number after a mark.
func numberAfter(t *testing.T, text, mark string) float64 {
	t.Helper()
	_, after, _ := strings.Cut(text, mark)
	first, _, _ := strings.Cut(after, "\r")
	number, err := strconv.ParseFloat(first, 64)
	if err != nil {
		t.Fatalf("no number after %q in %q", mark, text)
	}
	return number
}

// vacuum does in a moment what autovacuum does over hours: moved clocks do not move
// PostgreSQL's.
func (w *world) vacuum(t *testing.T) {
	t.Helper()
	if _, err := w.operator.DB.Exec(t.Context(), "VACUUM (ANALYZE)"); err != nil {
		t.Fatal(err)
	}
}

// settle waits until nothing is under way: no event to be told, no delivery due, no
// mail to be sent.
func (w *world) settle(t *testing.T) {
	t.Helper()
	fleet.Until(t, 2*time.Minute, "all that is due is done", func() bool {
		var left int
		err := w.operator.DB.QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM events.outbox)
			     + (SELECT count(*) FROM webhooks.deliveries WHERE next_at <= $1)`, w.operator.Now()).Scan(&left)
		return err == nil && left == 0
	})
}
