package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: website FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "website:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	s, err := collect(root)
	if err != nil {
		return err
	}
	if problems := s.check(); len(problems) > 0 {
		return fmt.Errorf("%d problems:\n%s", len(problems), strings.Join(problems, "\n"))
	}
	return s.write(filepath.Join(root, "website"))
}

// write leaves the pages where Astro looks for them. What an earlier run left is
// removed first, so that a page that is gone is gone.
func (s *site) write(folder string) error {
	for _, name := range []string{"src/content/docs", "src/generated", "public"} {
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	files := map[string][]byte{}
	for _, p := range s.pages {
		files["src/content/docs/"+p.path+".md"] = []byte(p.front() + p.body)
		if p.path != notFound {
			files["public/"+p.path+".md"] = []byte(p.twin())
		}
	}
	for name, body := range s.files {
		files["public/"+name] = body
	}
	sidebar, err := json.MarshalIndent(s.sidebar(), "", "  ")
	if err != nil {
		return err
	}
	files["src/generated/sidebar.json"] = sidebar
	for name, body := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, body, 0o644); err != nil {
			return err
		}
	}
	return nil
}
