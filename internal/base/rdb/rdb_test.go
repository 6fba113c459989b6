package rdb_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/rueidis"

	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
)

var (
	count = rdb.NewScript(`return {redis.call('INCR', KEYS[1])}`)
	echo  = rdb.NewScript(`return {ARGV[1], false, ARGV[2], 7}`)
	wrong = rdb.NewScript(`return redis.call('INCR', 'not', 'so')`)
)

func counting(c *rdb.Client) rdb.Call { return rdb.Call{Script: count, Keys: []string{c.Key("n")}} }

// counted runs count once and returns what it says.
func counted(t *testing.T, c *rdb.Client) int64 {
	t.Helper()
	replies, err := c.Run(t.Context(), counting(c))
	if err != nil {
		t.Fatal(err)
	}
	values, err := replies[0].Ints()
	if err != nil {
		t.Fatal(err)
	}
	return values[0]
}

func TestRepliesStandInTheOrderOfTheCalls(t *testing.T) {
	t.Parallel()
	c := rdbtest.New(t)
	replies, err := c.Run(t.Context(), counting(c), rdb.Call{Script: echo, Args: []string{"a", ""}}, counting(c))
	if err != nil {
		t.Fatal(err)
	}
	var got [][]rdb.Value
	for _, reply := range replies {
		values, err := reply.Mixed(nil)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, values)
	}
	if diff := cmp.Diff([][]rdb.Value{{{Number: 1}}, {{Text: "a"}, {}, {}, {Number: 7}}, {{Number: 2}}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestInstallationsDoNotSeeEachOthersKeys(t *testing.T) {
	t.Parallel()
	ours, theirs := rdbtest.New(t), rdbtest.New(t)
	counted(t, ours)
	counted(t, ours)
	if got := counted(t, theirs); got != 1 {
		t.Errorf("another prefix begins with %d", got)
	}
}

func TestAScriptThatRedisForgotIsTaughtAgain(t *testing.T) {
	t.Parallel()
	server := rdbtest.StartServer(t)
	c := rdbtest.Open(t, server.URL(), "p")
	counted(t, c)
	option, err := rueidis.ParseURL(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	operator, err := rueidis.NewClient(option)
	if err != nil {
		t.Fatal(err)
	}
	defer operator.Close()
	if err := operator.Do(t.Context(), operator.B().ScriptFlush().Build()).Error(); err != nil {
		t.Fatal(err)
	}
	if got := counted(t, c); got != 2 {
		t.Errorf("counted %d, want 2: each call runs once", got)
	}
	if got := counted(t, c); got != 3 {
		t.Errorf("counted %d, want 3", got)
	}
}

func TestAFaultOfOursDoesNotLookLikeAnOutage(t *testing.T) {
	t.Parallel()
	_, err := rdbtest.New(t).Run(t.Context(), rdb.Call{Script: wrong})
	if err == nil || errors.Is(err, rdb.ErrAway) {
		t.Errorf("a wrong script answers %v", err)
	}
}

func TestRedisMayGoAndComeBack(t *testing.T) {
	t.Parallel()
	server := rdbtest.StartServer(t)
	c := rdbtest.Open(t, server.URL(), "p")
	counted(t, c)
	server.Stop(t)
	if err := c.Check(t.Context()); !errors.Is(err, rdb.ErrAway) {
		t.Errorf("without Redis a check says %v", err)
	}
	if _, err := c.Run(t.Context(), counting(c)); !errors.Is(err, rdb.ErrAway) {
		t.Errorf("without Redis a script says %v", err)
	}
	server.Start(t)
	awaitAnswer(t, c)
	if got := counted(t, c); got != 1 {
		t.Errorf("counted %d: the new Redis has forgotten", got)
	}
}

func TestARedisThatCannotServeIsAwayUntilItCan(t *testing.T) {
	t.Parallel()
	for _, outage := range rdbtest.Outages {
		t.Run("OPS-01 "+outage.Name, func(t *testing.T) {
			t.Parallel()
			server := rdbtest.StartServer(t)
			c := rdbtest.Open(t, server.URL(), "p")
			counted(t, c)
			outage.Begin(t, server)
			_, err := c.Run(t.Context(), counting(c))
			if !errors.Is(err, rdb.ErrAway) {
				t.Errorf("a script says %v", err)
			}
			if err := c.Check(t.Context()); !errors.Is(err, rdb.ErrAway) {
				t.Errorf("a check says %v", err)
			}
			outage.End(t, server)
			awaitAnswer(t, c)
			counted(t, c)
		})
	}
}

// hanging is a client that does not wait long for a Redis that hangs.
func hanging(t *testing.T, server *rdbtest.Server) *rdb.Client {
	t.Helper()
	c, err := rdb.Open(server.URL(), "p", rdb.Options{Patience: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	awaitAnswer(t, c)
	return c
}

func TestAHungRedisIsWaitedForOnceAndFoundAgain(t *testing.T) {
	t.Parallel()
	server := rdbtest.StartServer(t)
	c := hanging(t, server)
	server.Freeze(t)
	t.Run("OPS-02 all who wait are released together", func(t *testing.T) {
		var wait sync.WaitGroup
		for range 2000 { // more than fit into the line of a connection
			wait.Go(func() {
				if _, err := c.Run(t.Context(), counting(c)); !errors.Is(err, rdb.ErrAway) {
					t.Errorf("a script says %v", err)
				}
			})
		}
		wait.Wait()
	})
	t.Run("OPS-02 nobody waits from then on", func(t *testing.T) {
		over, cancel := context.WithCancel(t.Context())
		cancel() // whoever waited would be told of this instead
		for range 1000 {
			if _, err := c.Run(over, counting(c)); !errors.Is(err, rdb.ErrAway) {
				t.Fatalf("a script says %v", err)
			}
		}
	})
	server.Thaw(t)
	t.Run("OPS-02 a probe finds it again", func(t *testing.T) {
		awaitAnswer(t, c)
	})
}

func TestACallerWhoLeavesIsNotToldThatRedisIsAway(t *testing.T) {
	t.Parallel()
	c := rdbtest.New(t)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range 100 { // the answer may come first
		if _, err := c.Run(over, counting(c)); err != nil && (!errors.Is(err, context.Canceled) || errors.Is(err, rdb.ErrAway)) {
			t.Errorf("it is told %v", err)
		}
	}
}

func TestANodeMayStartBeforeRedis(t *testing.T) {
	t.Parallel()
	server := rdbtest.StartServer(t)
	server.Stop(t)
	c := rdbtest.Open(t, server.URL(), "p")
	if err := c.Check(t.Context()); !errors.Is(err, rdb.ErrAway) {
		t.Errorf("without Redis a check says %v", err)
	}
	server.Start(t)
	awaitAnswer(t, c)
	counted(t, c)
}

// awaitAnswer asks until Redis answers; a client that lost it pauses between tries.
func awaitAnswer(t *testing.T, c *rdb.Client) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for c.Check(t.Context()) != nil {
		select {
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatal("Redis is back and the client has not noticed")
		}
	}
}

func TestAURLThatCannotBeReadIsRefusedWithoutItsPassword(t *testing.T) {
	t.Parallel()
	_, err := rdb.Open("redis://user:hunter2@[", "p", rdb.Options{})
	want := "the Redis URL cannot be read: it should look like redis://user:password@host:6379/0"
	if err == nil || err.Error() != want {
		t.Errorf("said %v", err)
	}
}
