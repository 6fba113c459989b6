package cli

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// as signs somebody in on this machine: as dana.
func as(ts *testscript.TestScript, _ bool, args []string) {
	on(ts).person(args[0])
	folder := ts.Getenv("COUNTERPART_CONFIG_DIR")
	ts.Check(os.MkdirAll(folder, 0o700))
	for name, text := range map[string]string{
		"config.yaml":      "current: demo\nprofiles:\n  demo: { host: \"" + apptest.BaseURL + "\", credentials: file }\n",
		"credentials.yaml": "demo at " + apptest.BaseURL + ": { token: " + args[0] + " }\n",
	} {
		ts.Check(os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
}

// userCode is the code that the program prints for who signs in.
var userCode = regexp.MustCompile(`[B-Z]{4}-[B-Z]{4}`)

// decides is somebody who opens the page, enters the code that was printed, and lets
// the program in or not.
func (s *stage) decides(name, printed, decision string) {
	b := s.person(name).browser
	b.Open(pagepath.Device + "?user_code=" + userCode.FindString(printed))
	b.Submit(pagepath.Device)
	b.Submit(pagepath.DeviceDecision, "decision", decision)
}

// transport reaches the node. Until the service gives out developer tokens, somebody's
// name is one: such a call goes with that person's session.
func (s *stage) transport() http.RoundTripper {
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		name := strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer ")
		if who := s.people[name]; who != nil {
			req = req.Clone(req.Context())
			req.Header.Del("Authorization")
			req.Header.Set("Origin", apptest.AuthURL)
			req.Header.Set("Sec-Fetch-Site", "same-site")
			req.AddCookie(&http.Cookie{Name: sessionCookie, Value: who.browser.Cookie(sessionCookie)})
		}
		return s.Node(0).Transport().RoundTrip(req)
	})
}

// sessionCookie is the cookie of sessions that two hosts share, over https.
const sessionCookie = "__Secure-counterpart_session"

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
