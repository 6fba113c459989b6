package work

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/counterpart/counterpart/db"
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
	// Parallel is how many runs may go on at once on one node. Zero: one at a
	// time over all nodes.
	Parallel int
	// Control says that the job is about control tables alone.
	Control bool
	// Claim is what keeps two runs that overlap from doing something twice.
	Claim string
	// Run does some of what is due, and tells whether to look again at once.
	Run func(context.Context, Turn) (more bool, err error)
}

const (
	// runLimit cuts a run off that does not end by itself.
	runLimit = 10 * time.Minute
	// slotLimit is how long a run looks again and again before it queues up anew.
	slotLimit = time.Minute
	// kickLimit is how long a request waits for its kick to be noted.
	kickLimit = 5 * time.Second
	// pollEvery finds what a lost notification was for.
	pollEvery = 5 * time.Second
	// runsKept is how long River remembers runs that are over.
	runsKept = 10 * time.Minute
)

// Runner runs the jobs of a table.
type Runner struct {
	jobs  []Job
	db    *pg.DB
	now   clock.Now
	log   *slog.Logger
	took  telemetry.Latency
	locks *locks
	river *river.Client[pgx.Tx]
}

// run is what River stores of a run: the job's name. All that a job needs it
// finds in the tables of its domain.
type run struct {
	Name string `json:"name"`
}

// Kind names our one kind of River job.
func (run) Kind() string { return "run" }

// RunnerConfig is what a Runner is made of.
type RunnerConfig struct {
	DB      *pg.DB
	Jobs    []Job
	Now     clock.Now
	Log     *slog.Logger
	Metrics *telemetry.Metrics
	Worker  bool // a node without the worker role only kicks
}

// NewRunner prepares the jobs.
func NewRunner(c RunnerConfig) (*Runner, error) {
	r := &Runner{
		jobs: c.Jobs, db: c.DB, now: c.Now, log: c.Log, locks: newLocks(c.DB),
		took: c.Metrics.Latency("job_duration", "How long runs of jobs took, by job and outcome: done or failed."),
	}
	config := &river.Config{Schema: db.JobSchema, Logger: quiet(c.Log)}
	if c.Worker {
		config.Workers = river.NewWorkers()
		river.AddWorker(config.Workers, &riverWorker{runner: r})
		config.Queues = map[string]river.QueueConfig{}
		for _, job := range r.jobs {
			config.Queues[job.Name] = river.QueueConfig{MaxWorkers: max(1, job.Parallel)}
		}
		config.PeriodicJobs = r.periodicJobs()
		config.JobTimeout = runLimit
		config.FetchPollInterval = pollEvery
		config.CompletedJobRetentionPeriod = runsKept
	}
	client, err := river.NewClient(riverpgxv5.New(c.DB.Pool()), config)
	if err != nil {
		return nil, fmt.Errorf("prepare jobs: %w", err)
	}
	r.river = client
	return r, nil
}

// periodicJobs makes every job run on its beat. All run when a leader starts, so that
// a young installation has its partitions before its first hour is over.
func (r *Runner) periodicJobs() []*river.PeriodicJob {
	var beats []*river.PeriodicJob
	for _, job := range r.jobs {
		args, options := run{Name: job.Name}, queued(job.Name)
		beats = append(beats, river.NewPeriodicJob(
			river.PeriodicInterval(job.Every),
			func() (river.JobArgs, *river.InsertOpts) { return args, options },
			&river.PeriodicJobOpts{ID: job.Name, RunOnStart: true},
		))
	}
	return beats
}

// queued puts a run into its job's queue. Retrying is left to the next beat: a
// job finds again what it left.
func queued(name string) *river.InsertOpts { return &river.InsertOpts{Queue: name, MaxAttempts: 1} }

// Start begins to take jobs; it returns at once.
func (r *Runner) Start(ctx context.Context) error {
	if err := r.river.Start(ctx); err != nil {
		return fmt.Errorf("start jobs: %w", err)
	}
	return nil
}

// Stop lets running jobs end until the context is done, then cuts them off.
func (r *Runner) Stop(ctx context.Context) error {
	err := r.river.Stop(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return r.river.StopAndCancel(context.WithoutCancel(ctx))
	}
	return err
}

// Kick asks for a run soon, once the transaction of ctx, if any, has committed.
// It never fails its caller's work: what a kick that got lost was for, the next
// beat does.
//
// A kick is a row, and the first of many adds a run to the queue. A run takes
// the row away before it looks, so whoever finds the row there may rely on a
// look that is yet to come.
func (r *Runner) Kick(ctx context.Context, name string) {
	r.db.AfterCommit(ctx, func() {
		if err := r.kick(ctx, name); err != nil {
			r.log.WarnContext(ctx, "kick a job", "job", name, "err", err)
		}
	})
}

