package runner

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"
)

const (
	// patience is for a runner that starts on a busy machine.
	patience = 30 * time.Second
	// grace is what a runner gets to end a run by itself, which tells more than a
	// killing does.
	grace = 250 * time.Millisecond
	// maxWork is the processor time after which a runner is replaced: well before the
	// system would end it in the middle of a run (maxLifeCPU).
	maxWork = 5 * time.Minute
	// maxStderr is more than Go says of how a program died.
	maxStderr = 4 << 10
)

// process is a runner, seen from the pool.
type process struct {
	owner string // of the first job that it ran, and of all others
	runs  int

	command *exec.Cmd
	in      *os.File
	out     *os.File
	read    *bufio.Reader
	stderr  *head
	dead    chan struct{} // closed when it has ended
}

// start starts a runner and waits until it has shut itself in.
func start() (*process, error) {
	r, err := spawn()
	if err != nil {
		return nil, fmt.Errorf("start a runner of functions: %w", err)
	}
	var m toPool
	err = r.out.SetReadDeadline(time.Now().Add(patience))
	if err == nil {
		err = readFrame(r.read, maxToPool, &m)
	}
	if err == nil && !m.Ready {
		err = errors.New("it said something else than that it is ready")
	}
	if err != nil {
		r.stop()
		return nil, fmt.Errorf("start a runner of functions: %w: %s", err, r.stderr)
	}
	return r, r.out.SetReadDeadline(time.Time{})
}

// spawn starts this program once more, with nothing but a pipe to and one from it.
func spawn() (*process, error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirIn.Close()
	out, theirOut, err := os.Pipe()
	if err != nil {
		in.Close()
		return nil, err
	}
	defer theirOut.Close()
	r := &process{in: in, out: out, read: bufio.NewReader(out), stderr: &head{}, dead: make(chan struct{})}
	r.command = &exec.Cmd{
		Path:        ownProgram,
		Args:        []string{childName},
		Env:         []string{"GOMAXPROCS=1", "GOTRACEBACK=none", "TZ=UTC"},
		Dir:         "/",
		Stdin:       theirIn,
		Stdout:      theirOut,
		Stderr:      r.stderr,
		SysProcAttr: bound,
		WaitDelay:   time.Second,
	}
	if err := r.command.Start(); err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	go func() {
		_ = r.command.Wait() // how it ended stands in ProcessState
		close(r.dead)
	}()
	return r, nil
}

// stop ends a runner, whatever it does, and waits until it is gone.
func (r *process) stop() {
	r.kill()
	<-r.dead
	r.in.Close()
	r.out.Close()
}

func (r *process) kill() { _ = r.command.Process.Kill() }

func (r *process) alive() bool {
	select {
	case <-r.dead:
		return false
	default:
		return true
	}
}

// cpu is how much processor time the runner has used since it began.
func (r *process) cpu() time.Duration {
	if !r.alive() {
		return r.command.ProcessState.UserTime() + r.command.ProcessState.SystemTime()
	}
	used, err := cpuOf(r.command.Process.Pid)
	if err != nil {
		return 0
	}
	return used
}

// run has the runner do a job. If fine the runner can do another; if not it is gone,
// or was pressed so hard that another begins better without what is left of that.
func (r *process) run(ctx context.Context, job Job, options Options) (result Result, fine bool, err error) {
	r.runs++
	began, used, peak := time.Now(), r.cpu(), watchMemory(r.command.Process.Pid)
	within, cancel := context.WithTimeoutCause(ctx, options.Wall, errWall)
	defer cancel()
	release := r.guard(within, options.CPU)
	err = r.converse(within, job, options, &result)
	over := release()
	if err != nil {
		r.stop()
		err = r.explain(within, over, err, &result)
	} else {
		result.Memory = peak()
	}
	// The engine throws null where there is no memory left for an error.
	if result.Outcome == Threw && result.Message == "null" && result.Memory > MaxMemory*3/4 {
		result.Outcome, result.Message = Memory, ""
	}
	result.CPU, result.Wall = max(r.cpu()-used, 0), time.Since(began)
	result.Message = cmp.Or(result.Outcome.words(), result.Message)
	worn := result.Outcome == CPU || result.Outcome == Memory || result.Outcome == Stack
	return result, r.alive() && over == "" && !worn, err
}

var errWall = errors.New("the wall time of the run is over")

// guard kills the runner when it is over its time, by our clocks and not by its own.
// What is returned ends that, and says which limit it was.
func (r *process) guard(ctx context.Context, cpu time.Duration) (release func() Outcome) {
	var over atomic.Value
	done, gone := make(chan struct{}), make(chan struct{})
	limit := r.cpu() + cpu + grace
	go func() {
		defer close(gone)
		for left := cpu + grace; left > 0; left = limit - r.cpu() {
			select {
			case <-done:
				return
			case <-ctx.Done():
				over.Store(Wall)
				r.kill()
				return
			case <-time.After(left):
			}
		}
		over.Store(CPU)
		r.kill()
	}()
	return func() Outcome {
		close(done)
		<-gone
		outcome, _ := over.Load().(Outcome)
		return outcome
	}
}

