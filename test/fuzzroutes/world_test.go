package fuzzroutes

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	// mark stands in what the bakery writes into its books, and nobody else does.
	mark = "Marzipan"
	// soon is how long an answer may take, on a machine that others use too.
	soon = 10 * time.Second
	// pause is how far the clock moves between requests, for the limits.
	pause = 300 * time.Millisecond
)

// watcher notes what the judge of answers finds, so that the request can be told too.
type watcher struct {
	testing.TB
	found []string
}

func (w *watcher) Helper() {}

func (w *watcher) Errorf(format string, args ...any) {
	w.found = append(w.found, fmt.Sprintf(format, args...))
}

// caller is somebody who calls, with what proves it.
type caller struct {
	name    string
	headers []string
	foreign bool // has nothing to do with the bakery
}

// world is a service, and those who call it.
type world struct {
	*apptest.Service
	t          *testing.T
	watch      *watcher
	random     *rand.Rand
	describes  *api.Description
	operations []api.Operation

	olivia, fritz   *apptest.User
	operator        *apptest.Operator
	bakery, florist tenancy.Business
	app             *apptest.App // acts
	project         *apptest.App // is worked on in the console
	sandbox         string
	refresh         string
	receiver        *apptest.Receiver
	picture         []byte
	callers         map[string]caller
	ids             map[string][]string // that answers told the bakery's side, by their prefixes
	secrets         []string
	sent            int
	statuses        map[int]int
	done            map[string]bool // which operations were carried out
}

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	watch := &watcher{TB: t}
	receiver := apptest.NewReceiver(t)
	w := &world{
		// Every request has an address of its own, so none is refused for its place.
		Service: apptest.Start(watch, receiver.Reachable(t), apptest.Configure(func(c *app.Config) { c.TrustedProxies = []string{"127.0.0.1", "::1"} })),
		t:       t, watch: watch, receiver: receiver, picture: apptest.Drawing(t, 320, 320), random: rand.New(rand.NewPCG(seed, seed)),
		statuses: map[int]int{}, done: map[string]bool{},
	}
	var err error
	if w.describes, err = api.Load(); err != nil {
		t.Fatal(err)
	}
	if w.operations, err = w.describes.Operations(); err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(w.operations, func(a, b api.Operation) int { // what ends something comes last
		return strings.Compare(fmt.Sprint(ends(a)), fmt.Sprint(ends(b)))
	})
	w.cast()
	return w
}

// cast gives the world people, businesses and an app.
func (w *world) cast() {
	t, node := w.t, w.Node(0)
	w.olivia, w.fritz, w.operator = w.User(t, "Olivia"), w.User(t, "Fritz"), w.Operator(t)
	w.bakery, w.florist = w.Business(t, w.olivia), w.Business(t, w.fritz)
	w.app = w.ReviewedApp(t, scope.Partner()...)
	ctx := actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "test"})
	w.project = w.DraftApp(t, scope.Partner()...)
	if err := node.Tenancy.AddOrganizationMember(ctx, tenancy.ByOperator(), w.project.Organization, w.olivia.ID, tenancy.OrganizationOwner); err != nil {
		t.Fatal(err)
	}
	if _, err := node.Apps.Update(ctx, w.project.ID, 0, apps.Changes{AppURL: new("https://partner.test/app")}); err != nil {
		t.Fatal(err)
	}
	w.sandbox = w.Sandbox(t, w.olivia, w.project.Organization).ID.String()
	w.ids = map[string][]string{}
	w.learn(w.project.ID.String(), w.project.Organization.String(), w.bakery.ID.String(), w.olivia.ID.String())
	w.prove()
}

