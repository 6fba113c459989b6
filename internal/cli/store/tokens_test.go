package store_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/cli/store"
)

var till = store.Connection{App: "app_1", Business: "biz_1", Name: "Corner Cafe"}

func TestTokensAreKeptApartFromTheSignIn(t *testing.T) {
	t.Parallel()
	vault := store.Vault{Folder: store.Folder(t.TempDir())}
	if _, err := vault.Put(host, "demo", signIn); err != nil {
		t.Fatal(err)
	}
	want := store.Tokens{Access: "cpat_x", Refresh: "cprt_x", ExpiresAt: signIn.ExpiresAt, ClientID: "till", RefreshKey: "k"}
	place, err := vault.PutTokens(host, till, want)
	if err != nil {
		t.Fatal(err)
	}
	kept := till
	kept.Credentials = place
	got, err := vault.Tokens(host, kept)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, err := vault.Get(host, "demo", place); err != nil || got != signIn {
		t.Errorf("the sign-in is %v, %v", got, err)
	}
}

func TestOneRefreshesAtATime(t *testing.T) {
	t.Parallel()
	folder := store.Folder(filepath.Join(t.TempDir(), "counterpart"))
	yield := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	var inside atomic.Int32 // a lock that is a file says nothing to the race detector
	var running sync.WaitGroup
	for range 20 {
		running.Go(func() {
			err := folder.Locked(t.Context(), yield, func() error {
				if inside.Add(1) != 1 {
					t.Error("two are inside")
				}
				inside.Add(-1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
}

func TestALockOfADeadProcessIsTaken(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	lock := filepath.Join(folder, "refresh.lock")
	if err := os.WriteFile(lock, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-time.Minute)
	if err := os.Chtimes(lock, long, long); err != nil {
		t.Fatal(err)
	}
	ran := false
	never := func(context.Context, time.Duration) error { return context.Canceled }
	if err := store.Folder(folder).Locked(t.Context(), never, func() error { ran = true; return nil }); err != nil || !ran {
		t.Errorf("it ran: %v, %v", ran, err)
	}
}