// converse sends a job and answers what is asked, until the end is told.
func (r *process) converse(ctx context.Context, job Job, options Options, result *Result) error {
	began, lines := time.Now(), 0
	note := func(text string) {
		result.Log = append(result.Log, Line{At: time.Since(began), Text: withoutNUL(text)})
	}
	order := order{Source: job.Source, Event: job.Event, Config: job.Config, CPU: int64(options.CPU)}
	if err := writeFrame(r.in, toRunner{Job: &order}); err != nil {
		return err
	}
	for {
		var m toPool
		if err := readFrame(r.read, maxToPool, &m); err != nil {
			return err
		}
		if err := m.check(); err != nil {
			return err
		}
		switch {
		case m.Log != nil && lines < MaxLines:
			lines++
			note(*m.Log)
		case m.Call != nil && result.Calls < MaxCalls:
			if err := r.answer(ctx, job.API, *m.Call, result, note); err != nil {
				return err
			}
		case m.End != nil:
			result.Outcome, result.Message, result.Stack = m.End.Outcome, withoutNUL(m.End.Message), withoutNUL(m.End.Stack)
			result.Output, result.Dropped = m.End.Output, m.End.Dropped
			return nil
		default:
			return errors.New("the runner says what it may not")
		}
	}
}

// withoutNUL replaces what PostgreSQL does not keep in a text.
func withoutNUL(text string) string { return strings.ReplaceAll(text, "\x00", "?") }

// fault is an error of whoever answers calls: not the runner's.
type fault struct{ error }

// answer makes a call for the function, and tells it the answer.
func (r *process) answer(ctx context.Context, api API, asked request, result *Result, note func(string)) error {
	result.Calls++
	if api == nil {
		return writeFrame(r.in, toRunner{Answer: &reply{Refused: "This run has no API."}})
	}
	answer, err := api(ctx, Call{N: result.Calls, Method: asked.Method, Path: asked.Path, Body: asked.Body})
	if err != nil {
		return fault{err}
	}
	if answer.Note != "" {
		note(clip(answer.Note, MaxLine))
	}
	told := reply{Answer: answer}
	switch {
	case len(answer.Body) > MaxAnswer:
		told = reply{Refused: fmt.Sprintf("The answer has more than %d bytes. Ask for less at a time.", MaxAnswer)}
	case len(answer.Body) == 0:
		told.Body = json.RawMessage("null")
	}
	return writeFrame(r.in, toRunner{Answer: &told})
}

// explain says why a run had no proper end: in result, or by an error that is not
// the function's fault. The runner is gone by now.
func (r *process) explain(ctx context.Context, over Outcome, err error, result *Result) error {
	theirs, calling := errors.AsType[fault](err)
	_, unsaid := errors.AsType[*json.MarshalerError](err)
	switch cause := context.Cause(ctx); {
	case cause == errWall:
		result.Outcome = Wall
	case cause != nil:
		return cause
	case calling:
		return theirs.error
	case unsaid: // an event or an answer that is no JSON
		return err
	case over != "":
		result.Outcome = over
	default:
		result.Outcome = r.stderr.outcome()
	}
	if result.Outcome == Died {
		result.Message = "The process that ran the function ended: " + r.command.ProcessState.String() + "."
	}
	return nil
}

// words is what is said of an outcome that the engine says less of, or nothing.
func (o Outcome) words() string {
	switch o {
	case CPU:
		return fmt.Sprintf("The run needed more than %s of processor time.", MaxCPU)
	case Wall:
		return fmt.Sprintf("The run took longer than %s.", MaxWall)
	case Memory:
		return fmt.Sprintf("The run needed more than %d MB of memory.", MaxMemory>>20)
	case Stack:
		return "The function called itself too deeply."
	}
	return ""
}

// head keeps the beginning of what is written to it.
type head struct{ kept bytes.Buffer }

func (h *head) Write(p []byte) (int, error) {
	h.kept.Write(p[:min(len(p), maxStderr-h.kept.Len())])
	return len(p), nil
}

func (h *head) String() string { return h.kept.String() }

// outcome reads how Go says that a program died.
func (h *head) outcome() Outcome {
	said := h.String()
	switch {
	case strings.Contains(said, "stack exceeds"), strings.Contains(said, "stack overflow"):
		return Stack
	case strings.Contains(said, "out of memory"), strings.Contains(said, "cannot allocate memory"):
		return Memory
	}
	return Died
}
