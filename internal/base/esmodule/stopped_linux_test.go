package esmodule_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/counterpart/counterpart/internal/base/esmodule"
)

// A node that stops has its parser stopped with it, by systemd or by a terminal. That
// says nothing about the text.
func TestAParserThatIsStoppedIsNotTheTextsFault(t *testing.T) {
	for range 100 {
		done := make(chan struct{})
		go func() {
			for {
				select {
				case <-done:
					return
				default:
					stopChildren()
				}
			}
		}()
		module, err := esmodule.Parse(t.Context(), []byte(`export const handler = 1`))
		close(done)
		if len(module.Errors) > 0 {
			t.Fatalf("got %+v", module)
		}
		if err != nil {
			return // one was stopped, and it is ours
		}
	}
	t.Error("none was stopped")
}

// stopChildren asks those whom this process has started to stop.
func stopChildren() {
	processes, _ := os.ReadDir("/proc")
	for _, p := range processes {
		pid, err := strconv.Atoi(p.Name())
		if err != nil {
			continue
		}
		status, _ := os.ReadFile("/proc/" + p.Name() + "/status")
		if strings.Contains(string(status), fmt.Sprintf("\nPPid:\t%d\n", os.Getpid())) {
			_ = syscall.Kill(pid, syscall.SIGTERM)
		}
	}
}
