package app_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

const evil = "https://evil.test"

var preflight = []string{"Origin: " + apptest.AuthURL, "Access-Control-Request-Method: DELETE"}

func TestSessionTrafficIsLimitedOverAllNodes(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2))
	browser := svc.User(t, "Olivia").SignIn(t, svc.Node(0)).At(svc.Node(0))
	svc.Clock.Move(time.Minute) // what signing in took is another minute's
	for range 50 {
		svc.Node(0).Call(t, "OPTIONS /account", preflight...).Is(t, http.StatusNoContent)
	}
	var mu sync.Mutex
	var wait sync.WaitGroup
	got := map[int]int{}
	for worker := range 8 {
		tab := browser.At(svc.Node(worker % 2))
		wait.Go(func() {
			for range 80 {
				answer := tab.Call(t, "GET /account")
				mu.Lock()
				got[answer.Status]++
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	t.Run("LIM-09 two nodes together admit exactly 600 a minute", func(t *testing.T) {
		if diff := cmp.Diff(map[int]int{http.StatusOK: 600, http.StatusTooManyRequests: 40}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("LIM-09 a refusal says when to come again, on both hosts", func(t *testing.T) {
		svc.Clock.Move(20 * time.Second)
		answer := browser.Call(t, "GET /account").Refuses(t, http.StatusTooManyRequests, "RATE_LIMITED")
		page := browser.Open(pagepath.Account)
		if diff := cmp.Diff([]string{"40", "40"}, []string{answer.Header.Get("Retry-After"), page.Header.Get("Retry-After")}); diff != "" {
			t.Error(diff)
		}
		browser.Says(http.StatusTooManyRequests, "Too many tries")
	})
	t.Run("LIM-09 the next minute is open again", func(t *testing.T) {
		svc.Clock.Move(40 * time.Second)
		browser.At(svc.Node(1)).IsSignedIn()
		browser.Call(t, "GET /account").Is(t, http.StatusOK)
	})
}

func TestTheClientsAddressIsNotTheClientsToChoose(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		proxies []string
		said    string
		want    string
	}{
		"told by a trusted proxy":             {[]string{"127.0.0.0/8"}, "203.0.113.9", "203.0.113.9"},
		"forged before a trusted proxy":       {[]string{"127.0.0.0/8"}, "6.6.6.6, 203.0.113.9", "203.0.113.9"},
		"through two trusted proxies":         {[]string{"127.0.0.1", "10.0.0.0/8"}, "6.6.6.6, 203.0.113.9, 10.1.2.3", "203.0.113.9"},
		"forged without a trusted proxy":      {nil, "203.0.113.9", "127.0.0.1"},
		"forged where another proxy is meant": {[]string{"10.0.0.0/8"}, "203.0.113.9", "127.0.0.1"},
	} {
		t.Run("CLI-09 "+name, func(t *testing.T) {
			t.Parallel()
			svc := apptest.Start(t, apptest.Configure(func(config *app.Config) { config.TrustedProxies = c.proxies }))
			olivia, browser := svc.User(t, "Olivia"), svc.Node(0).Browser(t)
			browser.From = c.said
			browser.SignIn(olivia.Email, olivia.Password)
			var sessions struct{ Data []struct{ Address string } }
			browser.Call(t, "GET /account/sessions").Is(t, http.StatusOK).Read(t, &sessions)
			if len(sessions.Data) != 1 || sessions.Data[0].Address != c.want {
				t.Errorf("the session is from %v, want %s", sessions.Data, c.want)
			}
			browser.Open(pagepath.Account)
			if shown := strings.Join(browser.Page.Texts("aside"), " "); !strings.Contains(shown, "from "+c.want) {
				t.Errorf("the page says %q", shown)
			}
		})
	}
}

// cors picks the headers by which a browser decides who may read an answer.
func cors(header http.Header) map[string]string {
	got := map[string]string{}
	for _, name := range []string{"Access-Control-Allow-Origin", "Access-Control-Allow-Credentials"} {
		if value := header.Get(name); value != "" {
			got[strings.TrimPrefix(name, "Access-Control-")] = value
		}
	}
	return got
}

func TestCookiesWorkFromTheAppHostAlone(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	node, browser := svc.Node(0), svc.User(t, "Olivia").SignIn(t, svc.Node(0))
	ours, anybody, nobody := map[string]string{"Allow-Origin": apptest.AuthURL, "Allow-Credentials": "true"}, map[string]string{"Allow-Origin": "*"}, map[string]string{}
	for name, c := range map[string]struct {
		answer apptest.Answer
		status int
		want   map[string]string
	}{
		"the app host reads the account":          {browser.Call(t, "GET /account"), http.StatusOK, ours},
		"another origin does not":                 {browser.Call(t, "GET /account", "Origin: "+evil), http.StatusOK, nobody},
		"the app host may ask to change":          {node.Call(t, "OPTIONS /account", preflight...), http.StatusNoContent, ours},
		"another origin may not":                  {node.Call(t, "OPTIONS /account", "Origin: "+evil, preflight[1]), http.StatusNoContent, nobody},
		"another origin may call without cookies": {node.Call(t, "GET /invoices", "Origin: "+evil), http.StatusUnauthorized, anybody},
	} {
		t.Run("API-13 "+name, func(t *testing.T) {
			c.answer.Is(t, c.status)
			if diff := cmp.Diff(c.want, cors(c.answer.Header)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("API-13 another origin changes nothing although the browser sends the cookie", func(t *testing.T) {
		var sessions struct{ Data []struct{ ID string } }
		browser.Call(t, "GET /account/sessions").Read(t, &sessions)
		route := "DELETE /account/sessions/" + sessions.Data[0].ID
		browser.Call(t, route, "Origin: "+evil, "Sec-Fetch-Site: cross-site").Refuses(t, http.StatusForbidden, "CROSS_ORIGIN_REQUEST")
		browser.IsSignedIn()
		browser.Call(t, route).Is(t, http.StatusNoContent)
		browser.IsSignedOut()
	})
	t.Run("API-13 the headers that apps need are exposed", func(t *testing.T) {
		exposed := strings.Split(node.Call(t, "GET /invoices", "Origin: "+evil).Header.Get("Access-Control-Expose-Headers"), ", ")
		for _, name := range []string{"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "X-Request-Id", "WWW-Authenticate"} {
			if !slices.Contains(exposed, name) {
				t.Errorf("%s is not among %q", name, exposed)
			}
		}
	})
}

// line is one line of a node's log.
type line struct {
	Level, Msg, Request, Correlation string
}

// linesOf are the lines that a node logged about a request.
func linesOf(t *testing.T, node *apptest.Node, request string) []line {
	t.Helper()
	var lines []line
	for text := range strings.Lines(node.Logs.String()) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if l.Request == request {
			lines = append(lines, l)
		}
	}
	return lines
}

func TestARequestIsFoundInTheLogByItsID(t *testing.T) {
	t.Parallel()
	node := apptest.Start(t).Node(0)
	page := node.Browser(t).Open(pagepath.SignIn)
	for name, id := range map[string]string{
		"on the API host": node.Call(t, "GET /nowhere", "X-Request-Id: partner-0001").Header.Get("X-Request-Id"),
		"on the app host": page.Header.Get("X-Request-Id"),
	} {
		t.Run("API-11 "+name, func(t *testing.T) {
			want := []line{{Level: "INFO", Msg: "request", Request: id}}
			if name == "on the API host" {
				want[0].Correlation = "partner-0001"
			}
			if diff := cmp.Diff(want, linesOf(t, node, id)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRefusalsOfTheAPIHostHaveOneShape(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	node, browser := svc.Node(0), svc.User(t, "Olivia").SignIn(t, svc.Node(0))
	for name, c := range map[string]struct {
		answer apptest.Answer
		want   map[string]any
	}{
		"ERR-04 unknown route": {
			node.Call(t, "GET /nowhere"),
			map[string]any{"statusCode": 404.0, "message": "There is nothing here.", "error": "Not Found"},
		},
		"ERR-04 wrong method": {
			node.Call(t, "PUT /account"),
			map[string]any{"statusCode": 405.0, "message": "This path takes GET, HEAD, OPTIONS.", "error": "Method Not Allowed"},
		},
		"ERR-02 nobody is signed in": {
			node.Call(t, "GET /account"),
			map[string]any{"statusCode": 401.0, "message": "Sign in to go on.", "error": "Unauthorized", "code": "SESSION_OVER"},
		},
		"API-08 a declared refusal has its code": {
			browser.Call(t, "DELETE /account/sessions/ses_x"),
			map[string]any{"statusCode": 404.0, "message": "There is no such session, or it has ended.", "error": "Not Found", "code": "SESSION_NOT_FOUND"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got map[string]any
			c.answer.Read(t, &got)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if c.answer.Status == http.StatusMethodNotAllowed && c.answer.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
				t.Errorf("Allow: %s", c.answer.Header.Get("Allow"))
			}
		})
	}
}

func TestOurOwnFaultGivesNothingAway(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t)
	node, browser := svc.Node(0), svc.User(t, "Olivia").SignIn(t, svc.Node(0))
	if _, err := node.DB.Exec(t.Context(), "DROP SCHEMA tenancy CASCADE"); err != nil {
		t.Fatal(err)
	}
	api, page := browser.Call(t, "GET /account"), browser.Open(pagepath.Account)
	traces := regexp.MustCompile(`(?i)tenancy|sqlstate|relation|goroutine|\.go\b`)
	for name, c := range map[string]struct {
		status  int
		body    string
		request string
	}{
		"API": {api.Status, string(api.Body), api.Header.Get("X-Request-Id")},
		"app": {page.Status, page.Body, page.Header.Get("X-Request-Id")},
	} {
		t.Run("ERR-03 on the "+name+" host", func(t *testing.T) {
			if c.status != http.StatusInternalServerError {
				t.Errorf("answered %d", c.status)
			}
			if found := traces.FindString(c.body); found != "" {
				t.Errorf("%q shows in %s", found, c.body)
			}
			var levels []string
			for _, l := range linesOf(t, node, c.request) {
				levels = append(levels, l.Level)
			}
			if diff := cmp.Diff([]string{"ERROR", "INFO"}, levels); diff != "" {
				t.Errorf("the fault stands in the log once, beside the request: %s", diff)
			}
		})
	}
}
