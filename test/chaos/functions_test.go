package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app/fixture"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// makers is how many apps have the function, each in its share of the businesses.
const makers = 5

// onSupplier makes a customer for each supplier.
const onSupplier = `export async function handler(event, ctx) {
	const made = await ctx.api("POST", "/customers", {name: event.data.id, type: "BUSINESS"})
	if (made.status !== 201) throw new Error("answered " + made.status)
}`

// A quarter of the events of TestNothingIsLost goes through functions while runners,
// workers and PostgreSQL are killed.
func TestFunctionsActOnceFUN04(t *testing.T) {
	t.Parallel()
	events := eventCount(t) / 4
	w := newWorld(t, (*world).host)
	f := newFleet(t, w)
	trouble, calm := context.WithCancel(t.Context())
	var troubles sync.WaitGroup
	killed := 0
	troubles.Go(func() { killed = f.harass(trouble, t, events) })
	troubles.Go(func() { w.shake(trouble, t, events, w.ran) })
	w.write(t, events)
	for w.ran() < int64(events)*9/10 && t.Context().Err() == nil {
		pause(t.Context(), 100*time.Millisecond)
	}
	calm()
	troubles.Wait()
	w.settle(t, f, time.Minute)
	if killed == 0 {
		t.Error("there was no runner to kill")
	}
	t.Logf("%d runners were killed", killed)
	w.judgeEffects(t, f)
	f.end()
	judgeOrphans(t)
}

// host makes apps with a function, each installed in its share of the businesses.
func (w *world) host(t *testing.T) {
	t.Helper()
	scopes := []string{"suppliers:read", "customers:write"}
	setting := people()
	for i := range makers {
		setting.Apps[fmt.Sprint(i)] = appOf(fmt.Sprint("App ", i), scopes)
	}
	for i := range hooks {
		name := fmt.Sprint(i)
		setting.Businesses[name] = home(name)
		setting.Installations[name] = fixture.Installation{App: fmt.Sprint(i % makers), Business: name, User: "ada", Scopes: scopes}
	}
	made := w.load(t, setting)
	ctx := actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "chaos"})
	for i := range makers {
		of, err := w.node.Apps.ByID(ctx, must(ident.Parse[ident.App](made.Apps[fmt.Sprint(i)].ID)))
		if err != nil {
			t.Fatal(err)
		}
		function, err := w.node.Functions.Add(ctx, of, "on-supplier", onSupplier)
		if err == nil {
			_, err = w.node.Functions.Subscribe(ctx, of, function.ID, []event.Name{event.SupplierCreated}, true)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// ran is how many runs are on record; none while PostgreSQL is away.
func (w *world) ran() (many int64) {
	_ = w.node.DB.QueryRow(context.Background(), "SELECT count(*) FROM webhooks.runs").Scan(&many)
	return many
}

// harass kills the runners of a worker each time that a hundredth more has run, and
// the worker itself every tenth time: by the clock, a busy machine would get nowhere.
func (f *fleet) harass(ctx context.Context, t *testing.T, events int) (killed int) {
	for n := 1; ctx.Err() == nil; pause(ctx, 10*time.Millisecond) {
		if f.world.ran() < int64(n*events/100) {
			continue
		}
		f.mu.Lock()
		of := f.running[rand.IntN(len(f.running))].process.Process.Pid
		f.mu.Unlock()
		for _, runner := range testenv.Children(of) {
			_ = syscall.Kill(runner, syscall.SIGKILL) // it may be gone
			killed++
		}
		if n%10 == 0 {
			f.replace(t, n/10)
		}
		n++
	}
	return killed
}

// judgeEffects holds the functions to one customer for each supplier.
func (w *world) judgeEffects(t *testing.T, f *fleet) {
	t.Helper()
	rows, err := w.node.DB.Query(t.Context(), `
		SELECT e.data ->> 'id', (SELECT count(*) FROM books.customers c WHERE c.shard = e.shard AND c.business_id = e.business_id AND c.name = e.data ->> 'id'),
		       (SELECT count(*) FROM webhooks.runs r WHERE r.shard = e.shard AND r.event_id = e.id)
		FROM   events.log e
		WHERE  e.type = 'supplier.created'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	told, repeated := map[ident.Supplier]bool{}, 0
	for rows.Next() {
		var id string
		var effects, runs int
		if err := rows.Scan(&id, &effects, &runs); err != nil {
			t.Fatal(err)
		}
		told[must(ident.Parse[ident.Supplier](id))] = true
		repeated += max(0, runs-1)
		if effects != 1 {
			t.Errorf("supplier %s has %d customers after %d runs", id, effects, runs)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for supplier := range w.made {
		if !told[supplier] {
			t.Errorf("supplier %s is there, but no event tells of it", supplier)
		}
	}
	var customers int
	if err := w.node.DB.QueryRow(t.Context(), "SELECT count(*) FROM books.customers").Scan(&customers); err != nil {
		t.Fatal(err)
	}
	if customers != len(told) {
		t.Errorf("there are %d customers, and %d events", customers, len(told))
	}
	t.Logf("%d events, %d customers, %d runs were repeated, %d workers", len(told), customers, repeated, f.started)
	if said := f.complaints(); said != "" {
		t.Errorf("workers complain:\n%s", said)
	}
}

// judgeOrphans looks for runners of ours that outlived their workers.
func judgeOrphans(t *testing.T) {
	t.Helper()
	ours, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for limit := time.Now().Add(10 * time.Second); ; pause(t.Context(), 50*time.Millisecond) {
		var left []int
		all, _ := filepath.Glob("/proc/[0-9]*/exe")
		for _, link := range all {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(link)))
			program, _ := os.Readlink(link) // it may be gone
			words, _ := os.ReadFile(filepath.Join(filepath.Dir(link), "cmdline"))
			if program == ours && strings.Contains(string(words), "function-runner") {
				left = append(left, pid)
			}
		}
		if len(left) == 0 {
			return
		}
		if time.Now().After(limit) {
			t.Fatalf("runners %v are left", left)
		}
	}
}
