package work

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/telemetry"
)

// Job is one kind of background work. Each has a queue of its own, so that none
// waits for another.
type Job struct {
	Name  string
	Every time.Duration
	// Control says that the job is about control tables alone: one slice has it all.
	Control bool
	// Parallel is how many runs may go on at once on one node; zero: one.
	Parallel int
	// Run does some of what is due, and tells whether to look again at once.
	Run func(context.Context, Turn) (more bool, err error)
	// Claim is what keeps two runs that overlap from doing something twice.
	Claim string
}

// Home is the slice that has what belongs to no shard: that of one job is chosen by
// its name, so that different workers have different jobs.
func (j Job) Home() ident.Slice {
	hash := fnv.New32a()
	hash.Write([]byte(j.Name))
	return ident.Slice(hash.Sum32() % ident.Slices)
}

const (
	// runLimit cuts a run off that does not end by itself.
	runLimit = 10 * time.Minute
	// tick is how often a runner looks whether a job's time has come, or a slice.
	tick = time.Second
	// logEvery is how often the log says that a job fails and fails.
	logEvery = time.Minute
)

// Slices tells which slices are this node's to work on.
type Slices interface {
	// Owned are those that new work may be begun in.
	Owned() []ident.Slice
}

// Runner runs the jobs of a table in the slices that this node owns.
type Runner struct {
	db     *pg.DB
	slices Slices
	now    clock.Now
	log    *slog.Logger
	took   telemetry.Latency
	woken  chan struct{} // a job may have something to run
	stop   func(limit context.Context) error

	mu     sync.Mutex
	queues []*queue
}

// queue is what one job has to do on this node. The runner's lock guards it.
type queue struct {
	job     Job
	due     map[ident.Slice]time.Time // when a slice is next looked at; one that has come to this node, at once
	asked   map[ident.Slice]bool      // somebody has asked for it since it was last looked at
	running int
	parties map[string]bool // that a run is at
	ended   time.Time       // when a run last ended
	failing bool            // that run failed
	logged  time.Time       // when a failure was last logged
	alone   chan struct{}   // has a place for each run that may go on at once
}

// RunnerConfig is what a Runner is made of.
type RunnerConfig struct {
	DB      *pg.DB
	Jobs    []Job
	Slices  Slices
	Now     clock.Now
	Log     *slog.Logger
	Metrics *telemetry.Metrics
}

// NewRunner prepares the jobs. Until it is started it runs what Once and All ask
// for.
func NewRunner(c RunnerConfig) *Runner {
	r := &Runner{
		db: c.DB, slices: c.Slices, now: c.Now, log: c.Log, woken: make(chan struct{}, 1),
		took: c.Metrics.Latency("job_duration", "How long runs of jobs took, by job and outcome: done or failed."),
	}
	for _, job := range c.Jobs {
		r.queues = append(r.queues, &queue{
			job: job, due: map[ident.Slice]time.Time{}, asked: map[ident.Slice]bool{}, parties: map[string]bool{},
			alone: make(chan struct{}, max(1, job.Parallel)),
		})
	}
	r.measure(c.Metrics)
	return r
}

// jobLabel tells jobs apart. Prometheus keeps "job" to itself.
const jobLabel = "job_name"

// measure shows in m how the jobs are doing.
func (r *Runner) measure(m *telemetry.Metrics) {
	m.GaugeBy("job_beat_seconds", "How often each job runs, on every node, whether it runs jobs or not.", jobLabel, func(context.Context) (map[string]float64, error) {
		beats := map[string]float64{}
		for _, q := range r.queues {
			beats[q.job.Name] = q.job.Every.Seconds()
		}
		return beats, nil
	})
	m.GaugeBy("job_last_ended_timestamp_seconds", "When a run of each job last ended, of those that this node has slices of.", jobLabel, r.ofOwn(func(q *queue) float64 {
		return float64(q.ended.Unix())
	}))
	m.GaugeBy("job_failing", "Whether the last run of each job failed: 1 or 0, of those that this node has slices of.", jobLabel, r.ofOwn(func(q *queue) float64 {
		if q.failing {
			return 1
		}
		return 0
	}))
}

