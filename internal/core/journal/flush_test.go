package journal_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/journal"
)

// busy notes so many calls of a thousand apps, spread over all shards.
func (d *fixture) busy(calls int) {
	apps := make([]ident.App, 1000)
	for i := range apps {
		apps[i] = ident.New[ident.App](ident.Control, pgtest.Start)
	}
	for i := range calls {
		call := d.call(ident.New[ident.Business](ident.Shard(i%ident.Shards), pgtest.Start), 200, time.Millisecond)
		call.App = apps[i%len(apps)]
		d.Note(call)
	}
}

// count counts what is sent to PostgreSQL, by name.
type count struct {
	mu   sync.Mutex
	sent map[string]int
}

func (c *count) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	name := strings.Fields(strings.TrimPrefix(data.SQL, "-- name: "))[0]
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent[name]++
	return ctx
}

func (c *count) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Speed as a number that a busy machine does not change.
func TestManyCallsInManyShardsAreFewTransactions(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		parts func(ident.Shard) int64
		want  map[string]int
	}{
		"CLU-08 10,000 calls in 1,024 shards of one server": {
			parts: func(ident.Shard) int64 { return 0 },
			want:  map[string]int{"commit": 31, "BeginBatch": 11, "AddUsage": 10, "AddAppUsage": 1, "LogRequests": 20},
		},
		"CLU-08 and of a cluster that has cut its tables into 32": {
			parts: func(s ident.Shard) int64 { return int64(s % 32) },
			want:  map[string]int{"commit": 96, "BeginBatch": 64, "AddUsage": 32, "AddAppUsage": 32, "LogRequests": 32},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, sent := newFixture(t), &count{sent: map[string]int{}}
			database := pgtest.Open(t, d.db.Pool().Config().ConnString(), pg.Options{Tracer: sent})
			d.Journal = journal.New(database, d.clock.Now, slog.New(slog.DiscardHandler), journal.Options{})
			d.InParts(row.parts)
			d.busy(10_000)
			d.write(t)
			got := map[string]int{}
			for name := range row.want {
				got[name] = sent.sent[name]
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Error(diff)
			}
			d.hasWritten(t, 10_000)
		})
	}
}

// hasWritten fails the test unless so many calls are counted, in their businesses
// and by app, and have a line.
func (d *fixture) hasWritten(t *testing.T, calls int64) {
	t.Helper()
	if counted, byApp, lines := d.counted(t), d.countedByApp(t), d.lines(t); counted != calls || byApp != calls || lines != calls {
		t.Errorf("%d calls are counted, %d by app, and %d have a line, want %d", counted, byApp, lines, calls)
	}
}

// lines is how many lines the log has.
func (d *fixture) lines(t *testing.T) (lines int64) {
	t.Helper()
	if err := d.db.QueryRow(t.Context(), "SELECT count(*) FROM journal.requests").Scan(&lines); err != nil {
		t.Fatal(err)
	}
	return lines
}

// The connection breaks when the server has read the commit, and nobody learns what
// became of it.
func TestABatchWhoseAnswerGotLostCountsOnce(t *testing.T) {
	t.Parallel()
	t.Run("CLU-08 and when it is sent again", func(t *testing.T) {
		t.Parallel()
		d, relay := newFixture(t), pgtest.StartRelay(t)
		database := pgtest.Open(t, relay.Through(t, d.db.Pool().Config().ConnString()), pg.Options{MaxConns: 1})
		d.Journal = journal.New(database, d.clock.Now, slog.New(slog.DiscardHandler), journal.Options{})
		note := func() {
			call := d.call(d.bakery, 200, time.Millisecond)
			call.Read = journal.Reads + 1 // without a line, so that nothing but counts is written
			d.Note(call)
		}
		note()
		d.write(t)
		note()
		relay.FreezeAfter(pgtest.Prepared("commit"))
		ctx, giveUp := context.WithCancel(t.Context())
		over := make(chan error)
		go func() { over <- d.Flush(ctx) }()
		for d.counted(t)+d.countedByApp(t) != 3 { // one of the two; by way of another connection
		}
		giveUp()
		if <-over == nil {
			t.Error("an answer came")
		}
		relay.Mend()
		d.write(t)
		if counted, byApp := d.counted(t), d.countedByApp(t); counted != 2 || byApp != 2 {
			t.Errorf("%d calls are counted and %d by app, want 2", counted, byApp)
		}
	})
}

