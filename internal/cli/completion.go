package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type completion struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Your shell: ${enum}."`
}

// Help shows how it is used.
func (completion) Help() string {
	return examples(
		"source <(counterpart completion bash)", "for this shell; put it into ~/.bashrc for all",
		"counterpart completion zsh > ~/.zfunc/_counterpart", "a folder of your fpath",
		"counterpart completion fish > ~/.config/fish/completions/counterpart.fish", "",
	)
}

// The scripts hand the words that were typed to the program, which knows its own
// commands; so they never grow old.
var completionScripts = map[string]string{
	"bash": `_counterpart() {
    local IFS=$'\n'
    COMPREPLY=($(counterpart __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _counterpart counterpart
`,
	"zsh": `#compdef counterpart
_counterpart() {
    local -a found
    found=("${(@f)$(counterpart __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    [[ -n "$found" ]] && compadd -a found
}
if [[ "$funcstack[1]" == _counterpart ]]; then _counterpart "$@"; else compdef _counterpart counterpart; fi
`,
	"fish": `function __counterpart_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l now (commandline -ct)
    counterpart __complete -- $words "$now" 2>/dev/null
end
complete -c counterpart -f -a '(__counterpart_complete)'
`,
}

// Run prints the script of a shell.
func (c completion) Run(r *run) error {
	_, err := fmt.Fprint(r.Out, completionScripts[c.Shell])
	return err
}

// complete answers the scripts: what may stand where the last word is.
type complete struct {
	Words []string `arg:"" optional:"" passthrough:""`
}

// Run prints one candidate a line.
func (c complete) Run(r *run) error {
	words := c.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		words = []string{""}
	}
	found, kind := candidates(r.parser.Model.Node, words)
	if kind != "" {
		found = r.known(kind)
	}
	for _, candidate := range beginning(words[len(words)-1], found) {
		fmt.Fprintln(r.Out, clean(candidate))
	}
	return nil
}

// beginning are those that begin like what was typed.
func beginning(typed string, list []string) (fit []string) {
	for _, name := range list {
		if name != "" && strings.HasPrefix(name, typed) {
			fit = append(fit, name)
		}
	}
	return fit
}

// candidates walks down the commands by the words that are finished, and tells what
// may come next; or of which kind that is, where the service knows.
func candidates(node *kong.Node, words []string) (found []string, kind string) {
	var waiting *kong.Flag // for its value
	position := 0
	for _, word := range words[:len(words)-1] {
		switch {
		case waiting != nil:
			waiting = nil
		case strings.HasPrefix(word, "-"):
			waiting = flagThatWaits(node, word)
		default:
			if child := childNamed(node, word); child != nil {
				node = child
			} else {
				position++
			}
		}
	}
	switch {
	case waiting != nil && waiting.Enum != "":
		return waiting.EnumSlice(), ""
	case waiting != nil:
		return nil, waiting.Name
	case strings.HasPrefix(words[len(words)-1], "-"):
		return flagNames(node), ""
	case len(node.Children) > 0:
		return childNames(node), ""
	case position < len(node.Positional) && node.Positional[position].Enum != "":
		return node.Positional[position].EnumSlice(), ""
	case position < len(node.Positional):
		return nil, node.Positional[position].Name
	}
	return nil, ""
}

// askingLimit is how long somebody waits who pressed the tab key.
const askingLimit = time.Second

// known are the names that the service has for a kind of argument. Who is not signed
// in is offered nothing, and told nothing either.
func (r *run) known(kind string) (names []string) {
	r.flags.Timeout = askingLimit
	ctx, cancel := context.WithTimeout(r.ctx, askingLimit)
	defer cancel()
	quiet := *r
	quiet.ctx = ctx
	ask, there := asking[kind]
	if !there {
		return nil
	}
	for _, name := range ask(&quiet) {
		if !strings.ContainsAny(name, " \t\n") { // a shell would take it for several words
			names = append(names, name)
		}
	}
	return names
}

// asking says how the values of flags and arguments are found, by their names.
var asking = map[string]func(*run) []string{
	"profile":      profileNames,
	"org":          organizationNames,
	"organization": organizationNames,
	"app":          appNames,
	"sandbox":      sandboxNames,
	"business":     sandboxNames,
	"webhook":      webhookNames,
	"function":     functionNames,
	"scope":        scopeNames,
	"event":        eventNames,
	"types":        eventNames,
}

func profileNames(r *run) []string {
	config, err := r.folder().Config()
	if err != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(config.Profiles))
}

func organizationNames(r *run) (names []string) {
	c, err := r.client()
	if err != nil {
		return nil
	}
	var list service.List[service.Organization]
	if c.Read(r.ctx, "/developer/organizations", nil, &list) == nil {
		for _, o := range list.Data {
			names = append(names, o.Name, o.ID)
		}
	}
	return names
}

func appNames(r *run) (names []string) {
	c, org, err := r.atOrganization()
	if err != nil {
		return nil
	}
	var list service.List[service.App]
	if c.Read(r.ctx, service.Path("developer", "organizations", org.ID, "apps"), nil, &list) == nil {
		for _, a := range list.Data {
			names = append(names, a.Name, a.ID)
		}
	}
	return names
}

func sandboxNames(r *run) (names []string) {
	c, org, err := r.atOrganization()
	if err != nil {
		return nil
	}
	var list service.List[service.Sandbox]
	if c.Read(r.ctx, sandboxesPath(org), nil, &list) == nil {
		for _, s := range list.Data {
			names = append(names, s.Name, s.ID)
		}
	}
	return names
}

func functionNames(r *run) (names []string) {
	c, app, err := r.atApp("")
	if err != nil {
		return nil
	}
	list, _ := r.functionsOf(c, app)
	for _, f := range list {
		names = append(names, f.Name)
	}
	return names
}

func webhookNames(r *run) (names []string) {
	c, app, err := r.atApp("")
	if err != nil {
		return nil
	}
	list, _ := r.webhooksOf(c, app)
	for _, w := range list {
		names = append(names, w.ID)
	}
	return names
}

func scopeNames(r *run) (names []string) {
	c, err := r.client()
	if err != nil {
		return nil
	}
	var list service.List[service.AskedScope]
	if c.Read(r.ctx, "/developer/scopes", nil, &list) == nil {
		for _, s := range list.Data {
			names = append(names, s.Scope)
		}
	}
	return names
}

func eventNames(r *run) []string {
	c, err := r.client()
	if err != nil {
		return nil
	}
	types, _ := r.eventTypes(c) // without them nothing is completed
	return namesOf(types)
}

func childNamed(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == name || slices.Contains(child.Aliases, name) {
			return child
		}
	}
	return nil
}

func childNames(node *kong.Node) (names []string) {
	for _, child := range node.Children {
		if !child.Hidden {
			names = append(names, child.Name)
		}
	}
	return names
}

func flagNames(node *kong.Node) (names []string) {
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			names = append(names, "--"+flag.Name)
		}
	}
	return names
}

// flagThatWaits is the flag that a word names, if its value comes next.
func flagThatWaits(node *kong.Node, word string) *kong.Flag {
	if strings.Contains(word, "=") {
		return nil
	}
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			if ("--"+flag.Name == word || flag.Short != 0 && "-"+string(flag.Short) == word) && !flag.IsBool() {
				return flag
			}
		}
	}
	return nil
}
