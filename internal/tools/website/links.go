package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// repository is where files are that have no page.
const repository = "https://github.com/counterpart/counterpart/blob/main/"

var (
	blocks  = regexp.MustCompile("(?ms)^([ \t]*)```.*?^[ \t]*```[ \t]*$")
	links   = regexp.MustCompile(`(!?)\[((?:[^\]\\]|\\.)*)\]\(([^()\s]+)\)`)
	idsHTML = regexp.MustCompile(`\bid="([^"]+)"`)
	hrefs   = regexp.MustCompile(`\b(?:href|src)="([^"]+)"`)
	heads   = regexp.MustCompile(`(?m)^#{2,6} (.+)$`)
)

// outside applies a change to all of a text but its blocks of code.
func outside(text string, change func(string) string) string {
	var b strings.Builder
	at := 0
	for _, block := range blocks.FindAllStringIndex(text, -1) {
		b.WriteString(change(text[at:block[0]]))
		b.WriteString(text[block[0]:block[1]])
		at = block[1]
	}
	b.WriteString(change(text[at:]))
	return b.String()
}

// follow turns the links between files of docs into links between pages.
func (s *site) follow() error {
	var failed error
	for _, p := range s.pages {
		if p.source == "" {
			continue
		}
		p.body = outside(p.body, func(text string) string {
			return links.ReplaceAllStringFunc(text, func(found string) string {
				part := links.FindStringSubmatch(found)
				target, err := s.target(p.source, part[3])
				if err != nil && failed == nil {
					failed = err
				}
				return part[1] + "[" + part[2] + "](" + target + ")"
			})
		})
	}
	return failed
}

// target is where a link within a file leads on the site.
func (s *site) target(source, to string) (string, error) {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") || strings.HasPrefix(to, "#") || strings.HasPrefix(to, "/") {
		return to, nil
	}
	file, anchor, hasAnchor := strings.Cut(to, "#")
	if hasAnchor {
		anchor = "#" + anchor
	}
	file = path.Join(path.Dir(source), file)
	if p, ok := s.bySource(file); ok {
		return base + p.path + anchor, nil
	}
	if at, ok := elsewhere[strings.TrimSuffix(strings.TrimPrefix(file, "docs/"), ".md")]; ok {
		return base + at + anchor, nil
	}
	if _, ok := s.files[pictureAt(file)]; ok {
		return base + pictureAt(file), nil
	}
	if !s.exists(file) {
		return to, fmt.Errorf("%s: %s leads nowhere", source, to)
	}
	return repository + file, nil
}

// check lists what is wrong with the pages.
func (s *site) check() (problems []string) {
	anchors := map[string][]string{} // by page
	for _, p := range s.pages {
		anchors[p.path] = p.anchors()
	}
	inMenu := map[*page]bool{}
	walk(s.menu, func(p *page) { inMenu[p] = true })
	for _, p := range s.pages {
		complain := func(format string, args ...any) {
			problems = append(problems, p.path+": "+fmt.Sprintf(format, args...))
		}
		if !inMenu[p] && p.path != notFound && p.path != "index" {
			complain("stands in no menu")
		}
		if p.title == "" || p.description == "" && p.path != notFound {
			complain("has no title or no first sentence")
		}
		for _, to := range p.links() {
			if why := s.dead(p, to, anchors); why != "" {
				complain("%s: %s", to, why)
			}
		}
		if p.source == "" {
			continue // it was made of the tables that it would be held to
		}
		for _, name := range s.unknown(p.body) {
			complain("%s does not exist", name)
		}
	}
	return problems
}

func walk(groups []group, visit func(*page)) {
	for _, g := range groups {
		for _, p := range g.Pages {
			visit(p)
		}
		walk(g.Groups, visit)
	}
}

