package counterpart

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// Files keeps a file a business in a folder of its own, readable by its owner alone.
// Processes on one machine share it; a network file system will not do.
func Files(dir string) (TokenStore, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("counterpart: make the folder of tokens: %w", err)
	}
	return files(dir), nil
}

type files string

func (f files) path(business, ending string) string {
	return filepath.Join(string(f), url.PathEscape(business)+ending)
}

// Load reads a business's file.
func (f files) Load(_ context.Context, business string) (TokenSet, error) {
	text, err := os.ReadFile(f.path(business, ".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return TokenSet{}, ErrNoTokens
	}
	if err != nil {
		return TokenSet{}, err
	}
	var set TokenSet
	return set, set.UnmarshalBinary(text)
}

// Save writes a new file beside the old one, waits until the disk has it, and puts it
// in its place.
func (f files) Save(_ context.Context, business string, t TokenSet) error {
	text, err := t.MarshalBinary()
	if err != nil {
		return err
	}
	fresh, err := os.CreateTemp(string(f), ".*.new") // for its owner alone
	if err != nil {
		return err
	}
	_, err = fresh.Write(text)
	err = errors.Join(err, fresh.Sync(), fresh.Close())
	if err == nil {
		err = os.Rename(fresh.Name(), f.path(business, ".json"))
	}
	if err != nil {
		return errors.Join(err, os.Remove(fresh.Name()))
	}
	return syncFolder(string(f))
}

// Delete removes a business's file.
func (f files) Delete(_ context.Context, business string) error {
	if err := os.Remove(f.path(business, ".json")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// lockPause is how often a lock is asked for.
const lockPause = 20 * time.Millisecond

// Lock takes the lock on a business's file of locks, which stays: removing it would
// let two hold it.
func (f files) Lock(ctx context.Context, business string) (func() error, error) {
	for {
		unlock, taken, err := tryLock(f.path(business, ".lock"))
		if taken || err != nil {
			return unlock, err
		}
		if err := wait(ctx, lockPause); err != nil {
			return nil, err
		}
	}
}
