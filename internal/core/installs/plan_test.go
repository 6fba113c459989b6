package installs_test

import (
	"testing"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/installs"
)

// An app with 10,000 installations over all shards, of which a few have ended, or
// all but a few: whatever its developers look at is found by an index.
func TestWhatDevelopersLookAtIsFoundByIndex(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster(t) {
		return // db judges plans there
	}
	f, asked := newFixture(t), &pgtest.Asked{}
	old := ident.New[ident.App](ident.Control, pgtest.Start)
	for app, ended := range map[ident.App]string{f.sync.ID: "n % 1000 = 0", old: "n % 1000 > 0"} {
		_, err := f.deps.DB.Exec(t.Context(), `
			INSERT INTO installs.by_app (shard, app_id, id, home_shard, ended_at)
			SELECT $1, $2, gen_random_uuid(), n % 1024, CASE WHEN `+ended+` THEN $3::timestamptz END
			FROM   generate_series(1, 10000) AS n`, ident.HomeOf(app), app.UUID, pgtest.Start)
		must(t, err)
	}
	_, err := f.deps.DB.Exec(t.Context(), "VACUUM (ANALYZE) installs.by_app")
	must(t, err)
	deps := f.deps
	deps.DB = pgtest.Open(t, f.deps.DB.Pool().Config().ConnString(), pg.Options{Tracer: asked})
	watched := installs.New(deps)
	for name, row := range map[string]struct {
		statement, index string
		app              ident.App
		ended            *bool
	}{
		"all":                    {"ListedOfApp", "by_app_pkey", f.sync.ID, nil},
		"the few that ended":     {"EndedOfApp", "by_app_ended", f.sync.ID, new(true)},
		"the many that have not": {"CurrentOfApp", "by_app_current", f.sync.ID, new(false)},
		"the few that have not":  {"CurrentOfApp", "by_app_current", old, new(false)},
		"the many that ended":    {"EndedOfApp", "by_app_ended", old, new(true)},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := watched.OfApp(t.Context(), row.app, installs.Listing{Ended: row.ended, Most: 51})
			must(t, err)
			asked.WantIndex(t, f.deps.DB, row.statement, row.index)
			asked.WantIndex(t, f.deps.DB, "Several", "installations_pkey")
		})
	}
	t.Run("how many there are", func(t *testing.T) {
		counts, err := watched.Counts(t.Context(), []ident.App{f.sync.ID, old})
		must(t, err)
		if counts[f.sync.ID] != 9990 || counts[old] != 10 {
			t.Errorf("they are %v", counts)
		}
		asked.WantIndex(t, f.deps.DB, "CountListed", "by_app_current")
	})
}
