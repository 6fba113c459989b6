package counterpart

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestStores(t *testing.T) {
	t.Parallel()
	for name, store := range map[string]func(*testing.T) TokenStore{
		"Memory": func(*testing.T) TokenStore { return Memory() },
		"Files": func(t *testing.T) TokenStore {
			store, err := Files(filepath.Join(t.TempDir(), "tokens"))
			if err != nil {
				t.Fatal(err)
			}
			return store
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			keeps(t, store(t))
			locks(t, store(t))
		})
	}
}

// keeps holds a store to its promises.
func keeps(t *testing.T, store TokenStore) {
	t.Helper()
	ctx := t.Context()
	if _, err := store.Load(ctx, "biz_1"); !errors.Is(err, ErrNoTokens) {
		t.Errorf("an empty store says %v", err)
	}
	want := TokenSet{Access: "cpat_1", Refresh: "cprt_1", Scope: "profile:read", RefreshKey: "k", Expires: time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)}
	for _, business := range []string{"biz_1", "../biz_2", "biz/3"} {
		if err := errors.Join(store.Save(ctx, business, TokenSet{Access: "old"}), store.Save(ctx, business, want)); err != nil {
			t.Fatal(err)
		}
		if got, err := store.Load(ctx, business); err != nil || got != want {
			t.Errorf("%s has other tokens, or %v", business, err)
		}
	}
	if err := errors.Join(store.Delete(ctx, "biz_1"), store.Delete(ctx, "biz_1")); err != nil {
		t.Error(err)
	}
	if _, err := store.Load(ctx, "biz_1"); !errors.Is(err, ErrNoTokens) {
		t.Errorf("after a delete: %v", err)
	}
}

// locks shows that a lock has one holder a business.
func locks(t *testing.T, store TokenStore) {
	t.Helper()
	var group sync.WaitGroup
	inside, most := 0, 0
	var mu sync.Mutex
	count := func(by int) {
		mu.Lock()
		defer mu.Unlock()
		inside += by
		most = max(most, inside)
	}
	for range 20 {
		group.Go(func() {
			unlock, err := store.Lock(t.Context(), "biz_1")
			if err != nil {
				t.Error(err)
				return
			}
			count(1)
			count(-1)
			if err := unlock(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if most != 1 {
		t.Errorf("%d held the lock at once", most)
	}
	unlock, err := store.Lock(t.Context(), "biz_1")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Lock(ctx, "biz_1"); !errors.Is(err, context.Canceled) {
		t.Errorf("a lock that another holds: %v", err)
	}
	other, err := store.Lock(t.Context(), "biz_2")
	if err != nil {
		t.Fatalf("another business's lock: %v", err)
	}
	_ = other()
}

func TestFilesAreTheirOwnersAlone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "tokens")
	store, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Save(t.Context(), "biz_1", TokenSet{Access: "cpat_1"}); err != nil {
		t.Fatal(err)
	}
	folder, err := os.Stat(dir)
	if err != nil || folder.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", folder.Mode(), err)
	}
	file, err := os.Stat(filepath.Join(dir, "biz_1.json"))
	if err != nil || file.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", file, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "biz_2.json"), []byte(`{"access":"cpat_2",`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Load(t.Context(), "biz_2"); err == nil || strings.Contains(err.Error(), "cpat") {
		t.Errorf("a torn file: %v", err)
	}
	if _, err := Files(filepath.Join(dir, "biz_1.json", "x")); err == nil {
		t.Error("a file was taken for a folder")
	}
}

func TestSealing(t *testing.T) {
	t.Parallel()
	sealer, err := AESGCM(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := sealer.Seal("biz_1", []byte("cpat_1"))
	if err != nil || strings.Contains(string(sealed), "cpat") {
		t.Fatalf("%q, %v", sealed, err)
	}
	if plain, err := sealer.Open("biz_1", sealed); err != nil || string(plain) != "cpat_1" {
		t.Errorf("%q, %v", plain, err)
	}
	for name, open := range map[string]func() ([]byte, error){
		"for another business": func() ([]byte, error) { return sealer.Open("biz_2", sealed) },
		"cut off":              func() ([]byte, error) { return sealer.Open("biz_1", sealed[:5]) },
		"changed":              func() ([]byte, error) { return sealer.Open("biz_1", append(sealed[:len(sealed)-1:len(sealed)-1], 0)) },
	} {
		if plain, err := open(); err == nil {
			t.Errorf("what was sealed %s opened as %q", name, plain)
		}
	}
	if _, err := AESGCM(make([]byte, 16)); err == nil {
		t.Error("a short key was taken")
	}
}