// Start runs jobs, each on its beat, until Stop; it returns at once. All run in
// every slice that comes to this node: nobody knows when they last did.
func (r *Runner) Start(ctx context.Context) {
	scheduling, stopScheduling := context.WithCancel(ctx)
	working, cutOff := context.WithCancel(context.WithoutCancel(ctx))
	var runs sync.WaitGroup
	done := make(chan struct{})
	for _, q := range r.queues {
		q.ended = clock.System() // or never would look like long ago
	}
	go func() {
		defer close(done)
		r.schedule(scheduling, working, &runs)
		runs.Wait()
	}()
	r.stop = func(limit context.Context) error {
		defer cutOff()
		stopScheduling()
		select {
		case <-done:
			return nil
		case <-limit.Done():
		}
		cutOff()
		<-done
		return fmt.Errorf("jobs under way were cut off: %w", limit.Err())
	}
}

// Stop begins no more runs, and lets those that go on end until the context is
// done; then it cuts them off.
func (r *Runner) Stop(limit context.Context) error {
	if r.stop == nil {
		return nil
	}
	return r.stop(limit)
}

// schedule begins what is due, whenever the time may have come.
func (r *Runner) schedule(ctx, working context.Context, runs *sync.WaitGroup) {
	beat := time.NewTicker(tick)
	defer beat.Stop()
	for {
		owned, now := r.slices.Owned(), clock.System()
		for _, q := range r.queues {
			if slices := r.take(q, owned, now); len(slices) > 0 {
				runs.Go(func() { r.run(working, q, slices) })
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		case <-r.woken:
		}
	}
}

// take says in which slices a run of a job is to begin now, if any. What was asked
// for before is answered by that run; what is asked for from now on is for the
// next.
func (r *Runner) take(q *queue, owned []ident.Slice, now time.Time) (taken []ident.Slice) {
	r.mu.Lock()
	defer r.mu.Unlock()
	due, asked := map[ident.Slice]time.Time{}, map[ident.Slice]bool{}
	free := q.running < max(1, q.job.Parallel)
	for _, slice := range owned {
		if q.job.Control && slice != q.job.Home() {
			continue
		}
		due[slice], asked[slice] = q.due[slice], q.asked[slice]
		if free && (asked[slice] || !now.Before(due[slice])) {
			taken = append(taken, slice)
			due[slice], asked[slice] = now.Add(q.job.Every), false
		}
	}
	q.due, q.asked = due, asked // and what was given away is forgotten
	if len(taken) > 0 {
		q.running++
	}
	return taken
}

// run runs a job once in some slices. A failure is logged here, and not each time.
func (r *Runner) run(ctx context.Context, q *queue, slices []ident.Slice) {
	ctx, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	more, err := r.once(ctx, q, slices)
	r.mu.Lock()
	defer r.mu.Unlock()
	q.running--
	now := clock.System()
	q.ended, q.failing = now, err != nil
	if more {
		q.ask(slices)
	}
	r.wake()
	if err != nil && !errors.Is(ctx.Err(), context.Canceled) && now.Sub(q.logged) >= logEvery {
		q.logged = now
		r.log.ErrorContext(ctx, "job failed", "job", q.job.Name, "err", err)
	}
}

// once runs a job once in some slices, as soon as it has a place.
func (r *Runner) once(ctx context.Context, q *queue, slices []ident.Slice) (more bool, err error) {
	select {
	case q.alone <- struct{}{}:
		defer func() { <-q.alone }()
	case <-ctx.Done():
		return false, fmt.Errorf("wait to run job %s: %w", q.job.Name, ctx.Err())
	}
	turn := Turn{Now: r.now(), slices: slices, queue: q, runner: r}
	for _, slice := range slices {
		turn.Shards = append(turn.Shards, slice.Shards()...)
		turn.Control = turn.Control || slice == q.job.Home()
	}
	began := time.Now()
	more, err = q.job.Run(ctx, turn)
	outcome := "done"
	if err != nil {
		outcome, err = "failed", fmt.Errorf("run job %s: %w", q.job.Name, err)
	}
	r.took.Observe(ctx, time.Since(began), telemetry.L(jobLabel, q.job.Name), telemetry.L("outcome", outcome))
	return more, err
}

// Kick asks for a run soon in the slice of a shard, or, without one, where the job
// keeps what belongs to no shard, once the transaction of ctx, if any, has
// committed. It writes nothing: where another node has the slice, that node finds
// what the kick was for on its beat.
func (r *Runner) Kick(ctx context.Context, name string, shards ...ident.Shard) {
	q, err := r.find(name)
	if err != nil {
		r.log.ErrorContext(ctx, "kick a job", "err", err)
		return
	}
	slices := []ident.Slice{q.job.Home()}
	if len(shards) > 0 {
		slices = nil
	}
	for _, shard := range shards {
		slices = append(slices, ident.SliceOf(shard))
	}
	r.db.AfterCommit(ctx, func() { r.ask(q, slices) })
}

func (r *Runner) ask(q *queue, slices []ident.Slice) {
	r.mu.Lock()
	defer r.mu.Unlock()
	q.ask(slices)
	r.wake()
}

func (q *queue) ask(slices []ident.Slice) {
	for _, slice := range slices {
		q.asked[slice] = true
	}
}

func (r *Runner) wake() {
	select {
	case r.woken <- struct{}{}:
	default:
	}
}

// Once runs a job in all slices here and now, whoever owns them, until nothing is
// left to do.
func (r *Runner) Once(ctx context.Context, name string) error {
	q, err := r.find(name)
	if err != nil {
		return err
	}
	all := make([]ident.Slice, ident.Slices)
	for i := range all {
		all[i] = ident.Slice(i)
	}
	for more := true; more && err == nil; {
		more, err = r.once(ctx, q, all)
	}
	return err
}

// All runs every job here and now, in the table's order.
func (r *Runner) All(ctx context.Context) error {
	for _, q := range r.queues {
		if err := r.Once(ctx, q.job.Name); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner) find(name string) (*queue, error) {
	for _, q := range r.queues {
		if q.job.Name == name {
			return q, nil
		}
	}
	return nil, fmt.Errorf("there is no job %q", name)
}

// ofOwn reads a figure of each job that has something to do here: a job whose
// slices are all elsewhere is told of there.
func (r *Runner) ofOwn(figure func(*queue) float64) func(context.Context) (map[string]float64, error) {
	return func(context.Context) (map[string]float64, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		figures := map[string]float64{}
		for _, q := range r.queues {
			if len(q.due) > 0 {
				figures[q.job.Name] = figure(q)
			}
		}
		return figures, nil
	}
}

// Turn is one run of a job.
type Turn struct {
	Now     time.Time
	Shards  []ident.Shard // that the run is about
	Control bool          // it is about what belongs to no shard, too

	slices []ident.Slice
	queue  *queue
	runner *Runner
}

// TryLock keeps the job's other runs on this node from a party until done is called;
// ok is false when one of them is at it. Runs on other nodes are about other
// slices, and so about other parties.
func (t Turn) TryLock(party string) (done func(), ok bool) {
	t.runner.mu.Lock()
	defer t.runner.mu.Unlock()
	if t.queue.parties[party] {
		return nil, false
	}
	t.queue.parties[party] = true
	return func() {
		t.runner.mu.Lock()
		defer t.runner.mu.Unlock()
		delete(t.queue.parties, party)
	}, true
}

// RunAnother asks for another run beside this one.
func (t Turn) RunAnother() { t.runner.ask(t.queue, t.slices) }
