package runner

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// childName is what the program is called when it is started as a runner. It is set
// by start alone; whoever starts the program by hand gives it another name.
const childName = "counterpart-function-runner"

// ourFault is the status with which a runner ends that could not shut itself in.
const ourFault = 1

// Started by a pool, the program does nothing but run functions. This is an init
// function so that every program that holds this package can do it, tests included.
func init() {
	if len(os.Args) == 1 && os.Args[0] == childName {
		os.Exit(child())
	}
}

// child shuts itself in and serves until the pool closes its input.
func child() (status int) {
	// systemd and terminals ask a node to stop, and all that it started: but the node
	// ends its runs first, and then their runners.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	if err := shutIn(); err != nil {
		os.Stderr.WriteString(err.Error())
		return ourFault
	}
	if err := serve(bufio.NewReader(os.Stdin), os.Stdout); !errors.Is(err, io.EOF) {
		os.Stderr.WriteString(err.Error())
		return ourFault
	}
	return 0
}

// serve runs one job after the other, until there is none: io.EOF.
func serve(in io.Reader, out io.Writer) error {
	if err := writeFrame(out, toPool{Ready: true}); err != nil {
		return err
	}
	for {
		var m toRunner
		if err := readFrame(in, maxToRunner, &m); err != nil {
			return err
		}
		if m.Job == nil {
			return errors.New("a job was expected")
		}
		end, err := execute(*m.Job, hostOn(in, out))
		if err != nil {
			return err
		}
		if err := writeFrame(out, toPool{End: &end}); err != nil {
			return err
		}
	}
}

// hostOn is the pool, as a machine sees it.
func hostOn(in io.Reader, out io.Writer) host {
	return host{
		cpu: ownCPU,
		log: func(line string) error { return writeFrame(out, toPool{Log: &line}) },
		call: func(r request) (reply, error) {
			if len(r.Body) > 0 && !json.Valid(r.Body) {
				return reply{Refused: "The body is not JSON."}, nil
			}
			if err := writeFrame(out, toPool{Call: &r}); err != nil {
				return reply{}, err
			}
			var m toRunner
			if err := readFrame(in, maxToRunner, &m); err != nil {
				return reply{}, err
			}
			if m.Answer == nil {
				return reply{}, errors.New("an answer was expected")
			}
			return *m.Answer, nil
		},
	}
}
