//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package counterpart

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes a file's lock, unless another has it. It ends with the process.
func tryLock(path string) (unlock func() error, taken bool, err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, false, err
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return file.Close, true, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		err = nil
	}
	return nil, false, errors.Join(err, file.Close())
}

// syncFolder waits until the disk has a file's new name.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
