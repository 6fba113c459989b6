package reference

import (
	"regexp"
	"strings"

	"github.com/counterpart/counterpart/internal/web/html"
)

var between = regexp.MustCompile(`\n\s*\n`)

// prose sets a description: an empty line ends a paragraph, and what stands
// between backticks is quoted.
func (b *Book) prose(value any) html.Prose {
	description := strings.TrimSpace(b.Editions.Hosted(text(value)))
	if description == "" {
		return nil
	}
	var set html.Prose
	for _, paragraph := range between.Split(description, -1) {
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
