package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/apptest/browser"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

// Every command of every guide is pasted, in order, into a fresh shell beside a
// running demo, as a newcomer does. What the guides leave to a browser, a browser
// does.
func TestTheGuidesRun(t *testing.T) {
	demo := startDemo(t)
	t.Run("the first call that the demo prints", func(t *testing.T) {
		sh := demo.shell(t)
		if said := sh.paste(line(t, demo.welcome(), "curl ")); !strings.Contains(said, "Old Mill Bakery") {
			t.Errorf("it answers %s", said)
		}
	})
	guides, err := filepath.Glob(filepath.Join(testenv.Root(), "docs/guides/*.md"))
	if err != nil || len(guides) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	slices.SortStableFunc(guides, func(a, b string) int { return isFirst(b) - isFirst(a) })
	callback, local := "127.0.0.1:"+freePort(t), freePort(t) // where browsers come back to, and events go
	for _, guide := range guides {
		t.Run("KIT-03 "+filepath.Base(guide), func(t *testing.T) {
			text, err := os.ReadFile(guide)
			if err != nil {
				t.Fatal(err)
			}
			sh := demo.shell(t)
			sh.paste("export PORT=" + local)
			for _, block := range shellBlocks.FindAllStringSubmatch(string(text), -1) {
				sh.follow(strings.NewReplacer(".services/demo", demo.folder, "127.0.0.1:8399", callback, "localhost:3000", "localhost:"+local).Replace(block[1]))
			}
		})
	}
}

// isFirst is 1 for the guide that others begin after.
func isFirst(guide string) int {
	if filepath.Base(guide) == "quickstart.md" {
		return 1
	}
	return 0
}

func TestTheDemoIsReachedFromThisMachineOnlyAndKeepsToItsFolder(t *testing.T) {
	demo := startDemo(t)
	for _, port := range demo.ports {
		for _, address := range others(t) {
			if conn, err := net.Dial("tcp", net.JoinHostPort(address, port)); err == nil {
				_ = conn.Close()
				t.Errorf("the demo answers on %s:%s", address, port)
			}
		}
	}
	b := browser.New(t, demo.env(t, "APP"), http.DefaultTransport)
	b.Open("/password/forgot")
	for _, want := range []string{"Tally", "mailto:help@tally.test", "/static/logo."} {
		if !strings.Contains(b.Page.Body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	b.Submit("/password/forgot", "email", "olivia@bakery.test")
	await(t, "the mail", func() bool {
		mails, _ := filepath.Glob(filepath.Join(demo.folder, "mail", "*"))
		return len(mails) > 0
	})
}

// others are the machine's addresses beside the loopback's.
func others(t *testing.T) (list []string) {
	t.Helper()
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range addresses {
		if network, ok := address.(*net.IPNet); ok && !network.IP.IsLoopback() && network.IP.To4() != nil {
			list = append(list, network.IP.String())
		}
	}
	return list
}

// shellBlocks finds the commands in a guide; what is not to be pasted is no `sh`.
var shellBlocks = regexp.MustCompile("(?s)\n```sh\n(.*?)```")

// demoProcess is a demo at work.
type demoProcess struct {
	folder string
	ports  []string
	out    *apptest.Logs
}

func startDemo(t *testing.T) *demoProcess {
	t.Helper()
	d := &demoProcess{folder: t.TempDir(), out: &apptest.Logs{}}
	for _, name := range []string{"API", "APP", "OPS"} {
		port := freePort(t)
		d.ports = append(d.ports, port)
		t.Setenv("COUNTERPART_LISTEN_"+name, ":"+port)
	}
	t.Setenv("COUNTERPART_POSTGRES", pgtest.EmptyURL(t))
	t.Setenv("COUNTERPART_REDIS", rdbtest.URL(t))
	t.Setenv("COUNTERPART_REDIS_PREFIX", rdbtest.Prefix())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	args := []string{"demo", "--folder", d.folder, "--receiver", "127.0.0.1:" + freePort(t)}
	go func() { ended <- run(ctx, args, d.out, d.out) }()
	t.Cleanup(func() {
		cancel()
		if code := <-ended; code != 0 {
			t.Errorf("the demo ended with %d: %s", code, d.out)
		}
	})
	await(t, "the demo", func() bool {
		select {
		case code := <-ended:
			ended <- code
			t.Fatalf("the demo did not start: %s", d.out)
		default:
		}
		resp, err := http.Get("http://127.0.0.1:" + d.ports[2] + "/readyz")
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	return d
}

func (d *demoProcess) welcome() string { return d.out.String() }

// env is a variable that the demo wrote down for the guides.
func (d *demoProcess) env(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(d.folder, "env"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`\b` + name + `='([^']*)'`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("no %s in %s", name, text)
	}
	return string(found[1])
}

func freePort(t *testing.T) string {
	t.Helper()
	_, port, _ := net.SplitHostPort(testenv.FreeAddress(t))
	return port
}

// line is the line of a text that begins so.
func line(t *testing.T, text, begin string) string {
	t.Helper()
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, begin) {
			return line
		}
	}
	t.Fatalf("no line begins with %q in %s", begin, text)
	return ""
}

// shell is a bash that commands are pasted into.
type shell struct {
	t     *testing.T
	demo  *demoProcess
	out   *apptest.Logs
	stdin io.Writer
	asks  string // the address that the last request sends a browser to
}

// A command that fails says so, and so does a call that is refused.
const shellPrelude = `
set -E -o pipefail
trap 'echo "FAILED: $BASH_COMMAND"' ERR
curl() { command curl --fail-with-body "$@"; }
`

func (d *demoProcess) shell(t *testing.T) *shell {
	t.Helper()
	sh := &shell{t: t, demo: d, out: &apptest.Logs{}}
	cmd := exec.Command("bash", "--noprofile", "--norc")
	cmd.Dir, cmd.Stdout, cmd.Stderr = testenv.Root(), sh.out, sh.out
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	sh.stdin = stdin
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // to end what it left in the background, too
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close()
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	})
	sh.paste(shellPrelude)
	return sh
}

