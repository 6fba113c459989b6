package epoch

import (
	"errors"
	"testing"

	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
)

// Each way in which Redis loses epochs, and why nobody goes by an old one after
// it; see docs/decisions/0046.
func TestWhatRedisLosesIsNotRemembered(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(t *testing.T, server *rdbtest.Server, there *Registry){
		"emptied":         func(t *testing.T, server *rdbtest.Server, _ *Registry) { server.Flush(t) },
		"restarted empty": func(t *testing.T, server *rdbtest.Server, _ *Registry) { server.Stop(t); server.Start(t) },
		"one epoch evicted": func(t *testing.T, _ *rdbtest.Server, there *Registry) {
			forget := rdb.NewScript("return redis.call('DEL', KEYS[1])")
			if _, err := there.redis.Run(t.Context(), rdb.Call{Script: forget, Keys: there.Keys(user)[:1]}); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run("API-02 "+name, func(t *testing.T) {
			t.Parallel()
			server := rdbtest.StartServer(t)
			there := book(rdbtest.Open(t, server.URL(), "p"))
			before := reading(t, there, user)
			lose(t, server, there)
			after, err := there.Read(t.Context(), user)
			for errors.Is(err, rdb.ErrAway) {
				after, err = there.Read(t.Context(), user)
			}
			if err != nil || before.Same(after) {
				t.Errorf("what rested on the lost epoch still stands; %v", err)
			}
		})
	}
}

// A replica is behind, and says so to whoever reads there.
func TestNobodyReadsEpochsFromAReplica(t *testing.T) {
	t.Parallel()
	server := rdbtest.StartServer(t)
	reading(t, book(rdbtest.Open(t, server.URL(), "p")), user)
	there := book(rdbtest.Open(t, server.Replica(t).URL(), "p"))
	if _, err := there.Read(t.Context(), user); !errors.Is(err, rdb.ErrAway) {
		t.Errorf("it is told %v", err)
	}
}

// The one way that Redis alone does not tell from nothing having happened, and so
// the reason for Grace: a failover to a replica that missed the last writes brings
// the old epoch back.
func TestAFailoverCanBringAnOldEpochBack(t *testing.T) {
	t.Parallel()
	primary := rdbtest.StartServer(t)
	here := book(rdbtest.Open(t, primary.URL(), "p"))
	before := reading(t, here, user)
	replica := primary.Replica(t)
	replica.Promote(t) // and so it has nothing of what comes
	if err := here.Change(t.Context(), []Subject{user}, nothing); err != nil {
		t.Fatal(err)
	}
	if before.Same(reading(t, here, user)) {
		t.Error("the change moved no epoch")
	}
	if after := reading(t, book(rdbtest.Open(t, replica.URL(), "p")), user); !before.Same(after) {
		t.Error("the new primary has another epoch: permits could live longer than Grace")
	}
}
