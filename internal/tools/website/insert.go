package main

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

var (
	samplesMark = regexp.MustCompile(`(?m)^<!-- samples (.+) -->$`)
	diagram     = regexp.MustCompile(`!\[([^\]]+)\]\(\.\./diagrams/([a-z-]+)\.svg\)`)
	viewBox     = regexp.MustCompile(`<svg [^>]*?viewBox="[-0-9.]+ [-0-9.]+ ([0-9]+)[0-9.]* ([0-9]+)`)
)

// insert puts into the pages what stands in files of its own: programs that tests run,
// and diagrams.
func (s *site) insert() (failed error) {
	note := func(err error) {
		if err != nil && failed == nil {
			failed = err
		}
	}
	for _, p := range s.pages {
		p.body = samplesMark.ReplaceAllStringFunc(p.body, func(mark string) string {
			text, err := s.samples(strings.Fields(samplesMark.FindStringSubmatch(mark)[1]))
			note(err)
			return text
		})
		p.body = diagram.ReplaceAllStringFunc(p.body, func(found string) string {
			part := diagram.FindStringSubmatch(found)
			text, err := s.figure(part[2], part[1])
			note(err)
			return text
		})
	}
	return failed
}

// languages are the names of programs, by the end of their file's name.
var languages = map[string][2]string{".go": {"go", "Go"}, ".ts": {"ts", "TypeScript"}, ".py": {"python", "Python"}}

// samples are files side by side.
func (s *site) samples(files []string) (string, error) {
	var b strings.Builder
	b.WriteString("<div class=\"samples\">\n\n")
	for _, file := range files {
		text, err := s.read(file)
		if err != nil {
			return "", err
		}
		language := languages[path.Ext(strings.TrimSuffix(file, ".txt"))]
		b.WriteString(fence(fmt.Sprintf("%s title=%q", language[0], language[1]), text) + "\n")
	}
	return b.String() + "</div>", nil
}

// figure shows a diagram as it was drawn for light and for dark.
func (s *site) figure(name, says string) (string, error) {
	var b strings.Builder
	b.WriteString("<figure class=\"diagram\" tabindex=\"0\">\n")
	for _, drawn := range [][2]string{{"light", ""}, {"dark", ".dark"}} {
		class, suffix := drawn[0], drawn[1]
		at := pictureAt("docs/diagrams/" + name + suffix + ".svg")
		size := viewBox.FindSubmatch(s.files[at])
		if size == nil {
			return "", fmt.Errorf("docs/diagrams/%s%s.svg: there is no such drawing; run scripts/website draw", name, suffix)
		}
		fmt.Fprintf(&b, "<img class=%q src=%q width=%q height=%q alt=%q>\n", class, base+at, size[1], size[2], says)
	}
	return b.String() + "</figure>", nil
}
