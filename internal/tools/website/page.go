package main

import (
	"fmt"
	"regexp"
	"strings"
)

// base is where the site stands on the app host.
const base = "/docs/"

// notFound is the page for addresses that lead nowhere.
const notFound = "404"

// page is one of the site's.
type page struct {
	path        string // without base, such as guides/webhooks-verify
	source      string // the file that it was written in; empty where it was generated
	title       string
	label       string // in the menu, where that is shorter
	description string
	body        string // Markdown below the title
	wide        bool   // the page has no list of its headings beside it
}

// site is all pages and files, in the order of the menu.
type site struct {
	root  string
	pages []*page
	menu  []group
	files map[string][]byte // for programs
	names names
}

// group is a part of the menu.
type group struct {
	Label     string
	Pages     []*page
	Groups    []group
	Collapsed bool
}

func (s *site) add(p *page) *page {
	s.pages = append(s.pages, p)
	return p
}

// front is what Astro reads of a page.
func (p *page) front() string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %q\n", p.title)
	if p.description != "" {
		fmt.Fprintf(&b, "description: %q\n", p.description)
	}
	if p.wide {
		b.WriteString("tableOfContents: false\n")
	}
	if p.path == notFound {
		b.WriteString("editUrl: false\npagefind: false\n")
	}
	return b.String() + "---\n"
}

// wrappers are the lines that only the look of a page needs.
var wrappers = regexp.MustCompile(`(?m)^</?div[^>]*>\n\n?`)

// picture is a figure that is drawn for light and for dark.
var picture = regexp.MustCompile(`(?s)<figure class="diagram"[^>]*>.*?alt="([^"]*)".*?</figure>`)

// twin is the page as plain Markdown.
func (p *page) twin() string {
	body := wrappers.ReplaceAllString(p.body, "")
	body = picture.ReplaceAllString(body, "> Diagram: $1")
	return "# " + p.title + "\n\n" + strings.TrimLeft(body, "\n")
}

// link leads to a page of the site.
func link(path, text string) string { return "[" + text + "](" + base + path + ")" }

func code(text string) string { return "`" + text + "`" }

// plain escapes what Markdown would read as marks.
func plain(text string) string {
	return strings.NewReplacer(`\`, `\\`, "<", "&lt;", "*", `\*`, "_", `\_`, "[", `\[`, "|", `\|`).Replace(text)
}

// cell is a text within a table.
func cell(markdown string) string {
	return strings.ReplaceAll(strings.ReplaceAll(markdown, "\n", " "), "|", `\|`)
}

func fence(info, text string) string {
	return "```" + info + "\n" + strings.TrimRight(text, "\n") + "\n```\n"
}

// sidebar is the menu in Starlight's own form.
func (s *site) sidebar() []any { return menuItems(s.menu) }

func menuItems(groups []group) (items []any) {
	for _, g := range groups {
		inner := []any{}
		for _, p := range g.Pages {
			label := p.label
			if label == "" {
				label, _, _ = strings.Cut(p.title, ": ")
			}
			inner = append(inner, map[string]any{"label": label, "link": "/" + p.path})
		}
		inner = append(inner, menuItems(g.Groups)...)
		items = append(items, map[string]any{"label": g.Label, "items": inner, "collapsed": g.Collapsed})
	}
	return items
}
