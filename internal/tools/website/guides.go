package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// chapter is a part of the menu that people write: where its files are, and in which
// order they are read.
type chapter struct {
	label string
	place string   // of its pages on the site
	files []string // under docs, without .md
}

var chapters = []chapter{
	{"Start", "start", []string{"guides/quickstart", "guides/console", "guides/cli"}},
	{"Connect", "guides", []string{"guides/connect"}},
	{"Call the API", "guides", []string{"guides/api", "guides/app-data"}},
	{"Webhooks and events", "guides", []string{"guides/webhooks"}},
	{"Ship", "guides", []string{"guides/privacy"}},
}

// elsewhere are files of docs/guides whose page is a generated one.
var elsewhere = map[string]string{"guides/errors": "reference/errors"}

// guides reads what people wrote.
func (s *site) guides() (menu []group, err error) {
	first, err := s.read("docs/site.md")
	if err != nil {
		return nil, err
	}
	s.add(written("index", "docs/site.md", first))
	listed := map[string]bool{}
	for _, c := range chapters {
		g := group{Label: c.label}
		for _, file := range c.files {
			source := "docs/" + file + ".md"
			text, err := s.read(source)
			if err != nil {
				return nil, err
			}
			listed[source] = true
			g.Pages = append(g.Pages, s.add(written(c.place+"/"+filepath.Base(file), source, text)))
		}
		menu = append(menu, g)
	}
	for file := range elsewhere {
		listed["docs/"+file+".md"] = true
	}
	for _, folder := range []string{"guides", "concepts"} {
		files, _ := filepath.Glob(filepath.Join(s.root, "docs", folder, "*.md"))
		for _, file := range files {
			if name := "docs/" + folder + "/" + filepath.Base(file); !listed[name] {
				return nil, fmt.Errorf("%s stands in no menu: give it a place in chapters", name)
			}
		}
	}
	return menu, s.pictures()
}

// pictures are what the guides show.
func (s *site) pictures() error {
	for _, pattern := range []string{"docs/guides/console/*.png", "docs/diagrams/*.svg"} {
		files, err := filepath.Glob(filepath.Join(s.root, pattern))
		if err != nil {
			return err
		}
		for _, file := range files {
			name, err := filepath.Rel(s.root, file)
			if err != nil {
				return err
			}
			text, err := s.read(name)
			if err != nil {
				return err
			}
			s.files[pictureAt(filepath.ToSlash(name))] = []byte(text)
		}
	}
	return nil
}

// pictureAt is where a picture of docs stands on the site.
func pictureAt(name string) string {
	return "pictures/" + strings.ReplaceAll(strings.TrimPrefix(name, "docs/"), "/", "-")
}

func (s *site) bySource(source string) (*page, bool) {
	i := slices.IndexFunc(s.pages, func(p *page) bool { return p.source != "" && p.source == source })
	if i < 0 {
		return nil, false
	}
	return s.pages[i], true
}
