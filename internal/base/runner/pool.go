package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Pool keeps runners, and has them run jobs.
type Pool struct {
	options Options
	turns   *semaphore.Weighted // in the order in which they are asked for

	mu      sync.Mutex
	idle    []*process // the one that was used last at the end
	busy    map[*process]bool
	waiting int
	started int
	closed  bool
}

var errClosed = errors.New("the pool of runners is closed")

// NewPool returns a pool. It starts runners when they are needed.
func NewPool(options Options) *Pool {
	options.Size = cmp.Or(options.Size, runtime.GOMAXPROCS(0))
	options.Idle = cmp.Or(options.Idle, 32)
	options.Runs = cmp.Or(options.Runs, 1000)
	options.CPU = cmp.Or(options.CPU, MaxCPU)
	options.Wall = cmp.Or(options.Wall, MaxWall)
	return &Pool{options: options, turns: semaphore.NewWeighted(int64(options.Size)), busy: make(map[*process]bool)}
}

// Run runs a job, as soon as it is its turn. An error is our own, or ctx's: whatever
// the module does is a Result.
func (p *Pool) Run(ctx context.Context, job Job) (Result, error) {
	if size := job.input(); size > MaxInput {
		return Result{}, fmt.Errorf("run a function: an input of %d bytes", size)
	}
	if len(job.Source) > MaxSource {
		return Result{Outcome: Invalid, Message: fmt.Sprintf("The source has more than %d bytes.", MaxSource)}, nil
	}
	if err := p.turn(ctx); err != nil {
		return Result{}, err
	}
	defer p.turns.Release(1)
	r, err := p.take(job.Owner)
	if err != nil {
		return Result{}, err
	}
	result, fine, err := r.run(ctx, job, p.options)
	if p.give(r, fine) {
		return Result{}, errClosed
	}
	return result, err
}

// turn waits until fewer than Size runs are under way.
func (p *Pool) turn(ctx context.Context) error {
	p.count(&p.waiting, 1)
	defer p.count(&p.waiting, -1)
	return p.turns.Acquire(ctx, 1)
}

func (p *Pool) count(what *int, by int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*what += by
}

// take finds a runner for an owner, or starts one.
func (p *Pool) take(owner string) (*process, error) {
	if r := p.takeIdle(owner); r != nil {
		return r, nil
	}
	r, err := start()
	if err != nil {
		return nil, err
	}
	r.owner = owner
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		r.stop()
		return nil, errClosed
	}
	p.started++
	p.busy[r] = true
	return r, nil
}

func (p *Pool) takeIdle(owner string) *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.idle) - 1; i >= 0; i-- {
		if r := p.idle[i]; r.owner == owner {
			p.idle = append(p.idle[:i], p.idle[i+1:]...)
			if r.alive() {
				p.busy[r] = true
				return r
			}
			r.stop()
		}
	}
	return nil
}

// give takes a runner back after a run. It says whether the pool was closed.
func (p *Pool) give(r *process, fine bool) (closed bool) {
	p.mu.Lock()
	delete(p.busy, r)
	closed = p.closed
	var leave *process
	switch {
	case closed || !fine || r.runs >= p.options.Runs || r.cpu() > maxWork:
		leave = r
	default:
		p.idle = append(p.idle, r)
		if len(p.idle) > p.options.Idle {
			leave, p.idle = p.idle[0], p.idle[1:]
		}
	}
	p.mu.Unlock()
	if leave != nil {
		leave.stop()
	}
	return closed
}

// Stats says what the pool does.
func (p *Pool) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Stats{Running: len(p.busy), Idle: len(p.idle), Waiting: p.waiting, Started: p.started}
}

// Close ends all runners. Runs that are under way fail.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	idle := p.idle
	p.idle = nil
	for r := range p.busy {
		r.kill()
	}
	p.mu.Unlock()
	for _, r := range idle {
		r.stop()
	}
}