// counted is how many calls are counted.
func (d *fixture) counted(t *testing.T) (calls int64) {
	t.Helper()
	if err := d.db.QueryRow(t.Context(), "SELECT coalesce(sum(calls), 0)::bigint FROM journal.usage").Scan(&calls); err != nil {
		t.Fatal(err)
	}
	return calls
}

// countedByApp is how many calls are counted by app.
func (d *fixture) countedByApp(t *testing.T) (calls int64) {
	t.Helper()
	if err := d.db.QueryRow(t.Context(), "SELECT coalesce(sum(calls), 0)::bigint FROM journal.app_usage").Scan(&calls); err != nil {
		t.Fatal(err)
	}
	return calls
}

// away has every write into the lower half of the shards fail as it does on a
// cluster whose server for them is away, until the returned function is called.
func (d *fixture) away(t *testing.T) (back func()) {
	t.Helper()
	do := func(sql string) {
		err := d.db.InTx(t.Context(), func(tx *pg.Tx) error {
			if _, err := tx.Exec(t.Context(), "SELECT set_config('citus.enable_unsafe_triggers', 'on', true)"); err != nil {
				return err
			}
			_, err := tx.Exec(t.Context(), sql)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	do(`CREATE FUNCTION away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF NEW.shard < 512 THEN RAISE EXCEPTION 'connection to the remote node failed' USING ERRCODE = '08006'; END IF;
		RETURN NEW;
	END $$`)
	do("CREATE TRIGGER away BEFORE INSERT ON journal.usage FOR EACH ROW EXECUTE FUNCTION away()")
	do("CREATE TRIGGER away BEFORE INSERT ON journal.app_usage FOR EACH ROW EXECUTE FUNCTION away()")
	do("CREATE TRIGGER away BEFORE INSERT ON journal.requests FOR EACH ROW EXECUTE FUNCTION away()")
	return func() { do("DROP FUNCTION away() CASCADE") }
}

// appIn makes an app whose home is in one half of the shards.
func appIn(half ident.Shard) ident.App {
	for {
		if app := ident.New[ident.App](ident.Control, pgtest.Start); ident.HomeOf(app)/512 == half {
			return app
		}
	}
}

// callOf is a call of another app than the fixture's.
func (d *fixture) callOf(app ident.App, business ident.Business) journal.Call {
	call := d.call(business, 200, time.Millisecond)
	call.App = app
	return call
}

func TestAServerThatIsAwayKeepsNobodyElseWaiting(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.InParts(func(s ident.Shard) int64 { return int64(s / 512) })
	back := d.away(t)
	away, there := appIn(0), appIn(1)
	const more, rounds = 20, 4
	var written int64
	for range rounds {
		for range (journal.MostLines + more) / rounds {
			d.Note(d.callOf(away, d.bakery))
		}
		for range 100 {
			d.Note(d.callOf(there, d.florists))
		}
		if err := d.Flush(t.Context()); !pg.IsAway(err) {
			t.Fatalf("the server is away, and %v", err)
		}
		written += 100
		t.Run("CLU-04 what goes to the others is written", func(t *testing.T) { d.hasWritten(t, written) })
	}
	t.Run("CLU-04 what goes to it waits, as far as there is room", func(t *testing.T) {
		if diff := cmp.Diff(map[string]int{"requests": more}, d.dropped); diff != "" {
			t.Error(diff)
		}
	})
	back()
	d.write(t)
	t.Run("CLU-08 and is written when it is back, each once", func(t *testing.T) {
		counted, byApp, lines := d.counted(t), d.countedByApp(t), d.lines(t)
		if want := written + journal.MostLines; counted != want+more || byApp != want+more || lines != want {
			t.Errorf("%d are counted and %d by app, want %d; %d have a line, want %d", counted, byApp, want+more, lines, want)
		}
	})
}

// BenchmarkFlush writes down 10,000 calls over all shards. Run it on a PostgreSQL
// that waits for its disk, and on a cluster (docs/scale.md has both).
func BenchmarkFlush(b *testing.B) {
	d := newFixture(b)
	for b.Loop() {
		b.StopTimer()
		d.busy(10_000)
		b.StartTimer()
		d.write(b)
	}
}
