package activity_test

import (
	"cmp"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/activity"
)

// A business with very many entries, nearly all of one app, of one kind, and about one
// record: whatever its members look at is a range of an index.
func TestAPageIsARangeOfAnIndex(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster(t) {
		return // db judges plans there
	}
	f, asked := newFixture(t), &pgtest.Asked{}
	f.fill(t, entriesWanted(t))
	f.Log = activity.NewLog(pgtest.Open(t, f.db.Pool().Config().ConnString(), pg.Options{Tracer: asked}), f.clock.Now)
	quiet := ident.Of[ident.App](ident.Control, uuid.MustParse("00000000-0000-7000-a000-000000000001"))
	for name, row := range map[string]struct {
		statement, index string
		reading          activity.Reading
	}{
		"of all apps":              {"OfBusiness", "entries_pkey", activity.Reading{}},
		"of the busy app":          {"OfApp", "entries_by_app", activity.Reading{App: f.app}},
		"of another app":           {"OfApp", "entries_by_app", activity.Reading{App: quiet}},
		"of a kind that is rare":   {"OfAppAndKind", "entries_by_kind", activity.Reading{App: f.app, Kind: activity.Account}},
		"of the record":            {"OfRecord", "entries_by_record", activity.Reading{Record: customer.UUID}},
		"of a record on the way":   {"OfRecord", "entries_by_others", activity.Reading{Record: entry.UUID}},
		"of a day long ago":        {"OfApp", "entries_by_app", activity.Reading{App: f.app, From: pgtest.Start.AddDate(0, -6, 0), To: pgtest.Start.AddDate(0, -6, 1)}},
		"of a record nobody knows": {"OfRecord", "entries_by_record", activity.Reading{Record: uuid.New()}},
	} {
		t.Run("ACT-04 "+name, func(t *testing.T) {
			row.reading.Limit = 50
			if _, _, err := f.Page(t.Context(), f.business, row.reading); err != nil {
				t.Fatal(err)
			}
			asked.WantIndex(t, f.db, row.statement, row.index)
		})
	}
	t.Run("how much apps did lately", func(t *testing.T) {
		counts, err := f.Counts(t.Context(), f.business, []ident.App{f.app, quiet}, f.clock.Now().AddDate(0, 0, -7), 500)
		if err != nil || counts[f.app] != 500 || counts[quiet] >= counts[f.app] {
			t.Errorf("it counts %v: %v", counts, err)
		}
		asked.WantIndex(t, f.db, "CountsOfApps", "entries_by_app")
	})
}

// entriesWanted is how many entries there are; make log has ten million.
func entriesWanted(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv("COUNTERPART_LOG_LINES"), "50000"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// fill enters what the app did in a year. Of a thousand entries one is another app's,
// and one about an account; a few tell of the same journal entry.
func (f *fixture) fill(t *testing.T, entries int) {
	t.Helper()
	f.clock.Move(time.Hour)
	const portion = 500_000
	for done := 0; done < entries; done += portion {
		_, err := f.db.Exec(t.Context(), `
			INSERT INTO activity.entries (shard, business_id, id, app_id, at, kind, record_id, other_ids, changes)
			SELECT 7, $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000a000' || lpad(n::text, 12, '0'))::uuid,
			       CASE WHEN n % 1000 = 0 THEN '00000000-0000-7000-a000-000000000001' ELSE $2::uuid END, at,
			       CASE WHEN n % 1000 = 1 THEN 'ACCOUNT' ELSE 'CUSTOMER' END,
			       CASE WHEN n % 1000 = 2 THEN gen_random_uuid() ELSE $3::uuid END,
			       CASE WHEN n % 5000 = 3 THEN ARRAY[$4::uuid] WHEN n % 2 = 0 THEN ARRAY[gen_random_uuid()] ELSE '{}' END,
			       '[{"action": "customer.updated", "record": "cus_1"}]'
			FROM   generate_series($5::bigint, $6::bigint) AS n,
			       LATERAL (SELECT $7::timestamptz - interval '365 days' * (n::float8 / $8::bigint) AS at) AS when_`,
			f.business.UUID, f.app.UUID, customer.UUID, entry.UUID, done+1, min(done+portion, entries), f.clock.Now(), entries)
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.db.Exec(t.Context(), "ANALYZE activity.entries"); err != nil {
		t.Fatal(err)
	}
}
