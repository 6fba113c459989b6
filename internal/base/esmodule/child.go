package esmodule

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/evanw/esbuild/pkg/api"
)

// childName is what the program is called when it is started to parse. It is set
// by Parse alone; whoever starts the program by hand gives it another name.
const childName = "counterpart-esmodule"

// ourFault is the status with which a child ends that could not even begin, or not
// answer. One that the text was too much for ends by a signal, or by the runtime.
const ourFault = 1

const (
	maxSource = 1 << 20 // more than anybody lets in
	maxCPU    = 3       // seconds, beside what starting took
	maxMemory = 1 << 30 // beside what the program has when it starts
	maxStack  = 64 << 20
	maxErrors = 10
)

// Started by Parse, the program does nothing but parse. This is an init function
// so that every program that holds this package can do it, tests included.
func init() {
	if len(os.Args) == 1 && os.Args[0] == childName {
		os.Exit(child())
	}
}

// child reads a text, shuts itself in, and says what it is as a module.
func child() (status int) {
	source, err := io.ReadAll(io.LimitReader(os.Stdin, maxSource))
	if err != nil || shutIn() != nil {
		return ourFault
	}
	answer, err := json.Marshal(parse(string(source)))
	if err != nil {
		return ourFault
	}
	if _, err := os.Stdout.Write(answer); err != nil {
		return ourFault
	}
	return 0
}

// shutIn gives up what parsing does not need: opening files and sockets above all.
func shutIn() error {
	debug.SetMaxStack(maxStack)
	held, err := memoryHeld()
	if err != nil {
		return err
	}
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return err
	}
	for _, limit := range []struct {
		of  int
		max uint64
	}{
		{syscall.RLIMIT_NOFILE, 0},
		{syscall.RLIMIT_FSIZE, 0},
		{syscall.RLIMIT_CORE, 0},
		{syscall.RLIMIT_CPU, uint64(used.Utime.Sec+used.Stime.Sec) + 1 + maxCPU},
		{syscall.RLIMIT_DATA, held + maxMemory},
	} {
		if err := syscall.Setrlimit(limit.of, &syscall.Rlimit{Cur: limit.max, Max: limit.max}); err != nil {
			return err
		}
	}
	return nil
}

// memoryHeld is how much memory the program has to write to as it starts. Under
// the race detector that is a lot.
func memoryHeld() (bytes uint64, err error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	const data = 5 // of its fields: pages of data and stack (proc(5))
	fields := strings.Fields(string(text))
	if len(fields) <= data {
		return 0, errors.New("/proc/self/statm is cut short")
	}
	pages, err := strconv.ParseUint(fields[data], 10, 64)
	return pages * uint64(os.Getpagesize()), err
}

// parse has esbuild parse a text. Without bundling and plug-ins it looks at
// nothing but the text.
func parse(source string) Module {
	result := api.Build(api.BuildOptions{
		Stdin:         &api.StdinOptions{Contents: source, Sourcefile: "function.js", Loader: api.LoaderJS},
		AbsWorkingDir: "/",
		Format:        api.FormatESModule,
		Target:        api.ESNext,
		Platform:      api.PlatformNeutral,
		TsconfigRaw:   "{}",
		Bundle:        false,
		Write:         false,
		Metafile:      true,
		LogLevel:      api.LogLevelSilent,
		LogLimit:      maxErrors,
	})
	if len(result.Errors) > 0 {
		return Module{Errors: errorsFrom(result.Errors)}
	}
	return moduleFrom(result.Metafile)
}

func errorsFrom(messages []api.Message) []Error {
	var list []Error
	for _, m := range messages[:min(len(messages), maxErrors)] {
		e := Error{Line: 1, Column: 1, Text: m.Text}
		if m.Location != nil {
			e.Line, e.Column = m.Location.Line, m.Location.Column+1
		}
		list = append(list, e)
	}
	return list
}

// moduleFrom reads what esbuild says of the one module that there is.
func moduleFrom(metafile string) Module {
	var meta struct {
		Inputs  map[string]struct{ Format string }
		Outputs map[string]struct {
			Exports []string
			Imports []struct{ Path string }
		}
	}
	m := Module{}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return m
	}
	for _, input := range meta.Inputs {
		// A script of the older kind would be wrapped, and export its wrapping.
		if input.Format != "esm" {
			return m
		}
	}
	for _, output := range meta.Outputs {
		m.Exports = append(m.Exports, output.Exports...)
		for _, i := range output.Imports {
			m.Imports = append(m.Imports, i.Path)
		}
	}
	slices.Sort(m.Exports)
	slices.Sort(m.Imports)
	return m
}
