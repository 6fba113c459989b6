package reference

import (
	"regexp"
	"strings"

	"github.com/counterpart/counterpart/internal/web/html"
)

var between = regexp.MustCompile(`\n[ \t]*\n`)

// prose sets a description: an empty line ends a paragraph, what stands between
// backticks is quoted, and what is set in by four spaces is a figure.
func (r *Reference) prose(value any) html.Prose {
	description := strings.TrimSpace(r.Editions.Hosted(text(value)))
	if description == "" {
		return nil
	}
	var set html.Prose
	for _, paragraph := range between.Split(description, -1) {
		if strings.HasPrefix(paragraph, "    ") {
			set = append(set, html.Paragraph{{Text: dedent(paragraph), Figure: true}})
			continue
		}
		set = append(set, phrases(strings.Join(strings.Fields(paragraph), " ")))
	}
	return set
}

func phrases(sentence string) html.Paragraph {
	var list html.Paragraph
	for i, part := range strings.Split(sentence, "`") {
		if part != "" {
			list = append(list, html.Phrase{Text: part, Code: i%2 == 1})
		}
	}
	return list
}

func dedent(figure string) string {
	lines := strings.Split(figure, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "    ")
	}
	return strings.Join(lines, "\n")
}
