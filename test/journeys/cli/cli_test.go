package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/internal/cli"
	"github.com/counterpart/counterpart/internal/cli/service"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

func TestJourneys(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: ".",
		Setup: func(env *testscript.Env) error {
			s := newStage(env.T().(testing.TB))
			env.Values[stageKey{}] = s
			env.Setenv("HOST", apptest.BaseURL)
			env.Setenv("RECEIVER", s.receiver.URL)
			env.Setenv("CALLBACK", "http://"+testenv.FreeAddress(s.t)+"/callback")
			env.Setenv("COUNTERPART_CONFIG_DIR", env.WorkDir+"/.settings")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"counterpart": counterpart,
			"exits":       exits,
			"begins":      begins,
			"ends":        ends,
			"keep":        keep,
			"mode":        mode,
			"meanwhile":   meanwhile,
			"receiver":    receiver,
			"journal":     func(ts *testscript.TestScript, _ bool, _ []string) { on(ts).WriteJournals(on(ts).t) },
			"deliver":     func(ts *testscript.TestScript, _ bool, _ []string) { on(ts).Node(0).DeliverAll(on(ts).t) },
			"fanout":      fanout,
			"pass":        pass,
			"consents":    consents,
			"as":          as,
		},
	})
}

type stageKey struct{}

// stage is what a script plays on: a service, the people before it, and an endpoint
// for webhooks.
type stage struct {
	*apptest.Service
	t        testing.TB
	receiver *apptest.Receiver
	people   map[string]*person

	meanwhile func(printed string) // what somebody does while the program waits
	begun     *begun
}

type person struct {
	*apptest.User
	browser apptest.Browser
}

// beat is how often streams look for news.
const beat = 10 * time.Millisecond

func newStage(t testing.TB) *stage {
	receiver := apptest.NewReceiver(t)
	return &stage{
		Service: apptest.Start(t, receiver.Reachable(t), apptest.Beating(beat)), t: t, receiver: receiver, people: map[string]*person{},
	}
}

func on(ts *testscript.TestScript) *stage { return ts.Value(stageKey{}).(*stage) }

// person is somebody of a name, who is made when first named.
func (s *stage) person(name string) *person {
	if s.people[name] == nil {
		user := s.User(s.t, name)
		s.people[name] = &person{user, user.SignIn(s.t, s.Node(0))}
	}
	return s.people[name]
}

// variables are those that the program reads.
var variables = []string{
	"CI", "NO_COLOR", "TERM", "COUNTERPART_CONFIG_DIR", "COUNTERPART_HOST", "COUNTERPART_PROFILE", "COUNTERPART_ORG", "COUNTERPART_APP",
	"COUNTERPART_TOKEN", "COUNTERPART_ACCESS_TOKEN", "COUNTERPART_WEBHOOK_SECRET", "COUNTERPART_NO_BROWSER", "COUNTERPART_CLIENT_SECRET",
}

// world is a machine without a keyring, whose clock is the service's.
func (s *stage) world(ts *testscript.TestScript, in io.Reader, out, logs io.Writer) cli.World {
	env := map[string]string{}
	for _, name := range variables {
		env[name] = ts.Getenv(name)
	}
	terminal := ts.Getenv("TERMINAL") != ""
	return cli.World{
		In: in, Out: out, Err: logs, InIsTerminal: terminal, OutIsTerminal: terminal,
		Getenv: func(name string) string { return env[name] },
		Dir:    ts.MkAbs("."), Machine: "danas-laptop", Now: s.Clock.Now, Transport: s.Node(0).Transport(),
		Wait: func(ctx context.Context, d time.Duration) error { return s.wait(ctx, d, out, logs) },
		Browse: func(address string) error {
			_, err := fmt.Fprintln(logs, "opened", address)
			return err
		},
	}
}

// wait lets the time pass at once, and has somebody do something meanwhile.
func (s *stage) wait(ctx context.Context, d time.Duration, printed ...io.Writer) error {
	s.Clock.Move(d)
	if next := s.meanwhile; next != nil {
		s.meanwhile = nil
		next(fmt.Sprint(printed[0], printed[1]))
	}
	return ctx.Err()
}

// counterpart runs the program: counterpart ARGUMENTS… [< FILE].
func counterpart(ts *testscript.TestScript, neg bool, args []string) {
	code := runs(ts, args)
	switch {
	case neg && code == 0:
		ts.Fatalf("counterpart did it")
	case !neg && code != 0:
		ts.Fatalf("counterpart ended with %d", code)
	}
}

// exits runs the program and wants an exit code: exits CODE ARGUMENTS… [< FILE].
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exits CODE ARGUMENTS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := runs(ts, args[1:]); got != want {
		ts.Fatalf("counterpart ended with %d, want %d", got, want)
	}
}

