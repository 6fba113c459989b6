package esmodule

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// Module is what a text says as a module.
type Module struct {
	Exports []string `json:"exports"`
	Imports []string `json:"imports"` // what it asks to be loaded, by name
	Errors  []Error  `json:"errors"`  // why it is no module; then there is nothing else
}

// Error is a place where a text is no module.
type Error struct {
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // from 1, in bytes
	Text   string `json:"message"`
}

const (
	atOnce = 2
	// patience is for a machine that is busy: what a text may take is the processor
	// time that the child allows itself.
	patience = 30 * time.Second
	// tooDeep is said of a text that the parser did not get to the end of.
	tooDeep = "The source is nested too deeply to be read."
)

var places = make(chan struct{}, atOnce)

// Parse reads a text as a module. An error is our own: whatever is wrong with the
// text stands in Module.Errors.
func Parse(ctx context.Context, source []byte) (Module, error) {
	select {
	case places <- struct{}{}:
		defer func() { <-places }()
	case <-ctx.Done():
		return Module{}, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := ask(ctx, source)
	if ctx.Err() != nil {
		return Module{}, fmt.Errorf("parse a module: %w", ctx.Err())
	}
	if end, ended := errors.AsType[*exec.ExitError](err); ended && end.ExitCode() != ourFault && !stopped(end) {
		return Module{Errors: []Error{{Line: 1, Column: 1, Text: tooDeep}}}, nil
	}
	if err != nil {
		return Module{}, fmt.Errorf("parse a module: %w", err)
	}
	var m Module
	if err := json.Unmarshal(answer, &m); err != nil {
		return Module{}, fmt.Errorf("read what the parser of modules said: %w", err)
	}
	return m, nil
}

// stopped reports whether a child was asked to end, as a node is, and all that it
// started: by systemd, by a terminal.
func stopped(end *exec.ExitError) bool {
	status, _ := end.Sys().(syscall.WaitStatus)
	return status.Signaled() && slices.Contains([]syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}, status.Signal())
}

// ask has a child parse a text.
func ask(ctx context.Context, source []byte) ([]byte, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	child := exec.CommandContext(ctx, self)
	child.Args = []string{childName}
	child.Env = []string{"GOMAXPROCS=1", "GOTRACEBACK=none"}
	child.Dir = "/"
	child.Stdin = bytes.NewReader(source)
	child.WaitDelay = time.Second
	return child.Output()
}
