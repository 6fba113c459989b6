package main

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/event"
)

const root = "../../.."

func collected(t *testing.T) *site {
	t.Helper()
	s, err := collect(root)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestNoLinkIsDeadAndEveryPageIsInAMenu(t *testing.T) {
	t.Parallel()
	for _, problem := range collected(t).check() {
		t.Error(problem)
	}
}

func TestEveryEventOperationAndCodeHasItsPlace(t *testing.T) {
	t.Parallel()
	s := collected(t)
	pages := map[string]*page{}
	for _, p := range s.pages {
		if pages[p.path] != nil {
			t.Errorf("two pages are %s", p.path)
		}
		pages[p.path] = p
	}
	for _, e := range event.All() {
		if pages[eventAt(e.Name)] == nil {
			t.Errorf("%s has no page", e.Name)
		}
	}
	for _, path := range []string{"reference/api/invoices/create-invoice", "reference/cli/trigger", "reference/limits", "start/quickstart", "guides/refresh-tokens", "concepts/tokens"} {
		if pages[path] == nil {
			t.Errorf("there is no %s", path)
		}
	}
	if text := pages["reference/errors"].body; !strings.Contains(text, "\n## RECORD_CHANGED\n") {
		t.Error("RECORD_CHANGED has no place")
	}
}

func TestAssistantsGetAShortListOfLinksThatLead(t *testing.T) {
	t.Parallel()
	s := collected(t)
	list := string(s.files["llms.txt"])
	if len(list) > 8<<10 {
		t.Errorf("it has %d bytes", len(list))
	}
	twins := map[string]bool{"llms-full.txt": true}
	for _, p := range s.pages {
		twins[p.path+".md"] = p.path != notFound
	}
	for _, found := range links.FindAllStringSubmatch(list, -1) {
		if at, ours := strings.CutPrefix(found[3], appHost+base); ours && !twins[at] {
			t.Errorf("%s leads nowhere", found[3])
		}
	}
}

func TestWhatIsWrongIsFound(t *testing.T) {
	t.Parallel()
	s := &site{names: names{codes: map[string]bool{"RECORD_CHANGED": true}, events: map[string]bool{"invoice.paid": true}, scopes: map[string]bool{"invoices:read": true}}, files: map[string][]byte{}}
	s.add(&page{path: "a", source: "docs/a.md", title: "A", description: "A.", body: "[b](/docs/b#there) [c](/docs/c) [d](/docs/b#not) [e](e.md) `NO_SUCH` `invoice.eaten` `invoices:eat` `invoices:write` `RECORD_CHANGED` `invoice.paid`\n\n```sh\n[x](/docs/x)\n```\n"})
	s.menu = []group{{Pages: []*page{s.add(&page{path: "b", source: "docs/b.md", title: "B", description: "B.", body: "## There\n"})}}}
	want := []string{
		"a: stands in no menu", "a: /docs/c: there is no such page", "a: /docs/b#not: the page has no such heading", "a: e.md: it is not an address of the site",
		"a: NO_SUCH does not exist", "a: invoice.eaten does not exist", "a: invoices:write does not exist",
	}
	if diff := cmp.Diff(want, s.check()); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestATwinIsPlainMarkdown(t *testing.T) {
	t.Parallel()
	p := page{title: "Title", body: "<div class=\"operation\">\n<div>\n\nText.\n\n</div>\n</div>\n"}
	if got := p.twin(); got != "# Title\n\nText.\n\n" {
		t.Errorf("got %q", got)
	}
}

// A diagram that was changed and not drawn again would show what was.
func TestEveryDiagramIsDrawnFromItsSource(t *testing.T) {
	t.Parallel()
	sources, err := filepath.Glob(filepath.Join(root, "docs/diagrams/*.mmd"))
	if err != nil || len(sources) == 0 {
		t.Fatalf("no diagrams: %v", err)
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		for _, suffix := range []string{".svg", ".dark.svg"} {
			drawn, err := os.ReadFile(strings.TrimSuffix(source, ".mmd") + suffix)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(drawn), "sha256:"+hex.EncodeToString(sum[:])) {
				t.Errorf("%s is not drawn from its source; run: scripts/website draw", filepath.Base(source))
			}
		}
	}
}
