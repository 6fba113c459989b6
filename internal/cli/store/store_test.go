package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/zalando/go-keyring"

	"github.com/counterpart/counterpart/internal/cli/store"
)

const host = "https://api.books.test"

var signIn = store.Credential{Token: "cpdt_x", Name: "laptop", ExpiresAt: time.Date(2027, 2, 13, 10, 0, 0, 0, time.UTC)}

// Not parallel: the keyring that takes everything is the package's.
func TestASignInIsKeptInTheKeyringOrInAFileOfItsOwner(t *testing.T) {
	for name, vault := range map[string]store.Vault{
		"keyring":       {Keyring: store.System{}},
		"no keyring":    {},
		"no daemon yet": {Keyring: broken{}},
	} {
		t.Run(name, func(t *testing.T) {
			keyring.MockInit()
			vault.Folder = store.Folder(filepath.Join(t.TempDir(), "counterpart"))
			place, err := vault.Put(host, "demo", signIn)
			if err != nil {
				t.Fatal(err)
			}
			if want := map[string]store.Place{"keyring": store.InKeyring}[name]; want != "" && place != want || want == "" && place != store.InFile {
				t.Errorf("it is kept in %s", place)
			}
			got, err := vault.Get(host, "demo", place)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(signIn, got); diff != "" {
				t.Errorf("another one is read (-want +got):\n%s", diff)
			}
			if err := vault.Remove(host, "demo", place); err != nil {
				t.Fatal(err)
			}
			if _, err := vault.Get(host, "demo", place); !errors.Is(err, store.ErrNotSignedIn) {
				t.Errorf("after it was removed: %v", err)
			}
		})
	}
}

// broken is a keyring that nothing listens behind.
type broken struct{ store.System }

func (broken) Set(string, string, string) error { return errors.New("no daemon") }

func TestFilesAreTheirOwnersAlone(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "counterpart")
	vault := store.Vault{Folder: store.Folder(folder)}
	place, err := vault.Put(host, "demo", signIn)
	if err != nil {
		t.Fatal(err)
	}
	if err := vault.Folder.Save(store.Config{Current: "demo", Profiles: map[string]store.Profile{"demo": {Host: host}}}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{"": 0o700, "credentials.yaml": 0o600, "config.yaml": 0o600} {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%q has mode %o, want %o", name, got, want)
		}
	}
	if err := os.Chmod(filepath.Join(folder, "credentials.yaml"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := vault.Get(host, "demo", place); !errors.Is(err, store.ErrOpenFile) {
		t.Errorf("a file that others can read is taken: %v", err)
	}
}

func TestTheConfigHoldsWhatWasSaved(t *testing.T) {
	t.Parallel()
	folder := store.Folder(t.TempDir())
	want := store.Config{Current: "demo", Profiles: map[string]store.Profile{"demo": {Host: host, App: "app_1", Credentials: store.InFile}}}
	if err := folder.Save(want); err != nil {
		t.Fatal(err)
	}
	got, err := folder.Config()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
