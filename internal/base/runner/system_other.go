//go:build !linux

package runner

import (
	"errors"
	"syscall"
	"time"
)

// Elsewhere a runner cannot be shut in, so there is none.

const ownProgram = ""

var bound = &syscall.SysProcAttr{}

func shutIn() error { return errors.New("functions run on Linux") }

func ownCPU() time.Duration { return 0 }

func cpuOf(int) (time.Duration, error) { return 0, errors.New("functions run on Linux") }

func watchMemory(int) func() int64 { return func() int64 { return 0 } }
