package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// ManualText is the program's help in Markdown, for the documentation site.
type ManualText struct {
	About       string
	Commands    []ManualCommand
	Flags       string // of all commands
	Environment string
}

// ManualCommand is a command at the top, with those below it.
type ManualCommand struct {
	Name, Help, Text string
}

// Manual is made of the same commands and help that the program prints.
func Manual() (ManualText, error) {
	parser, err := newParser(&commands{}, World{Out: io.Discard, Err: io.Discard})
	if err != nil {
		return ManualText{}, err
	}
	text := ManualText{About: markdown(parser.Model.Help), Flags: flagTable(parser.Model.Flags)}
	for _, node := range parser.Model.Children {
		if !node.Hidden {
			text.Commands = append(text.Commands, ManualCommand{Name: node.Name, Help: node.Help, Text: commandText(node)})
		}
	}
	var rows strings.Builder
	rows.WriteString("| variable | |\n|---|---|\n")
	for _, variable := range environment {
		fmt.Fprintf(&rows, "| `%s` | %s |\n", strings.ReplaceAll(variable[0], ", ", "`, `"), inTable(variable[1]))
	}
	text.Environment = rows.String()
	return text, nil
}

// commandText is a command and all below it.
func commandText(top *kong.Node) string {
	var b strings.Builder
	b.WriteString(inTable(top.Help) + "\n")
	leaves := top.Leaves(true)
	if len(leaves) == 0 {
		leaves = []*kong.Node{top} // it has no commands below it
	}
	for _, leaf := range leaves {
		if leaf != top {
			fmt.Fprintf(&b, "\n## %s\n\n%s\n", strings.TrimPrefix(leaf.FullPath(), "counterpart "), inTable(leaf.Help))
		}
		fmt.Fprintf(&b, "\n```text\n%s\n```\n", leaf.FullPath()+arguments(leaf)+" [flags]")
		if flags := flagTable(leaf.Flags); flags != "" {
			b.WriteString("\n" + flags)
		}
		if detail := markdown(leaf.Detail); detail != "" {
			b.WriteString("\n" + detail + "\n")
		}
	}
	return b.String()
}

func flagTable(flags []*kong.Flag) string {
	var b strings.Builder
	for _, flag := range flags {
		if flag.Hidden || flag.Name == "help" {
			continue
		}
		if b.Len() == 0 {
			b.WriteString("| flag | |\n|---|---|\n")
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", flagName(flag), inTable(flag.Help))
	}
	return b.String()
}

// inTable escapes what Markdown would read as marks, in a cell or outside of one.
func inTable(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`).Replace(strings.TrimSpace(text))
}

// markdown is a text of the help: what is indented is a block of its own.
func markdown(text string) string {
	var b strings.Builder
	fixed := false
	for row := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		indent := strings.HasPrefix(row, "    ")
		if indent != fixed && row != "" {
			b.WriteString(map[bool]string{true: "```text\n", false: "```\n"}[indent])
			fixed = indent
		}
		if fixed {
			b.WriteString(strings.TrimPrefix(row, "    ") + "\n")
		} else {
			b.WriteString(inTable(row) + "\n")
		}
	}
	if fixed {
		b.WriteString("```\n")
	}
	return strings.TrimSpace(b.String())
}
