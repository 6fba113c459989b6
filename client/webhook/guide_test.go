package webhook_test

import (
	"os"
	"strings"
	"testing"
)

// What the guide prints is what holds: the first vector whole, and each secret's
// signature of its body.
func TestTheGuidePrintsTheVectors(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/guides/webhooks-verify.md")
	if err != nil {
		t.Fatal(err)
	}
	guide, list := string(text), vectors(t)
	for _, want := range []string{"X-Webhook-Signature: " + list[0].Header + "\n", "\n" + list[0].Body + "\n"} {
		if !strings.Contains(guide, want) {
			t.Errorf("the guide does not have %q", want)
		}
	}
	for _, v := range list {
		if !v.Signed || v.Body != list[0].Body {
			continue
		}
		for i, sum := range strings.Split(v.Header, ",v1=")[1:] {
			if row := "| `" + v.Secrets[i] + "` | `" + sum + "` |"; !strings.Contains(guide, row) {
				t.Errorf("the guide does not have the row %s", row)
			}
		}
	}
}
