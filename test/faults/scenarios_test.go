package faults

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/test/fleet"
)

// hold is how long a fault lasts that is not over by itself.
const hold = 6 * time.Second

// alone is how many counters of one limit there are while Redis comes and goes: the
// one in Redis, one of each node, and the one in Redis that begins anew.
const alone = nodes + 2

var scenarios = []scenario{
	{rule: "HOOK-11", name: "a node is killed", short: true, fail: killNode, without: -1},
	{rule: "OPS-09", name: "PostgreSQL fails over", short: true, fail: failOver, without: -1},
	{rule: "OPS-09", name: "Redis fails over by Sentinel", short: true, before: useSentinels, fail: sentinelFailsOver, after: useStore, windows: alone, stale: 6 * time.Second},
	{rule: "OPS-06", name: "rolling restart", short: true, fail: rollingRestart},
	{rule: "OPS-06", name: "rolling upgrade", before: useBefore, fail: rollingRestart},

	{rule: "OPS-03", name: "PostgreSQL stops at once and starts again", fail: stopPostgres, without: -1},
	{rule: "OPS-09", name: "the standby is silent, then PostgreSQL fails over", fail: failOverAfterSilence, without: -1},
	{rule: "OPS-03", name: "PostgreSQL is 100 ms further away", fail: slowPostgres},
	{rule: "OPS-03", name: "connections to PostgreSQL are reset", fail: resetPostgres, without: -1},
	{rule: "OPS-03", name: "connections to PostgreSQL are half-open", fail: hushPostgres, without: -1, within: 45 * time.Second}, // jobs hold theirs for 35 s
	{rule: "OPS-03", name: "PostgreSQL's disk is full", fail: fillDisk, without: -1, within: 30 * time.Second},

	{rule: "LIM-10", name: "Redis stops", fail: stopRedis, windows: alone},
	{rule: "LIM-10", name: "Redis is emptied", fail: flushRedis, windows: 2},
	{rule: "OPS-01", name: "Redis is full", fail: fillRedis, windows: alone},
	{rule: "OPS-01", name: "Redis has another password", fail: lockRedis, windows: alone},
	{rule: "OPS-02", name: "Redis is 200 ms further away", fail: slowRedis},
	{rule: "OPS-02", name: "connections to Redis are reset", fail: resetRedis, windows: alone},
	{rule: "OPS-02", name: "connections to Redis are half-open", fail: hushRedis, windows: alone},

	{rule: "OPS-04", name: "the mail server hangs", fail: hushMail},
	{rule: "OPS-02", name: "2,000 slow clients", fail: slowClients},
	{rule: "FUN-04", name: "runners of functions are killed", short: true, fail: killRunners, windows: 9},
	{rule: "LIM-03", name: "the clock jumps ahead by ten minutes", fail: jump, windows: 2},
}

// killNode kills a node, and starts it again.
func killNode(t *testing.T, w *world, r *record) {
	n := w.fleet.all[0]
	r.now()
	n.process.End(syscall.SIGKILL)
	r.mend() // the others answer; nothing more is to be done
	fleet.Pause(t.Context(), 2*time.Second)
	w.fleet.startAll(t)
}

// failOver kills the primary with all its processes and promotes the standby. The
// dead one comes back as a standby.
func failOver(t *testing.T, w *world, r *record) {
	r.now()
	w.primary.process.KillTree()
	fleet.Pause(t.Context(), 2*time.Second) // whoever watches takes that long, at best
	w.failover(t)
	r.mend()
	fleet.Pause(t.Context(), 5*time.Second)
	w.standby.copy(t, w.primary)
}

// failOverAfterSilence is the same after a while in which commits waited for a
// standby that was not heard of, and callers gave up.
func failOverAfterSilence(t *testing.T, w *world, r *record) {
	r.now()
	w.primary.standbys.hush()
	fleet.Pause(t.Context(), requestLimit+4*time.Second)
	w.primary.process.KillTree()
	w.primary.standbys.mend()
	w.failover(t)
	r.mend()
	fleet.Pause(t.Context(), 2*time.Second)
	w.standby.copy(t, w.primary)
}

// stopPostgres ends PostgreSQL as an operator in a hurry does.
func stopPostgres(t *testing.T, w *world, r *record) {
	r.now()
	w.primary.process.End(syscall.SIGQUIT)
	fleet.Pause(t.Context(), 3*time.Second)
	w.primary.start(t)
	r.mend()
	w.standby.awaitSync(t, w.primary)
}

func slowPostgres(t *testing.T, w *world, r *record) {
	r.now()
	w.primary.nodes.slow(50 * time.Millisecond) // each way
	fleet.Pause(t.Context(), hold)
	w.primary.nodes.mend()
	r.mend()
}

func resetPostgres(t *testing.T, w *world, r *record) { resets(t, w.primary.nodes, r) }

func resetRedis(t *testing.T, w *world, r *record) { resets(t, w.storeRelay, r) }

