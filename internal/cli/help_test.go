package cli

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

func model(t *testing.T) *kong.Kong {
	t.Helper()
	parser, err := newParser(&commands{}, World{})
	if err != nil {
		t.Fatal(err)
	}
	return parser
}

// Every command says what it does and shows how, and what it shows is understood.
func TestEveryCommandHasExamplesThatParse(t *testing.T) {
	t.Parallel()
	for _, leaf := range model(t).Model.Leaves(true) {
		t.Run(leaf.FullPath(), func(t *testing.T) {
			t.Parallel()
			if !strings.HasSuffix(leaf.Help, ".") {
				t.Errorf("its help is no sentence: %q", leaf.Help)
			}
			lines := exampleLines(leaf.Detail)
			if len(lines) == 0 {
				t.Fatal("it has no examples")
			}
			for _, line := range lines {
				parsed, err := model(t).Parse(words(line)[1:])
				if err != nil {
					t.Errorf("%s: %v", line, err)
				} else if got := parsed.Selected(); got == nil || got.FullPath() != leaf.FullPath() {
					t.Errorf("%s is an example of another command", line)
				}
			}
		})
	}
}

// exampleLines are the calls of the program in a help text, without what the shell
// does around them.
func exampleLines(detail string) (lines []string) {
	for line := range strings.Lines(detail) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue // what an example does
		}
		_, line, found := strings.Cut(strings.Trim(line, "\n"), "counterpart ")
		if !found {
			continue
		}
		line, _, _ = strings.Cut(line, "   # ")
		for _, end := range []string{" < ", " > ", " | ", ")"} {
			line, _, _ = strings.Cut(line, end)
		}
		lines = append(lines, "counterpart "+strings.TrimSpace(line))
	}
	return lines
}

// words splits a line as a shell does that knows quotes alone.
func words(line string) (list []string) {
	var word strings.Builder
	quote, begun := rune(0), false
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case quote == 0 && c == ' ':
			if begun {
				list = append(list, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	if begun {
		list = append(list, word.String())
	}
	return list
}

func TestTheManualHasEveryCommand(t *testing.T) {
	t.Parallel()
	app := model(t).Model
	text := manual(app)
	for _, leaf := range app.Leaves(true) {
		if !strings.Contains(text, roff(leaf.FullPath())) {
			t.Errorf("the manual lacks %s", leaf.FullPath())
		}
	}
}

func TestCompletionOffersWhatFits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ words, want, kind string }{
		{"prof", "profiles", ""},
		{"profiles ", "list use remove", ""},
		{"--profile x profiles ", "list use remove", ""},
		{"--profile=x profiles ", "list use remove", ""},
		{"completion ", "bash zsh fish", ""},
		{"login --read", "--read-only", ""},
		{"login --host ", "", "host"},
		{"whoami --prof", "--profile", ""},
		{"sandboxes create --template ", "services retail", ""},
		{"apps show ", "", "app"},
		{"apps show --app ", "", "app"},
		{"apps show x ", "", ""},
		{"webhooks create --event ", "", "event"},
	} {
		typed := strings.Split(tt.words, " ")
		found, kind := candidates(model(t).Model.Node, typed)
		if got := strings.Join(beginning(typed[len(typed)-1], found), " "); got != tt.want || kind != tt.kind {
			t.Errorf("%q is completed by %q of kind %q, want %q of kind %q", tt.words, got, kind, tt.want, tt.kind)
		}
	}
}
