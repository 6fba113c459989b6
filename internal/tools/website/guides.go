package main

import (
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
	{"Start", "start", []string{"guides/quickstart", "guides/how-it-works", "guides/console", "guides/cli", "guides/glossary"}},
	{"Connect", "guides", []string{
		"guides/oauth-code-pkce", "guides/refresh-tokens", "guides/device-flow", "guides/single-page-apps", "guides/embedded-apps",
		"guides/register-clients", "guides/scopes-and-permissions", "guides/disconnects",
	}},
	{"Call the API", "guides", []string{
		"guides/first-sync", "guides/pagination", "guides/idempotency", "guides/concurrency-if-match", "guides/rate-limits", "guides/bulk-import", "guides/api-versions",
		"guides/app-data", "guides/mcp", "guides/functions",
	}},
	{"Webhooks and events", "guides", []string{
		"guides/webhooks-receive", "guides/webhooks-verify", "guides/webhooks-local", "guides/webhooks-retries", "guides/webhooks-rotate-secret", "guides/events-api",
	}},
	{"Ship", "guides", []string{"guides/sandboxes", "guides/testing", "guides/going-live", "guides/privacy", "guides/listing", "guides/monitoring", "guides/support"}},
	{"Concepts", "concepts", []string{
		"concepts/tenancy", "concepts/tokens", "concepts/consent-and-review", "concepts/events-delivery", "concepts/versions-promise",
		"concepts/money-and-books", "concepts/security-model",
	}},
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
	more := group{Label: "More guides"}
	for _, folder := range []string{"guides", "concepts"} {
		files, _ := filepath.Glob(filepath.Join(s.root, "docs", folder, "*.md"))
		for _, file := range files {
			name := "docs/" + folder + "/" + filepath.Base(file)
			if listed[name] {
				continue
			}
			text, err := s.read(name)
			if err != nil {
				return nil, err
			}
			more.Pages = append(more.Pages, s.add(written(folder+"/"+strings.TrimSuffix(filepath.Base(file), ".md"), name, text)))
		}
	}
	if len(more.Pages) > 0 { // whose writers gave them no place yet
		menu = append(menu, more)
	}
	if err := s.pictures(); err != nil {
		return nil, err
	}
	return menu, s.insert()
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
