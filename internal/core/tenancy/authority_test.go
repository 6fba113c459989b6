package tenancy

import (
	"fmt"
	"sync/atomic"
	"testing"
)

// allowed fails the test unless the operation was done, or refused with the code.
func allowed(t testing.TB, err error, code string) {
	t.Helper()
	if code == "" {
		must(t, err)
		return
	}
	refused(t, err, code)
}

// names hands out a name that nobody had before, to any number of runners.
func names(stem string) func() string {
	var n atomic.Int64
	return func() string { return fmt.Sprint(stem, " ", n.Add(1)) }
}

// each hands out the things one after another, to any number of runners.
func each[T any](things []T) func() T {
	var n atomic.Int64
	return func() T { return things[n.Add(1)-1] }
}