// resets ends all connections, again and again.
func resets(t *testing.T, way *relay, r *record) {
	r.now()
	for range 8 {
		way.reset()
		fleet.Pause(t.Context(), 500*time.Millisecond)
	}
	r.mend()
}

func hushPostgres(t *testing.T, w *world, r *record) { hushes(t, w.primary.nodes, r) }

func hushRedis(t *testing.T, w *world, r *record) { hushes(t, w.storeRelay, r) }

// hushes makes connections half-open, and those that are made meanwhile.
func hushes(t *testing.T, way *relay, r *record) {
	r.now()
	way.hush()
	fleet.Pause(t.Context(), hold)
	way.mend()
	r.mend()
}

// fillDisk leaves no room where PostgreSQL writes.
func fillDisk(t *testing.T, w *world, r *record) {
	if w.primary.place == "" {
		t.Skip("PostgreSQL has no file system of its own: mounting is not allowed here")
	}
	ballast := filepath.Join(w.primary.place, "ballast")
	r.now()
	fill(t, ballast)
	fleet.Pause(t.Context(), hold)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if !w.primary.process.Running() { // it ends where its log cannot be written
		w.primary.start(t)
	}
	r.mend()
	w.standby.awaitSync(t, w.primary)
}

// fill writes a file until nothing more fits.
func fill(t *testing.T, name string) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for block := make([]byte, 1<<20); ; {
		if _, err := file.Write(block); err != nil {
			if len(block) == 1 {
				return
			}
			block = block[:1]
		}
	}
}

// stopRedis kills Redis, which comes back empty.
func stopRedis(t *testing.T, w *world, r *record) {
	r.now()
	w.store.process.End(syscall.SIGKILL)
	fleet.Pause(t.Context(), 5*time.Second)
	w.store.start(t)
	r.mend()
	fleet.Pause(t.Context(), 2*time.Second)
}

// useSentinels has nodes ask Sentinels which Redis to use.
func useSentinels(t *testing.T, w *world) {
	w.watched.await(t)
	w.fleet.set("REDIS", w.watched.url())
	w.fleet.restartAll(t)
}

// useStore has them use the one that stands alone.
func useStore(t *testing.T, w *world) {
	w.fleet.set("REDIS", "redis://"+w.storeRelay.address)
	w.fleet.restartAll(t)
}

// sentinelFailsOver kills the primary, and once there is another has the Sentinels
// change back, so that the one that nodes write to refuses it from one moment to
// the next.
func sentinelFailsOver(t *testing.T, w *world, r *record) {
	dead := w.watched.primary()
	r.now()
	dead.process.End(syscall.SIGKILL)
	fleet.Until(t, 30*time.Second, "there is another primary", func() bool { p := w.watched.primary(); return p != nil && p != dead })
	fleet.Pause(t.Context(), 3*time.Second)
	dead.start(t)
	fleet.Until(t, 60*time.Second, "the dead one follows", func() bool { return w.watched.follows(dead) })
	fleet.Until(t, 30*time.Second, "they change places", func() bool {
		return strings.HasPrefix(w.watched.sentinels[0].ask("SENTINEL FAILOVER "+primaryName), "+OK")
	})
	fleet.Until(t, 30*time.Second, "they have changed places", func() bool { return w.watched.primary() == dead })
	r.mend()
	fleet.Pause(t.Context(), 3*time.Second)
}

// rollingRestart stops and starts one node after the other.
func rollingRestart(t *testing.T, w *world, r *record) {
	r.now()
	w.fleet.roll(t, w.fleet.program)
	r.mend()
}

// useBefore starts the nodes of the commit before this one.
func useBefore(t *testing.T, w *world) {
	now := w.fleet.program
	w.fleet.program = before(t)
	w.fleet.restartAll(t)
	w.fleet.program = now
}

// before builds the service of the commit before, or of the one that
// COUNTERPART_FAULTS_BEFORE names.
func before(t *testing.T) string {
	t.Helper()
	from, ok := os.LookupEnv("COUNTERPART_FAULTS_BEFORE")
	if !ok {
		from = "HEAD~1"
	}
	tree := filepath.Join(t.TempDir(), "before")
	git := exec.CommandContext(t.Context(), "git", "worktree", "add", "--detach", tree, from)
	git.Dir = testenv.Root()
	if out, err := git.CombinedOutput(); err != nil {
		t.Skipf("the history has no %s: %s", from, out)
	}
	t.Cleanup(func() {
		remove := exec.CommandContext(context.Background(), "git", "worktree", "remove", "--force", tree)
		remove.Dir = testenv.Root()
		fleet.Do(t, remove)
	})
	return fleet.Build(t, tree)
}

func flushRedis(t *testing.T, w *world, r *record) {
	r.now()
	w.store.must(t, "FLUSHALL")
	r.mend()
}