func runs(ts *testscript.TestScript, args []string) int {
	var in io.Reader = strings.NewReader("")
	if n := len(args); n >= 2 && args[n-2] == "<" {
		in, args = strings.NewReader(ts.ReadFile(args[n-1])), args[:n-2]
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // a backstop
	defer cancel()
	var out, said apptest.Logs
	code := cli.Run(ctx, args, on(ts).world(ts, in, &out, &said))
	_, _ = io.WriteString(ts.Stdout(), out.String())
	_, _ = io.WriteString(ts.Stderr(), said.String())
	return code
}

// begun is a run of the program that goes on beside the script.
type begun struct {
	out, said apptest.Logs
	code      chan int
}

// begins runs the program beside the script, and goes on once it is ready.
func begins(ts *testscript.TestScript, _ bool, args []string) {
	s, b := on(ts), &begun{code: make(chan int, 1)}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // a backstop
	ts.Defer(cancel)
	world := s.world(ts, strings.NewReader(""), &b.out, &b.said)
	go func() { b.code <- cli.Run(ctx, args, world) }()
	s.begun = b
	apptest.Eventually(s.t, "it is ready", func() bool { return strings.Contains(b.said.String(), "Ready.") })
}

// ends waits for what began, and wants an exit code: ends CODE.
func ends(ts *testscript.TestScript, _ bool, args []string) {
	b := on(ts).begun
	code := <-b.code
	_, _ = io.WriteString(ts.Stdout(), b.out.String())
	_, _ = io.WriteString(ts.Stderr(), b.said.String())
	if want := args[0]; strconv.Itoa(code) != want {
		ts.Fatalf("it ended with %d, want %s", code, want)
	}
}

// consents has somebody open the page that the program which began names, and decide
// there: consents NAME BUSINESS DECISION [CHANGE=VALUE], a change of what the browser
// comes back with.
func consents(ts *testscript.TestScript, _ bool, args []string) {
	s := on(ts)
	place := regexp.MustCompile(`Open  (\S+)`).FindStringSubmatch(s.begun.said.String())
	if place == nil {
		ts.Fatalf("it named no page")
	}
	asked, err := url.Parse(place[1])
	ts.Check(err)
	b := s.person(args[0]).browser
	b.Open(asked.RequestURI())
	if slices.Contains(b.Page.Buttons(pagepath.Consent), "continue") {
		b.Submit(pagepath.Consent, "decision", "continue")
	}
	b.Open(pagepath.Consent + "?" + url.Values{"request": {b.Page.URL.Query().Get("request")}, "business": {args[1]}}.Encode())
	back := b.Decide(s.t, args[2])
	if len(args) > 3 {
		name, value, _ := strings.Cut(args[3], "=")
		query := back.Query()
		query.Set(name, value)
		back.RawQuery = query.Encode()
	}
	resp, err := http.Get(back.String())
	ts.Check(err)
	_ = resp.Body.Close()
	_, _ = fmt.Fprintln(ts.Stdout(), resp.StatusCode)
}

// keep sets a variable to what a pattern finds in stdout: keep NAME PATTERN.
func keep(ts *testscript.TestScript, _ bool, args []string) {
	found := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if found == nil {
		ts.Fatalf("no %s in stdout", args[1])
	}
	ts.Setenv(args[0], found[len(found)-1])
}

// mode wants a file's permissions: mode 600 FILE.
func mode(ts *testscript.TestScript, _ bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[1]))
	ts.Check(err)
	if got := strconv.FormatUint(uint64(info.Mode().Perm()), 8); got != args[0] {
		ts.Fatalf("%s has mode %s, want %s", args[1], got, args[0])
	}
}

// meanwhile has something happen when the program waits next: meanwhile deliver.
func meanwhile(ts *testscript.TestScript, _ bool, args []string) {
	s := on(ts)
	switch strings.Join(args, " ") {
	case "deliver":
		s.meanwhile = func(string) { s.Node(0).DeliverAll(s.t) }
	case "dana approves":
		s.meanwhile = func(printed string) { s.decides("dana", printed, "approve") }
	case "dana cancels":
		s.meanwhile = func(printed string) { s.decides("dana", printed, "deny") }
	default:
		ts.Fatalf("nobody does that")
	}
}

// receiver has the endpoint answer so: receiver 500.
func receiver(ts *testscript.TestScript, _ bool, args []string) {
	status, err := strconv.Atoi(args[0])
	ts.Check(err)
	on(ts).receiver.Answers(status, "")
}

// fanout makes deliveries of what happened, and sends none.
func fanout(ts *testscript.TestScript, _ bool, _ []string) {
	_, err := on(ts).Node(0).Delivery.Fanout(context.Background(), ident.EveryShard())
	ts.Check(err)
}

// pass lets hours pass, with deliveries that fall due: pass HOURS.
func pass(ts *testscript.TestScript, _ bool, args []string) {
	hours, err := strconv.Atoi(args[0])
	ts.Check(err)
	s := on(ts)
	for range hours {
		s.Advance(s.t, time.Hour)
		s.Node(0).DeliverAll(s.t)
	}
}

func TestTheCommandLineIsMadeForTheCurrentVersion(t *testing.T) {
	t.Parallel()
	if got := version.Current(pgtest.Start).Name; got != service.APIVersion {
		t.Errorf("it is made for %s, and the API is at %s", service.APIVersion, got)
	}
}

// Somebody who runs the service and makes apps has one environment.
func TestNoVariableIsASettingOfTheServiceToo(t *testing.T) {
	t.Parallel()
	var settings struct {
		app.Config `embed:""`
	}
	parser, err := kong.New(&settings, kong.DefaultEnvars("COUNTERPART"), kong.Vars{"code": "`"})
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, flag := range parser.Model.Flags {
		for _, name := range flag.Envs {
			known++
			if slices.Contains(variables, name) {
				t.Errorf("%s is a setting of the service", name)
			}
		}
	}
	if known == 0 {
		t.Error("the service has no settings")
	}
}
