package runner

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"modernc.org/quickjs"
)

// moduleName is what a function's module is called in stacks.
const moduleName = "function.js"

const maxFrames = 10 // of a stack

//go:embed harness.js
var harness string

// host is what a machine may ask of the world.
type host struct {
	call func(request) (reply, error)
	log  func(string) error
	cpu  func() time.Duration // that the process has used
}

// machine is one run: QuickJS with a module, thrown away afterwards.
type machine struct {
	vm      *quickjs.VM
	host    host
	end     *end // nil until the run has ended
	calls   int
	lines   int
	dropped int
	over    atomic.Bool // it has used up its processor time
	refused bool        // it asked for another module
	broken  error       // the pool could not be talked to
}

// execute runs a job to its end. An error means that the pool is gone.
func execute(job order, with host) (end, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return end{}, err
	}
	defer vm.Close()
	vm.SetMemoryLimit(MaxMemory)
	vm.SetCanBlock(false)
	m := &machine{vm: vm, host: with}
	vm.SetModuleLoader(func(*quickjs.VM, string) (string, error) { return job.Source, nil }, m.resolve)
	defer m.watch(time.Duration(job.CPU))()
	if err := m.run(job); err != nil {
		m.finish(outcomeOf(err), err.Error(), "")
	}
	if m.broken != nil {
		return end{}, m.broken
	}
	return m.result(), nil
}

// result is how the run ended. What the limits say goes before what the module
// made of them: a promise can take the exception that an interrupt is.
func (m *machine) result() end {
	e := end{Outcome: Unfinished, Message: "The handler waits for something that will not happen."}
	if m.end != nil {
		e = *m.end
	}
	if m.over.Load() && e.Outcome != OK {
		e.Outcome, e.Message = CPU, ""
	}
	e.Dropped = m.dropped
	return e
}

// run evaluates the module, calls its handler, and lets promises go on until the
// handler's has ended, or nothing is left to do.
func (m *machine) run(job order) error {
	if err := m.register(); err != nil {
		return err
	}
	if job.Config == nil {
		job.Config = map[string]string{}
	}
	config, err := json.Marshal(job.Config)
	if err != nil {
		return err
	}
	start, err := m.vm.EvalValue(harness, quickjs.EvalGlobal)
	if err != nil {
		return err
	}
	defer start.Free()
	if _, err := start.Call(quickjs.UndefinedValue, string(job.Event), string(config), limits); err != nil {
		return err
	}
	return m.drain()
}

// limits is what the harness cuts texts to.
var limits = map[string]int{"output": MaxOutput, "request": MaxRequest, "line": MaxLine, "path": maxPath, "told": maxTold / 4}

// drain has promises go on. The engine stops by itself after a million steps, and
// a loop of promises has more: its processor time ends that.
func (m *machine) drain() error {
	for {
		over := m.over.Load()
		_, err := m.vm.ExecutePendingJobs()
		switch _, thrown := errors.AsType[*quickjs.Error](err); {
		case m.end != nil, over, m.broken != nil, err == nil:
			return nil
		case m.over.Load():
			// Once more, so that the harness learns where it was interrupted.
			continue
		case thrown:
			return err
		}
	}
}

// register gives the harness its three ways out.
func (m *machine) register() error {
	return errors.Join(
		m.vm.RegisterFunc("callHost", m.call, false),
		m.vm.RegisterFunc("logHost", m.log, false),
		m.vm.RegisterFunc("endHost", func(outcome, text, stack string) { m.finish(Outcome(outcome), text, stack) }, false),
	)
}

// resolve lets the harness import the function's module, and nothing be imported
// by anybody else.
func (m *machine) resolve(_ *quickjs.VM, _, name string) (string, error) {
	if name == moduleName {
		return name, nil
	}
	m.refused = true
	return "", fmt.Errorf("a function is one module by itself, and cannot import %q", clip(name, 100))
}

// call asks the pool for an answer, and waits for it.
func (m *machine) call(method, path, body string) string {
	m.calls++
	asked := request{Method: method, Path: path, Body: json.RawMessage(body)}
	var answer reply
	var err error
	if m.calls > MaxCalls {
		answer.Refused = fmt.Sprintf("A run may make at most %d calls.", MaxCalls)
	} else if answer.Refused = asked.problem(); answer.Refused == "" {
		answer, err = m.host.call(asked)
	}
	text, unsaid := json.Marshal(answer)
	m.breakOff(errors.Join(err, unsaid))
	return string(text)
}

// log sends a line, or counts it where there were enough.
func (m *machine) log(line string) {
	if m.lines++; m.lines > MaxLines {
		m.dropped++
		return
	}
	m.breakOff(m.host.log(clip(line, MaxLine)))
}

// breakOff ends a run that nobody can be told of.
func (m *machine) breakOff(err error) {
	if err != nil {
		m.broken = err
		m.vm.Interrupt()
	}
}

// notLoaded is what the harness calls a module whose evaluation failed.
const notLoaded Outcome = "load"

// finish ends the run. Whatever the module left to be done is not done.
func (m *machine) finish(outcome Outcome, text, stack string) {
	if m.end != nil {
		return
	}
	if outcome == notLoaded {
		outcome = Threw
		if m.refused {
			outcome = Invalid
		}
	}
	m.end = &end{Outcome: outcome}
	switch {
	case outcome != OK:
		m.end.Message, m.end.Stack = clip(text, maxTold), ourFrames(stack)
	case len(text) > MaxOutput:
		m.end = &end{Outcome: Output, Message: fmt.Sprintf("The handler returned more than %d bytes.", MaxOutput)}
	default:
		m.end.Output = json.RawMessage(text)
	}
	m.vm.Interrupt()
}

// watch interrupts the machine when it has used up its processor time. It asks
// again and again, because an interrupt that comes between two calls is forgotten.
func (m *machine) watch(limit time.Duration) (stop func()) {
	const again = 20 * time.Millisecond
	began := m.host.cpu()
	done := make(chan struct{})
	go func() {
		for left := limit; ; left = max(limit-(m.host.cpu()-began), again) {
			select {
			case <-done:
				return
			case <-time.After(left):
			}
			if m.host.cpu()-began >= limit {
				m.over.Store(true)
				m.vm.Interrupt()
			}
		}
	}()
	return func() { close(done) }
}

// outcomeOf reads what the engine itself says.
func outcomeOf(err error) Outcome {
	switch text := err.Error(); {
	case strings.Contains(text, "out of memory"), strings.Contains(text, "OOM"):
		return Memory
	case strings.Contains(text, "stack overflow"):
		return Stack
	}
	return Threw
}

// ourFrames keeps the lines of a stack that are about the function's own source.
func ourFrames(stack string) string {
	var kept []string
	for line := range strings.Lines(stack) {
		if strings.Contains(line, moduleName+":") && len(kept) < maxFrames {
			kept = append(kept, strings.TrimSpace(line))
		}
	}
	return clip(strings.Join(kept, "\n"), maxTold)
}
