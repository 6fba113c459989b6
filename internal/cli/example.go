package cli

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed examples/*.txt
var exampleFiles embed.FS

// exampleFile is a program to begin with: what it is called, and how it is started.
type exampleFile struct{ source, name, start string }

var receivers = map[string]exampleFile{
	"go":     {"examples/receiver.go.txt", "main.go", "go run"},
	"ts":     {"examples/receiver.ts.txt", "receiver.ts", "node"},
	"python": {"examples/receiver.py.txt", "receiver.py", "python3"},
}

type example struct {
	Receiver exampleReceiver `cmd:"" help:"Write a webhook receiver that verifies signatures."`
}

type exampleReceiver struct {
	Lang string `enum:"go,ts,python" default:"go" help:"The language: ${enum}."`
	Out  string `short:"o" help:"Folder to write it to; else it is printed." placeholder:"DIR"`
}

// Help shows how it is used.
func (exampleReceiver) Help() string {
	return examples(
		"counterpart example receiver --lang go -o receiver", "then: go run receiver/main.go",
		"counterpart example receiver --lang python", "to look at",
	)
}

// Run writes the program. One that is there stays: somebody may have worked on it.
func (c exampleReceiver) Run(r *run) error {
	wanted := receivers[c.Lang]
	text, err := exampleFiles.ReadFile(wanted.source)
	if err != nil {
		return err
	}
	if c.Out == "" {
		_, err := r.Out.Write(text)
		return err
	}
	file := filepath.Join(c.Out, wanted.name)
	if err := writeNew(r.path(file), text); errors.Is(err, fs.ErrExist) {
		return wrong(exitFailed, "Move it away, or name another folder with -o.", "%s is there already.", file)
	} else if err != nil {
		return err
	}
	if r.flags.JSON {
		return r.printValue(map[string]string{"file": file, "start": wanted.start + " " + file})
	}
	r.note("Wrote %s. It reads COUNTERPART_WEBHOOK_SECRET, a variable or a line of .env, and listens on port 3000 (PORT).", file)
	r.note("Start it: %s %s", wanted.start, file)
	return nil
}

func writeNew(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write the example: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("write the example: %w", err)
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}
