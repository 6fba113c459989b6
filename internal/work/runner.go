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
	"github.com/counterpart/counterpart/internal/base/pg"
)

// Job is one kind of background work.
type Job struct {
	Name  string
	Every time.Duration
	// Run does all that is due at now.
	Run func(ctx context.Context, now time.Time) error
}

const (
	// runLimit bounds one run; the next one goes on where it stopped.
	runLimit = 10 * time.Minute
	// concurrent is how many jobs a node runs side by side.
	concurrent = 4
)

// Runner runs the jobs of a table.
type Runner struct {
	jobs  []Job
	db    *pg.DB
	now   clock.Now
	log   *slog.Logger
	river *river.Client[pgx.Tx]
}

// run is what River stores of a run: the job's name. All that a job needs it
// finds in the tables of its domain.
type run struct {
	Name string `json:"name"`
}

// Kind names our one kind of River job.
func (run) Kind() string { return "run" }

// NewRunner prepares the jobs. A node without the worker role only kicks.
func NewRunner(database *pg.DB, jobs []Job, now clock.Now, log *slog.Logger, worker bool) (*Runner, error) {
	r := &Runner{jobs: jobs, db: database, now: now, log: log}
	config := &river.Config{Schema: db.JobSchema, Logger: quiet(log)}
	if worker {
		config.Workers = river.NewWorkers()
		river.AddWorker(config.Workers, &taker{runner: r})
		config.Queues = map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: concurrent}}
		config.PeriodicJobs = r.beats()
		config.JobTimeout = runLimit
		config.CompletedJobRetentionPeriod = time.Hour
	}
	client, err := river.NewClient(riverpgxv5.New(database.Pool()), config)
	if err != nil {
		return nil, fmt.Errorf("prepare jobs: %w", err)
	}
	r.river = client
	return r, nil
}

// beats makes every job run on its beat. All run when a leader starts, so that
// a young installation has its partitions before its first hour is over.
func (r *Runner) beats() []*river.PeriodicJob {
	var beats []*river.PeriodicJob
	for _, job := range r.jobs {
		args := run{Name: job.Name}
		beats = append(beats, river.NewPeriodicJob(
			river.PeriodicInterval(job.Every),
			func() (river.JobArgs, *river.InsertOpts) { return args, once },
			&river.PeriodicJobOpts{ID: job.Name, RunOnStart: true},
		))
	}
	return beats
}

// once leaves retrying to the next beat: a job finds again what it left.
var once = &river.InsertOpts{MaxAttempts: 1}

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

// Kick asks for a run soon. It never fails its caller's deed: what a kick that
// got lost was for, the next beat does.
func (r *Runner) Kick(ctx context.Context, name string) {
	if _, err := r.river.Insert(context.WithoutCancel(ctx), run{Name: name}, once); err != nil {
		r.log.WarnContext(ctx, "kick a job", "job", name, "err", err)
	}
}

// Once runs a job here and now. At most one run of a job goes on at a time over
// all nodes; a second waits for the first, since that may have looked already.
func (r *Runner) Once(ctx context.Context, name string) error {
	for _, job := range r.jobs {
		if job.Name == name {
			return r.alone(ctx, job)
		}
	}
	return fmt.Errorf("there is no job %q", name)
}

// All runs every job here and now, in the table's order.
func (r *Runner) All(ctx context.Context) error {
	for _, job := range r.jobs {
		if err := r.alone(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner) alone(ctx context.Context, job Job) error {
	conn, err := r.db.Pool().Acquire(ctx)
	if err != nil {
		return fmt.Errorf("run job %s: %w", job.Name, err)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtext($1))", "job "+job.Name); err != nil {
		return fmt.Errorf("wait to run job %s: %w", job.Name, err)
	}
	defer unlock(conn.Conn(), job.Name)
	if err := job.Run(ctx, r.now()); err != nil {
		return fmt.Errorf("run job %s: %w", job.Name, err)
	}
	return nil
}

// unlock lets the next run begin. A connection that cannot say so is closed,
// which says it too.
func unlock(conn *pgx.Conn, name string) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock(hashtext($1))", "job "+name); err != nil {
		_ = conn.Close(ctx)
	}
}

// taker is River's side of a run.
type taker struct {
	river.WorkerDefaults[run]
	runner *Runner
}

// Work runs the job that River hands over. Its failure is logged here, once.
func (w *taker) Work(ctx context.Context, job *river.Job[run]) error {
	err := w.runner.Once(ctx, job.Args.Name)
	if err != nil && ctx.Err() == nil {
		w.runner.log.ErrorContext(ctx, "job failed", "job", job.Args.Name, "err", err)
	}
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