func (p *page) links() (found []string) {
	outside(p.body, func(text string) string {
		for _, part := range links.FindAllStringSubmatch(text, -1) {
			found = append(found, part[3])
		}
		for _, part := range hrefs.FindAllStringSubmatch(text, -1) {
			found = append(found, part[1])
		}
		return text
	})
	return found
}

// dead says why a link leads nowhere.
func (s *site) dead(from *page, to string, anchors map[string][]string) string {
	at, anchor, hasAnchor := strings.Cut(to, "#")
	switch {
	case strings.Contains(at, "://"), strings.HasPrefix(at, "mailto:"):
		return ""
	case at == "":
		at = from.path
	case strings.HasPrefix(at, base):
		at = strings.TrimPrefix(at, base)
		if _, isFile := s.files[at]; isFile {
			return ""
		}
		if at == "" {
			at = "index"
		}
		at = strings.TrimSuffix(at, ".md")
	case slices.ContainsFunc(beside, func(page string) bool { return at == page || strings.HasPrefix(at, page+"/") }):
		return ""
	default:
		return "it is not an address of the site"
	}
	known, ok := anchors[at]
	if !ok {
		return "there is no such page"
	}
	if hasAnchor && !slices.Contains(known, anchor) {
		return "the page has no such heading"
	}
	return ""
}

// beside are pages of the app host that the site leads to.
var beside = []string{"/console", "/reference", "/marketplace", "/account", "/device", "/sign-up", "/llms.txt"}

// anchors are the places on a page that a link can name.
func (p *page) anchors() (list []string) {
	seen := map[string]int{}
	outside(p.body, func(text string) string {
		for _, part := range heads.FindAllStringSubmatch(text, -1) {
			slug := slugged(part[1])
			if n := seen[slug]; n > 0 {
				list = append(list, fmt.Sprintf("%s-%d", slug, n))
			} else {
				list = append(list, slug)
			}
			seen[slug]++
		}
		for _, part := range idsHTML.FindAllStringSubmatch(text, -1) {
			list = append(list, part[1])
		}
		return text
	})
	return list
}

// slugged is the place of a heading, as Astro names it.
func slugged(heading string) string {
	heading = links.ReplaceAllString(heading, "$2")
	var b strings.Builder
	for _, r := range strings.ToLower(strings.ReplaceAll(heading, `\_`, "_")) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			b.WriteRune(r)
		case r == ' ':
			b.WriteByte('-')
		}
	}
	return b.String()
}

var (
	codeName  = regexp.MustCompile("`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`")
	eventName = regexp.MustCompile("`([a-z_]+\\.[a-z_]+)`")
	scopeName = regexp.MustCompile("`([a-z]+:(?:read|write))`")
)

// unknown are names in a text that look like one of ours and are none.
func (s *site) unknown(text string) (found []string) {
	for _, part := range codeName.FindAllStringSubmatch(text, -1) {
		if !s.names.codes[part[1]] && !words[part[1]] && !strings.HasPrefix(part[1], "COUNTERPART_") {
			found = append(found, part[1])
		}
	}
	for _, part := range eventName.FindAllStringSubmatch(text, -1) {
		noun, _, _ := strings.Cut(part[1], ".")
		if s.isSubject(noun) && !s.names.events[part[1]] && !words[part[1]] {
			found = append(found, part[1])
		}
	}
	for _, part := range scopeName.FindAllStringSubmatch(text, -1) {
		if !s.names.scopes[part[1]] {
			found = append(found, part[1])
		}
	}
	return found
}

// isSubject tells whether events are about such a thing.
func (s *site) isSubject(noun string) bool {
	for name := range s.names.events {
		if strings.HasPrefix(name, noun+".") {
			return true
		}
	}
	return false
}

// words look like codes or events, and are something else.
var words = map[string]bool{
	"CLIENT_ID": true, "CLIENT_SECRET": true, "WEBHOOK_SECRET": true, "business.id": true, "app.name": true,
}

func (s *site) exists(file string) bool {
	_, err := os.Stat(filepath.Join(s.root, file))
	return err == nil
}
