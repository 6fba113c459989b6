package cli

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

type man struct{}

// Help shows how it is used.
func (man) Help() string {
	return examples(
		"counterpart man | man -l -", "read it",
		"counterpart man > ~/.local/share/man/man1/counterpart.1", "install it",
	)
}

// Run prints the manual page, which is made of the same commands and help.
func (man) Run(r *run) error {
	_, err := fmt.Fprint(r.Out, manual(r.parser.Model))
	return err
}

func manual(app *kong.Application) string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line(`.TH COUNTERPART 1 "" "%s" "Counterpart"`, roff("counterpart "+buildVersion()))
	line(".SH NAME\ncounterpart \\- the command line for people who make apps")
	line(".SH SYNOPSIS\n.B counterpart\n.RI [ flags ] \" command \" [ arguments ]")
	line(".SH DESCRIPTION")
	paragraphs(line, app.Help)
	line(".SH FLAGS OF ALL COMMANDS")
	for _, flag := range app.Flags {
		manFlag(line, flag)
	}
	line(".SH COMMANDS")
	for _, leaf := range app.Leaves(true) {
		manCommand(line, leaf)
	}
	line(".SH ENVIRONMENT")
	for _, variable := range environment {
		line(".TP\n.B %s\n%s", variable[0], roff(variable[1]))
	}
	return out.String()
}

// environment are the variables that the program reads.
var environment = [][2]string{
	{"COUNTERPART_PROFILE, COUNTERPART_HOST, COUNTERPART_ORG, COUNTERPART_APP", "What the flags of these names say, where they say nothing."},
	{"COUNTERPART_TOKEN", "A developer token, for machines; in place of a sign-in."},
	{"COUNTERPART_WEBHOOK_SECRET", "The secret that verify checks a signature with."},
	{"COUNTERPART_CONFIG_DIR", "Folder of profiles and, without a keyring, sign-ins."},
	{"COUNTERPART_NO_BROWSER", "Open no browser."},
	{"CI", "With the value true nothing is asked."},
	{"NO_COLOR", "No colours."},
}

func manCommand(line func(string, ...any), node *kong.Node) {
	line(".SS %s", roff(node.FullPath()+arguments(node)))
	line("%s", roff(node.Help))
	for _, flag := range node.Flags {
		if !flag.Hidden {
			manFlag(line, flag)
		}
	}
	line(".PP")
	paragraphs(line, node.Detail)
}

func arguments(node *kong.Node) string {
	text := ""
	for _, positional := range node.Positional {
		text += " " + positional.Summary()
	}
	return text
}

func manFlag(line func(string, ...any), flag *kong.Flag) {
	line(".TP\n.B %s\n%s", roff(flagName(flag)), roff(flag.Help))
}

// flagName is a flag with its short form and what it takes.
func flagName(flag *kong.Flag) string {
	name := "--" + flag.Name
	if flag.Short != 0 {
		name = "-" + string(flag.Short) + ", " + name
	}
	if !flag.IsBool() {
		name += " " + flag.FormatPlaceHolder()
	}
	return name
}

// paragraphs writes a text of the help: what is indented stays as it is.
func paragraphs(line func(string, ...any), text string) {
	fixed := false
	for row := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		indent := strings.HasPrefix(row, "    ")
		if indent != fixed && row != "" {
			fixed = indent
			line(map[bool]string{true: ".PP\n.nf", false: ".fi"}[fixed])
		}
		if row == "" && !fixed {
			line(".PP")
			continue
		}
		line("%s", roff(strings.TrimPrefix(row, "    ")))
	}
	if fixed {
		line(".fi")
	}
}

// roff escapes what the formatter would read as its own.
func roff(text string) string {
	text = strings.ReplaceAll(text, `\`, `\e`)
	text = strings.ReplaceAll(text, "-", `\-`)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
