package main

import (
	"strings"

	"github.com/counterpart/counterpart/internal/cli"
)

// commandLine is a page for all of the program, and one for each of its commands.
func (w *writer) commandLine() ([]*page, error) {
	manual, err := cli.Manual()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString(manual.About + "\n\n## Commands\n\n| command | |\n|---|---|\n")
	pages := []*page{w.add(&page{path: "reference/cli", title: "counterpart", label: "All commands", description: "The command line for people who make apps: every command and flag."})}
	for _, c := range manual.Commands {
		at := "reference/cli/" + c.Name
		b.WriteString("| " + link(at, code("counterpart "+c.Name)) + " | " + cell(plain(c.Help)) + " |\n")
		pages = append(pages, w.add(&page{path: at, title: "counterpart " + c.Name, label: c.Name, description: c.Help, body: c.Text}))
	}
	pages[0].body = b.String() + "\n## Flags of all commands\n\n" + manual.Flags + "\n## Environment\n\n" + manual.Environment
	return pages, nil
}
