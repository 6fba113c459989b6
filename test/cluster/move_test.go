package cluster

import (
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

func TestShardsMoveWhileTrafficRuns(t *testing.T) {
	t.Run("CLU-05 nothing is lost, nothing happens twice, no answer is wrong", func(t *testing.T) {
		w := newWorld(t)
		w.deliver(t)
		stop := w.load(t)
		w.eachMakes(t, 3)
		pgtest.AddServer(t, w.database)
		w.move(t)
		w.eachMakes(t, 3)
		stop()
		moved := 0
		for _, h := range w.homes {
			if w.groupOf(t, h.id.Shard) != h.group {
				moved++
			}
		}
		if moved == 0 {
			t.Error("nobody's shard moved")
		}
		t.Logf("%d of %d businesses moved", moved, len(w.homes))
		w.judge(t)
	})
}

// move moves one of the cluster's shards, with all tables that lie together there,
// to the server that was added, which gets the control tables first. An operator
// has citus_rebalance_start do it, one shard after the other.
func (w *world) move(t *testing.T) {
	t.Helper()
	if _, err := w.Node(0).DB.Exec(t.Context(), "SELECT replicate_reference_tables('force_logical')"); err != nil {
		t.Fatal(err)
	}
	_, err := w.Node(0).DB.Exec(t.Context(), `
		SELECT citus_move_shard_placement(s.shardid, n.nodename, n.nodeport, spare.nodename, spare.nodeport, 'force_logical')
		FROM   (SELECT get_shard_id_for_distribution_column('tenancy.businesses', $1::smallint) AS shardid) AS s
		JOIN   pg_dist_placement p USING (shardid)
		JOIN   pg_dist_node n USING (groupid),
		       (SELECT nodename, nodeport FROM pg_dist_node ORDER BY groupid DESC LIMIT 1) AS spare`, int16(w.homes[0].id.Shard))
	if err != nil {
		t.Fatal(err)
	}
}

// eachMakes waits until the app of every business has made some more.
func (w *world) eachMakes(t *testing.T, more int64, groups ...int) {
	t.Helper()
	before := map[*home]int64{}
	for _, h := range w.homes {
		before[h] = h.made.Load()
	}
	apptest.Eventually(t, "every business's app makes some more", func() bool {
		for _, h := range w.homes {
			if h.in(groups) && h.made.Load() < before[h]+more {
				return t.Failed()
			}
		}
		return true
	})
}
