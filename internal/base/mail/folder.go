package mail

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// folderSender writes letters where a developer can open them.
type folderSender struct {
	stationery
	dir string
}

func newFolder(dir string, post stationery) (*folderSender, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("mail: make the folder: %w", err)
	}
	return &folderSender{stationery: post, dir: dir}, nil
}

// Send writes the letter as an .eml file. Names sort by time, and a letter that
// is sent again at the same time replaces itself.
func (f *folderSender) Send(_ context.Context, m Message) error {
	letter, err := f.letter(m)
	if err != nil {
		return fmt.Errorf("mail %s: %w", m.Key, err)
	}
	var eml bytes.Buffer
	if _, err := letter.WriteTo(&eml); err != nil {
		return fmt.Errorf("mail %s: %w", m.Key, err)
	}
	id, _, _ := strings.Cut(f.messageID(m.Key), "@")
	name := f.now().Format("20060102T150405.000Z") + "-" + id + ".eml"
	if err := writeWhole(filepath.Join(f.dir, name), eml.Bytes()); err != nil {
		return fmt.Errorf("mail %s: %w", m.Key, err)
	}
	return nil
}

// writeWhole never shows half a file to somebody who watches the folder.
func writeWhole(path string, content []byte) error {
	draft := path + ".part"
	if err := os.WriteFile(draft, content, 0o600); err != nil {
		return err
	}
	return os.Rename(draft, path)
}