// fillRedis leaves Redis no memory to write to.
func fillRedis(t *testing.T, w *world, r *record) {
	r.now()
	w.store.must(t, "CONFIG SET maxmemory 1")
	fleet.Pause(t.Context(), hold)
	w.store.must(t, "CONFIG SET maxmemory 0")
	r.mend()
}

// lockRedis changes the password, and puts out whoever came in with the old one.
func lockRedis(t *testing.T, w *world, r *record) {
	r.now()
	w.store.must(t, "CONFIG SET requirepass changed")
	w.store.askMore("AUTH changed\r\nCLIENT KILL TYPE normal", 2)
	fleet.Pause(t.Context(), hold)
	if answer := w.store.askMore("AUTH changed\r\nCONFIG SET requirepass \"\"", 2); strings.Contains(answer, "-") {
		t.Errorf("Redis says %s", answer)
	}
	r.mend()
}

func slowRedis(t *testing.T, w *world, r *record) {
	r.now()
	w.storeRelay.slow(100 * time.Millisecond) // each way
	fleet.Pause(t.Context(), hold)
	w.storeRelay.mend()
	r.mend()
}

// hushMail has people ask for mails while the mail server hangs. They come once it
// is well and a minute has passed.
func hushMail(t *testing.T, w *world, r *record) {
	r.now()
	w.mailRelay.hush()
	for i := range people {
		if err := w.operator.Accounts.RequestReset(t.Context(), personAt(i)); err != nil {
			t.Fatal(err)
		}
	}
	fleet.Pause(t.Context(), hold)
	w.mailRelay.mend()
	r.mend()
	fleet.Until(t, 3*time.Minute, "all mails arrive", func() bool { return len(w.letters.Waiting()) >= people })
}

// slowClients open connections to all nodes and send their requests byte by byte.
// Nodes give up on them.
func slowClients(t *testing.T, w *world, r *record) {
	const clients = 2000
	ctx, end := context.WithCancel(t.Context())
	defer end()
	var all sync.WaitGroup
	var closed atomic.Int64
	r.now()
	for i := range clients {
		all.Go(func() {
			if slowly(ctx, w.fleet.all[i%nodes].api) {
				closed.Add(1)
			}
		})
	}
	fleet.Until(t, time.Minute, fmt.Sprintf("nodes give up on %d slow clients", clients), func() bool { return closed.Load() == clients })
	r.mend()
	end()
	all.Wait()
}

// slowly sends a header without an end until the node closes the connection.
func slowly(ctx context.Context, address string) (closed bool) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	defer conn.Close()
	for text := "GET /me HTTP/1.1\r\nHost: localhost\r\nX-Slow: "; ctx.Err() == nil; text = "x" {
		if _, err := fmt.Fprint(conn, text); err != nil {
			return true
		}
		fleet.Pause(ctx, time.Second)
	}
	return false
}

// killRunners kills every runner of every node for a while. What died with one is
// repeated after a minute.
func killRunners(t *testing.T, w *world, r *record) {
	r.now()
	stop := w.killingRunners(t)
	fleet.Pause(t.Context(), hold)
	stop()
	r.mend()
	w.catchUp(t)
}

// killingRunners kills the runners of all nodes, which are their children, again and
// again until stop.
func (w *world) killingRunners(t *testing.T) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	killed := 0
	done.Go(func() {
		for ; ctx.Err() == nil; fleet.Pause(ctx, 20*time.Millisecond) {
			for _, n := range w.fleet.all {
				for _, pid := range testenv.Children(n.process.PID()) {
					_ = syscall.Kill(pid, syscall.SIGKILL)
					killed++
				}
			}
		}
	})
	return func() {
		cancel()
		done.Wait()
		t.Logf("%d runners were killed", killed)
		if killed == 0 {
			t.Error("there was no runner")
		}
	}
}

// catchUp puts the clock ahead until nothing waits for another attempt, as far as it
// must: tokens of the load live for an hour.
func (w *world) catchUp(t *testing.T) {
	t.Helper()
	fleet.Until(t, 2*eventually, "nothing waits for another attempt", func() bool {
		var left, seconds int
		err := w.operator.DB.QueryRow(t.Context(), `
			SELECT count(*), coalesce(ceil(extract(epoch FROM min(next_at) - $1)), 0)
			FROM   webhooks.deliveries WHERE status IN ('queued', 'retrying') AND created_at < $2`,
			w.operator.Now(), w.operator.Now().Add(-5*time.Second)).Scan(&left, &seconds) // the load goes on
		if err == nil && seconds > 0 {
			_, err = w.operator.MoveClock(t.Context(), time.Duration(seconds)*time.Second)
		}
		return err == nil && left == 0
	})
}

// jump puts the clock of all nodes ahead.
func jump(t *testing.T, w *world, r *record) {
	r.now()
	if _, err := w.operator.MoveClock(t.Context(), 10*time.Minute); err != nil {
		t.Fatal(err)
	}
	r.mend()
	fleet.Pause(t.Context(), hold)
}
