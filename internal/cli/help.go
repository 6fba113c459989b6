package cli

import (
	"fmt"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/cli/service"
)

// beside is how long a command may be that is explained on its own line.
const beside = 60

// examples are commands and what each does, for a command's help. They are indented,
// so that help and manual leave them as they are.
func examples(pairs ...string) string {
	widest := 0
	for i := 0; i < len(pairs); i += 2 {
		widest = max(widest, utf8.RuneCountInString(pairs[i]))
	}
	var out strings.Builder
	out.WriteString("Examples:\n\n")
	for i := 0; i+1 < len(pairs); i += 2 {
		line, says := pairs[i], pairs[i+1]
		switch {
		case says != "" && widest > beside:
			line = "# " + says + "\n    " + line
		case says != "":
			line += strings.Repeat(" ", widest-utf8.RuneCountInString(line)) + "   # " + says
		}
		out.WriteString("    " + line + "\n")
	}
	return out.String()
}

type version struct{}

// Help shows how it is used.
func (version) Help() string { return examples("counterpart version", "") }

// Run prints what program this is.
func (version) Run(r *run) error {
	if r.flags.JSON {
		return r.printValue(map[string]string{"version": buildVersion(), "commit": buildCommit(), "apiVersion": service.APIVersion})
	}
	_, err := fmt.Fprintln(r.Out, versionText())
	return err
}

func versionText() string {
	text := "counterpart " + buildVersion()
	if commit := buildCommit(); commit != "" {
		text += " (" + commit + ")"
	}
	return text + ", for version " + service.APIVersion + " of the API"
}

func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return strings.Trim(info.Main.Version, "()")
	}
	return "devel"
}

func buildCommit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			return shorten(setting.Value, 12)
		}
	}
	return ""
}
