package runner

import (
	"context"
	"encoding/json"
	"regexp"
	"strconv"
	"time"
)

// The limits of a run.
const (
	MaxSource  = 256 << 10
	MaxInput   = 1 << 20  // of event and config together
	MaxOutput  = 64 << 10 // of what the handler returns, as JSON
	MaxLines   = 100
	MaxLine    = 1 << 10
	MaxCalls   = 20
	MaxRequest = 64 << 10 // the body of a call to the API
	MaxAnswer  = 1 << 20  // what a call to the API may bring back
	MaxMemory  = 64 << 20 // of the machine; the process has more
	MaxCPU     = time.Second
	MaxWall    = 10 * time.Second
)

// Job is one run of a module's handler.
type Job struct {
	Owner  string // whose code it is: a runner never works for two
	Source string
	Event  json.RawMessage   // the handler's first argument
	Config map[string]string // ctx.config
	API    API               // ctx.api; without it every call is refused
}

// input is how many bytes the function is given.
func (j Job) input() int {
	size := len(j.Event)
	for name, value := range j.Config {
		size += len(name) + len(value)
	}
	return size
}

// API answers what a function asks by ctx.api. A refusal is an answer as any other,
// and the function sees it; an error is our own fault: it ends the run, and Run
// returns it.
type API func(ctx context.Context, call Call) (Answer, error)

// Call is a request of a function's. Path begins with a slash and may have a query;
// nothing else of it has been looked at.
type Call struct {
	N      int // 1, 2, …: which call of the run it is
	Method string
	Path   string
	Body   json.RawMessage // nil if it gave none
}

// Answer is what a function sees of an answer.
type Answer struct {
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"` // JSON, or nothing

	// What the function is not told: a line for the log of the run, or nothing, and
	// whether it is sure that neither this call nor one before it changed anything.
	Note      string `json:"-"`
	Unchanged bool   `json:"-"`
}

// Outcome is how a run ended.
type Outcome string

// How a run can end.
const (
	OK         Outcome = "ok"
	Threw      Outcome = "threw"
	Invalid    Outcome = "invalid"    // no module, or one without a handler
	Unfinished Outcome = "unfinished" // its promise waits for what never comes
	CPU        Outcome = "cpu"
	Wall       Outcome = "wall"
	Memory     Outcome = "memory"
	Stack      Outcome = "stack"
	Output     Outcome = "output" // it returned too much, or what is not JSON
	Died       Outcome = "died"   // its runner ended, for none of these reasons
)

// Outcomes is all of them.
var Outcomes = []Outcome{OK, Threw, Invalid, Unfinished, CPU, Wall, Memory, Stack, Output, Died}

// Result is what became of a run.
type Result struct {
	Outcome Outcome
	Message string          // why, in words
	Stack   string          // where, if it threw: "at handler (function.js:3:11)", a line a call
	Output  json.RawMessage // what the handler returned, null for nothing; may hold \u0000, which is no jsonb
	Log     []Line          // MaxLines of the function, and the notes of answers
	Dropped int             // lines that came after MaxLines
	Calls   int             // of the API
	CPU     time.Duration
	Wall    time.Duration
	Memory  int64 // bytes that the runner needed beyond what it has when idle; 0 if that is not known
}

// placeInSource is a place in a function's own source, as stacks name it.
var placeInSource = regexp.MustCompile(`\b` + regexp.QuoteMeta(moduleName) + `:(\d{1,7}):(\d{1,7})`)

// Where is the place in the source from which an error was thrown, if it is known. Of a
// run that was interrupted the engine knows no more than the function. A module can
// write stacks of its own, so it may be no more than what the module says.
func (r Result) Where() (line, column int, known bool) {
	at := placeInSource.FindStringSubmatch(r.Stack)
	if at == nil || r.Outcome != Threw {
		return 0, 0, false
	}
	line, _ = strconv.Atoi(at[1])
	column, _ = strconv.Atoi(at[2])
	return line, column, true
}

// Line is a line that a function logged.
type Line struct {
	At   time.Duration // since the run began
	Text string        // at most MaxLine bytes
}

// Options is how a pool is.
type Options struct {
	Size int           // runs at once; as many as Go has processors if 0
	Idle int           // runners that wait for work, each for its owner's; 32 if 0
	Runs int           // of a runner, until it is replaced; 1000 if 0
	CPU  time.Duration // of a run; MaxCPU if 0
	Wall time.Duration // of a run; MaxWall if 0
}

// Stats is what a pool has done so far, and is doing.
type Stats struct {
	Running int // runs under way
	Idle    int // runners that wait for work
	Waiting int // callers that wait for a runner
	Started int // runners, since the pool began
}