// follow pastes a block and does what the guide says to do in a browser.
func (s *shell) follow(block string) {
	s.t.Helper()
	if strings.Contains(block, "read -r landed") {
		block += s.approves() + "\n"
	}
	said := s.paste(block)
	if address := regexp.MustCompile(`http\S+/oauth/authorize\S+`).FindString(said); address != "" {
		s.asks = address
	}
	if device := regexp.MustCompile(`"verification_uri_complete": "([^"]+)"`).FindStringSubmatch(said); device != nil {
		s.connects(device[1])
	}
	if strings.Contains(block, "counterpart webhooks test") && strings.Contains(s.out.String(), "receiver: waiting") {
		s.prints("receiver: invoice.paid whd_")
	}
	if strings.Contains(block, "counterpart trigger customer.created") {
		s.prints("receiver: customer.created whd_")
	}
	if strings.Contains(block, "counterpart trigger invoice.paid") && strings.Contains(s.out.String(), "Waiting for events") {
		s.prints("\ninvoice.paid whd_") // the receiver, which verified it
		s.prints("204")                 // the listener, which tells what the receiver answered
	}
}

// paste runs commands and tells what they printed.
func (s *shell) paste(commands string) string {
	s.t.Helper()
	const end = "-- pasted --"
	before := len(s.out.String())
	if _, err := io.WriteString(s.stdin, commands+"\necho '"+end+"'\n"); err != nil {
		s.t.Fatal(err)
	}
	signedIn, consented := false, false
	await(s.t, commands, func() bool {
		said := s.out.String()[before:]
		if asked := signInCode.FindStringSubmatch(said); asked != nil && !signedIn {
			signedIn = true
			s.letsIn(asked[1], asked[2])
		}
		if asked := consentAddress.FindStringSubmatch(said); asked != nil && !consented {
			consented = true
			s.consents(asked[1])
		}
		return strings.Contains(said, end)
	})
	said, _, _ := strings.Cut(s.out.String()[before:], end)
	if strings.Contains(said, "FAILED") || strings.Contains(said, "command not found") {
		s.t.Fatalf("pasted:\n%s\nprinted:\n%s", commands, said)
	}
	return said
}