// prove gives everybody new proofs of who they are.
func (w *world) prove() {
	t, node := w.t, w.Node(0)
	bearer := func(tokens apptest.Tokens) []string {
		w.secrets = append(w.secrets, tokens.Access)
		return []string{"Authorization: Bearer " + tokens.Access}
	}
	session := func(b apptest.Browser) []string {
		const cookie = "__Secure-counterpart_session"
		w.secrets = append(w.secrets, b.Cookie(cookie))
		return []string{"Cookie: " + cookie + "=" + b.Cookie(cookie), "Origin: " + apptest.AuthURL, "Sec-Fetch-Site: same-site"}
	}
	pair := url.QueryEscape(w.app.ClientID) + ":" + url.QueryEscape(w.app.Secret)
	// A refresh ends the access token beside it, so it is one of another consent.
	w.secrets, w.refresh = []string{w.app.Secret}, w.app.Given(t, w.olivia, w.bakery, scope.Partner()...).Refresh
	w.callers = map[string]caller{
		"stranger":     {name: "stranger", foreign: true},
		"app":          {"app", bearer(w.app.Given(t, w.olivia, w.bakery, scope.Partner()...)), false},
		"person":       {"person", session(w.olivia.SignIn(t, node)), false},
		"operator":     {"operator", session(w.operator.SignIn(t, node)), false},
		"command line": {"command line", bearer(w.olivia.CommandLine(t, node, "laptop")), false},
		"client":       {"client", []string{"Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(pair))}, false},
		"foreign app":  {"foreign app", bearer(w.app.Given(t, w.fritz, w.florist, scope.Partner()...)), true},
		"neighbour":    {"neighbour", session(w.fritz.SignIn(t, node)), true},
	}
}

// revive brings those back whom some request has put out.
func (w *world) revive() {
	app, person := w.ask("GET", "/me", w.callers["app"]), w.ask("GET", "/account", w.callers["person"])
	operator := w.ask("GET", "/admin/lockouts", w.callers["operator"])
	if app.status == http.StatusOK && person.status == http.StatusOK && operator.status != http.StatusNotFound {
		return
	}
	w.cast()
	w.fill()
}

func (w *world) ask(method, path string, by caller) answer {
	return w.send(request{method: method, path: path, by: by})
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
	took   time.Duration
}

// samples matches where answers hold ids that nothing has.
var samples = regexp.MustCompile(`openapi|event-types|rehearsals|/mcp|/test$|reference`)

var id = regexp.MustCompile(`\b([a-z]{2,5})_[0-9a-hjkmnp-tv-z]{20,40}\b`)

// learn keeps ids, to be sent again.
func (w *world) learn(texts ...string) {
	const most = 30
	for _, text := range texts {
		for _, found := range id.FindAllStringSubmatch(text, -1) {
			known := w.ids[found[1]]
			if len(known) >= most {
				known = known[1:]
			}
			w.ids[found[1]] = append(known, found[0])
		}
	}
}

// send sends a request, reads the answer and judges both.
func (w *world) send(r request) answer {
	w.t.Helper()
	w.sent++
	w.Clock.Move(pause)
	ctx, cancel := context.WithTimeout(w.t.Context(), 2*soon)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, r.method, apptest.BaseURL+r.path, strings.NewReader(r.body))
	if err != nil {
		w.t.Fatalf("%s: %v", r, err)
	}
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("198.18.%d.%d", w.sent>>8&255, w.sent&255))
	for _, header := range append(r.by.headers, r.headers...) {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Add(name, value)
	}
	began := time.Now()
	resp, err := w.Node(0).Transport().RoundTrip(req)
	if err != nil {
		w.t.Errorf("%s\nwas not answered: %v", r, err)
		return answer{}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Errorf("%s\nwas answered in part: %v", r, err)
	}
	a := answer{resp.StatusCode, resp.Header, string(body), time.Since(began)}
	w.statuses[a.status]++
	if a.status < http.StatusMultipleChoices {
		w.done[r.operation] = true
		if strings.HasSuffix(r.operation, "/sandboxes") {
			w.sandbox = cmp.Or(id.FindString(a.body), w.sandbox)
		}
	}
	w.judge(r, a)
	if !r.by.foreign && a.status < http.StatusMultipleChoices && !samples.MatchString(r.path) {
		w.learn(a.body)
	}
	return a
}

var insides = regexp.MustCompile(`SQLSTATE|pgconn|goroutine \d|\.go:\d|runtime error|panic:|redis:|constraint "`)

// judge tells what is wrong with an answer, beside what api/ says of it.
func (w *world) judge(r request, a answer) {
	w.t.Helper()
	wrong := w.watch.found
	w.watch.found = nil
	if a.status >= http.StatusInternalServerError {
		logged := w.Node(0).Logs.String()
		at := strings.LastIndex(logged, `"level":"ERROR"`)
		wrong = append(wrong, "it is a fault of ours: "+logged[max(0, at-60):])
	}
	if a.took > soon {
		wrong = append(wrong, fmt.Sprintf("it took %s", a.took))
	}
	for _, known := range w.secrets {
		if strings.Contains(a.body, known) {
			wrong = append(wrong, "it holds a secret that somebody has")
		}
	}
	if a.status >= http.StatusBadRequest && secret.Pattern.MatchString(a.body) {
		wrong = append(wrong, "a refusal holds a secret")
	}
	if found := insides.FindString(a.body); found != "" {
		wrong = append(wrong, "it tells of our insides: "+found)
	}
	if r.by.foreign && strings.Contains(a.body, mark) && !strings.Contains(r.path+r.body, mark) {
		wrong = append(wrong, "it tells of another business")
	}
	if len(wrong) > 0 {
		w.t.Errorf("%s\n%d %.600s\n%s", r, a.status, a.body, strings.Join(wrong, "\n"))
	}
}
