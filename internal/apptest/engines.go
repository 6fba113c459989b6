package apptest

import (
	"bytes"
	"context"
	"encoding/hex"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"
)

// StartJobs lets a node run jobs in the slices that it can lease, as a node with the
// worker role does.
func (n *Node) StartJobs(t testing.TB) {
	t.Helper()
	ctx, release := context.WithCancel(context.Background())
	var leasing sync.WaitGroup
	leasing.Go(func() { n.Leases.Run(ctx) })
	n.Jobs.Start(ctx)
	t.Cleanup(func() {
		if err := n.Jobs.Stop(context.Background()); err != nil {
			t.Error(err)
		}
		release()
		leasing.Wait()
	})
}

// Dump is all that a database holds, as pg_dump writes it.
func Dump(t testing.TB, database string) []byte {
	t.Helper()
	dump, err := exec.CommandContext(t.Context(), pgDump(t), "--dbname", database).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(dump, []byte("oauth.families")) {
		t.Fatal("the dump has no tokens at all")
	}
	return dump
}

// pgDump finds the program where Debian keeps it, or on the path.
func pgDump(t testing.TB) string {
	t.Helper()
	if installed, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump"); err == nil && len(installed) > 0 {
		return installed[len(installed)-1]
	}
	found, err := exec.LookPath("pg_dump")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Eventually waits for a condition; the time only guards against waiting for ever.
func Eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	tick, backstop := time.NewTicker(10*time.Millisecond), time.After(2*time.Minute)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-backstop:
			t.Fatalf("in vain: %s", what)
		}
	}
}

// bytesInHex is how a dump shows a column of bytes.
var bytesInHex = regexp.MustCompile(`\\x(?:[0-9a-f]{2})+`)

// Shows tells which words a text holds, in lower case: in whatever case, and also in columns of
// bytes.
func Shows(text []byte, words ...string) (list []string) {
	text = bytesInHex.ReplaceAllFunc(text, func(shown []byte) []byte {
		plain, _ := hex.AppendDecode(nil, shown[2:])
		return plain
	})
	text = bytes.ToLower(text)
	for _, word := range words {
		if bytes.Contains(text, []byte(word)) {
			list = append(list, word)
		}
	}
	return list
}