// prints waits for something that a program in the background prints.
func (s *shell) prints(text string) {
	s.t.Helper()
	await(s.t, text, func() bool { return strings.Contains(s.out.String(), text) })
}

// approves is Olivia, who connects the app to the florist, and tells where her
// browser was sent.
func (s *shell) approves() string {
	s.t.Helper()
	b := s.olivia(s.asks)
	b.Says(http.StatusOK, "Which business?")
	query := b.Page.URL.Query()
	query.Set("business", b.Page.Choice(s.t, "Petal and Stem"))
	b.Open("/oauth/consent?" + query.Encode())
	if rows := b.Page.Texts("grant"); len(rows) != len(b.Page.Texts("grant-read")) || strings.Contains(b.Page.Body, "What it can do already") {
		s.t.Errorf("the first consent is not a clean one: %q", rows)
	}
	b.Stay().Submit("/oauth/consent", "decision", "approve")
	return b.Page.Header.Get("Location")
}

// connects is Olivia, who lets a device in.
func (s *shell) connects(address string) {
	s.t.Helper()
	b := s.olivia(address)
	b.Submit("/device")
	b.Submit("/device/decision", "decision", "approve")
	b.Says(http.StatusOK, "Your device is connected")
}

// signInCode is what the command line prints for who signs in.
var signInCode = regexp.MustCompile(`Open +(http\S+)\s+Enter +(\S+)`)

// consentAddress is where the command line sends who connects an app.
var consentAddress = regexp.MustCompile(`Waiting on .*\s+Open +(http\S+)\n`)

// consents is Dana, who connects her app to her sandbox; her browser comes back to the
// program that waits.
func (s *shell) consents(address string) {
	s.t.Helper()
	b := s.person("dev@acme.test", address)
	if slices.Contains(b.Page.Buttons("/oauth/consent"), "continue") {
		b.Submit("/oauth/consent", "decision", "continue")
	}
	query := b.Page.URL.Query()
	query.Set("business", b.Page.Choice(s.t, "My Sandbox"))
	b.Open("/oauth/consent?" + query.Encode())
	b.Stay().Submit("/oauth/consent", "decision", "approve")
	resp, err := http.Get(b.Page.Header.Get("Location"))
	if err != nil {
		s.t.Fatal(err)
	}
	_ = resp.Body.Close()
}

// letsIn is Dana, who signs the command line in.
func (s *shell) letsIn(address, code string) {
	s.t.Helper()
	b := s.person("dev@acme.test", address+"?user_code="+url.QueryEscape(code))
	b.Submit("/device")
	b.Submit("/device/decision", "decision", "approve")
}

// olivia opens an address and signs in on the way.
func (s *shell) olivia(address string) *browser.Browser {
	s.t.Helper()
	return s.person("olivia@bakery.test", address)
}

// person opens an address and signs in on the way.
func (s *shell) person(email, address string) *browser.Browser {
	s.t.Helper()
	at, err := url.Parse(address)
	if err != nil || at.Host == "" {
		s.t.Fatalf("%q is no address", address)
	}
	b := browser.New(s.t, s.demo.env(s.t, "APP"), http.DefaultTransport)
	b.Open(at.RequestURI())
	b.Submit("/sign-in", "email", email, "password", s.demo.env(s.t, "PASSWORD"))
	return b
}

// await waits until something is so; the limit only keeps a broken test from
// hanging.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	limit := time.After(3 * time.Minute)
	for !so() {
		select {
		case <-look.C:
		case <-limit:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
