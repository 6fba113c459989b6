package cli

import (
	"context"
	"io"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/cli"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// as signs somebody in on this machine, with a token from elsewhere, so that no time
// passes: as dana.
func as(ts *testscript.TestScript, _ bool, args []string) {
	s := on(ts)
	token := s.person(args[0]).CommandLine(s.t, s.Node(0), "danas-laptop").Access
	world := s.world(ts, strings.NewReader(token+"\n"), io.Discard, ts.Stderr())
	if code := cli.Run(context.Background(), []string{"login", "--host", apptest.BaseURL, "--profile", "demo", "--token-stdin"}, world); code != 0 {
		ts.Fatalf("login ended with %d", code)
	}
}

// userCode is the code that the program prints for who signs in.
var userCode = regexp.MustCompile(`[A-Z]{4}-[A-Z]{4}`)

// decides is somebody who opens the page, enters the code that was printed, and lets
// the program in or not.
func (s *stage) decides(name, printed, decision string) {
	b := s.person(name).browser
	b.Open(pagepath.Device + "?user_code=" + userCode.FindString(printed))
	b.Submit(pagepath.Device)
	if choices := b.Page.Buttons(pagepath.Businesses); len(choices) > 0 { // an app is let into a business
		b.Submit(pagepath.Businesses, "business", choices[0])
		b.Open(pagepath.Device + "?user_code=" + userCode.FindString(printed))
		b.Submit(pagepath.Device)
	}
	b.Submit(pagepath.DeviceDecision, "decision", decision)
}
