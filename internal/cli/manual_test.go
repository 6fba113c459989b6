package cli_test

import (
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/cli"
)

func TestTheManualShowsEveryCommandWithItsFlags(t *testing.T) {
	t.Parallel()
	manual, err := cli.Manual()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, command := range manual.Commands {
		texts[command.Name] = command.Text
		if !strings.Contains(command.Text, "counterpart "+command.Name) {
			t.Errorf("%s is not shown as it is typed: %s", command.Name, command.Text)
		}
	}
	for command, want := range map[string]string{"listen": "`--forward-to URL`", "webhooks": "\n## webhooks create\n", "login": "`--read-only`"} {
		if !strings.Contains(texts[command], want) {
			t.Errorf("%s lacks %s: %s", command, want, texts[command])
		}
	}
}
