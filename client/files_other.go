//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package counterpart

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// lockEnds is how long a lock holds when its holder died.
const lockEnds = 30 * time.Second

// tryLock makes a file that one can make, since there are no locks that end with
// their process. One that is older than any holder's work is taken away.
func tryLock(path string) (unlock func() error, taken bool, err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		return func() error { return os.Remove(path) }, true, file.Close()
	}
	if held, statErr := os.Stat(path); statErr == nil && time.Since(held.ModTime()) > lockEnds {
		_ = os.Remove(path) // another may have been first
	}
	if errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrPermission) {
		err = nil
	}
	return nil, false, err
}

// syncFolder does nothing: folders are not opened here.
func syncFolder(string) error { return nil }