func (r *Runner) kick(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), kickLimit)
	defer cancel()
	return pgx.BeginFunc(ctx, r.db.Pool(), func(tx pgx.Tx) error {
		added, err := tx.Exec(ctx, "INSERT INTO work.kicks (job) VALUES ($1) ON CONFLICT DO NOTHING", name)
		if err != nil || added.RowsAffected() == 0 {
			return err
		}
		_, err = r.river.InsertTx(ctx, tx, run{Name: name}, queued(name))
		return err
	})
}

// Once runs a job here and now until nothing is left to do. While it runs
// elsewhere, Once waits: that run may have looked already.
func (r *Runner) Once(ctx context.Context, name string) error {
	job, err := r.find(name)
	if err != nil {
		return err
	}
	for {
		ran, again, err := r.turn(ctx, job)
		if err != nil || ran && !again {
			return err
		}
		if !ran {
			select {
			case <-ctx.Done():
				return fmt.Errorf("wait to run job %s: %w", job.Name, ctx.Err())
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
}

// All runs every job here and now, in the table's order.
func (r *Runner) All(ctx context.Context) error {
	for _, job := range r.jobs {
		if err := r.Once(ctx, job.Name); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner) find(name string) (Job, error) {
	for _, job := range r.jobs {
		if job.Name == name {
			return job, nil
		}
	}
	return Job{}, fmt.Errorf("there is no job %q", name)
}

// turn runs a job once, and tells whether to run it again at once: because more
// is left, or because somebody asked meanwhile. Where the job runs elsewhere
// already, ran is false, and that run looks whether somebody asked after it has
// let the job go: so no kick is lost, and nobody waits.
func (r *Runner) turn(ctx context.Context, job Job) (ran, again bool, err error) {
	if job.Parallel == 0 {
		release, ok, err := r.locks.try(ctx, job.Name, "")
		if err != nil || !ok {
			return false, false, err
		}
		defer func() {
			release()
			again = again || r.asked(ctx, job.Name)
		}()
	}
	if _, err := r.db.Pool().Exec(ctx, "DELETE FROM work.kicks WHERE job = $1", job.Name); err != nil {
		return true, false, fmt.Errorf("run job %s: %w", job.Name, err)
	}
	began := time.Now()
	again, err = job.Run(ctx, Turn{Now: r.now(), Shards: ident.EveryShard(), Control: true, job: job.Name, runner: r})
	outcome := "done"
	if err != nil {
		outcome, err = "failed", fmt.Errorf("run job %s: %w", job.Name, err)
	}
	r.took.Observe(ctx, time.Since(began), telemetry.L("job", job.Name), telemetry.L("outcome", outcome))
	return true, again, err
}

// asked tells whether somebody has kicked a job since its last look. Where that
// cannot be told, the next beat looks.
func (r *Runner) asked(ctx context.Context, name string) (asked bool) {
	err := r.db.Pool().QueryRow(ctx, "SELECT EXISTS (SELECT FROM work.kicks WHERE job = $1)", name).Scan(&asked)
	return err == nil && asked
}

// Turn is one run of a job.
type Turn struct {
	Now     time.Time
	Shards  []ident.Shard // that the run is about
	Control bool          // it is about the control tables too
	job     string
	runner  *Runner
}

// TryLock keeps all other runs of the job, on every node, from what the key names
// until done is called; ok is false when one of them is at it.
func (t Turn) TryLock(ctx context.Context, key string) (done func(), ok bool, err error) {
	return t.runner.locks.try(ctx, t.job, key)
}

// RunAnother asks for another run beside this one.
func (t Turn) RunAnother(ctx context.Context) { t.runner.Kick(ctx, t.job) }

// riverWorker is River's side of a run.
type riverWorker struct {
	river.WorkerDefaults[run]
	runner *Runner
}

// Work runs the job that River hands over until nothing is left to do, or for as
// long as it may keep its place in the queue. A failure is logged here, once.
func (w *riverWorker) Work(ctx context.Context, task *river.Job[run]) error {
	r := w.runner
	job, err := r.find(task.Args.Name)
	if err != nil {
		return err
	}
	for began := time.Now(); time.Since(began) < slotLimit; {
		_, again, err := r.turn(ctx, job)
		if err != nil && ctx.Err() == nil {
			r.log.ErrorContext(ctx, "job failed", "job", job.Name, "err", err)
		}
		if !again || ctx.Err() != nil {
			return err
		}
	}
	_, err = r.river.Insert(ctx, task.Args, queued(job.Name))
	return err
}

// quiet keeps River's own notes to what an operator must act on: a failed run
// is logged by us.
func quiet(log *slog.Logger) *slog.Logger {
	return slog.New(onlyErrors{log.Handler()}).With("engine", "river")
}

type onlyErrors struct{ slog.Handler }

func (h onlyErrors) Enabled(ctx context.Context, level slog.Level) bool {
	return level > slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

func (h onlyErrors) WithAttrs(attrs []slog.Attr) slog.Handler {
	return onlyErrors{h.Handler.WithAttrs(attrs)}
}

func (h onlyErrors) WithGroup(name string) slog.Handler {
	return onlyErrors{h.Handler.WithGroup(name)}
}
