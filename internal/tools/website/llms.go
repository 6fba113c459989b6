package main

import (
	"fmt"
	"strings"
)

// llms tells assistants what there is, and everything in one file.
func (s *site) llms() {
	var b, full strings.Builder
	b.WriteString("# Counterpart\n\n> Apps read and write the books of businesses that have connected them: OAuth 2.0 with PKCE, a JSON API, events to read or to receive as signed webhooks.\n\nA token stands for one app, one user and one business; no request names a business. Every page is Markdown when `.md` is added to its address.\n")
	line := func(p *page) {
		fmt.Fprintf(&b, "- [%s](%s%s%s.md)%s\n", p.title, appHost, base, p.path, described(p))
	}
	optional := []group{}
	for _, g := range s.menu {
		switch g.Label {
		case "Concepts":
			optional = append(optional, g)
		case "Reference":
			b.WriteString("\n## Reference\n\n")
			for _, inner := range g.Groups {
				if inner.Label == "Command line" || inner.Label == "Events" {
					line(inner.Pages[0])
					continue
				}
				for _, module := range inner.Groups {
					line(module.Pages[0])
				}
				for _, p := range inner.Pages {
					line(p)
				}
			}
			fmt.Fprintf(&b, "- [OpenAPI 3.1](%s/openapi.json): every operation, error and webhook\n", apiHost)
		default:
			b.WriteString("\n## " + g.Label + "\n\n")
			for _, p := range g.Pages {
				line(p)
			}
		}
	}
	b.WriteString("\n## Optional\n\n")
	for _, g := range optional {
		for _, p := range g.Pages {
			line(p)
		}
	}
	fmt.Fprintf(&b, "- [Everything](%s%sllms-full.txt): all pages as one text\n", appHost, base)
	for _, p := range s.pages {
		if p.path != notFound {
			full.WriteString(p.twin() + "\n\n---\n\n")
		}
	}
	s.files["llms.txt"], s.files["llms-full.txt"] = []byte(b.String()), []byte(full.String())
}

// most is how long a description may be that stands beside its title; a title says
// enough where it is longer, and half a sentence says nothing.
const most = 64

func described(p *page) string {
	if len(p.description) > most {
		return ""
	}
	return ": " + p.description
}
