package app_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestAHeaderThatIsTooLargeIsRefusedInTheShapeOfItsFamily(t *testing.T) {
	t.Parallel()
	node := apptest.Start(t).Node(0)
	large := "X-Large: " + strings.Repeat("x", 40<<10)
	t.Run("ERR-02 the Business API", func(t *testing.T) {
		var body map[string]any
		node.Call(t, "GET /me", large).Is(t, http.StatusRequestHeaderFieldsTooLarge).Read(t, &body)
		if body["statusCode"] != 431.0 || body["error"] != "Request Header Fields Too Large" || body["message"] != "The header must be at most 32768 bytes." {
			t.Errorf("it says %v", body)
		}
	})
	t.Run("ERR-01 the OAuth endpoints", func(t *testing.T) {
		node.Browser(t).Send(t, "POST /oauth/token", "", large).SaysOAuth(t, http.StatusRequestHeaderFieldsTooLarge, "invalid_request", "the header is too large")
	})
}

func TestEveryAnswerTellsBrowsersWhatIsNotUsed(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		subdomains bool
		want       string
	}{
		"the hosts alone":    {false, "max-age=63072000"},
		"all subdomains too": {true, "max-age=63072000; includeSubDomains"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			node := apptest.Start(t, apptest.Configure(func(c *app.Config) { c.HSTSSubdomains = row.subdomains })).Node(0)
			page := node.Browser(t)
			page.Open(pagepath.SignIn)
			for host, header := range map[string]http.Header{"api": node.Call(t, "GET /me").Header, "app": page.Page.Header} {
				if got := header.Get("Strict-Transport-Security"); got != row.want {
					t.Errorf("the %s host says %q", host, got)
				}
				if got := header.Get("Permissions-Policy"); !strings.Contains(got, "camera=()") {
					t.Errorf("the %s host permits %q", host, got)
				}
			}
		})
	}
}

// Whatever is opened by itself runs nothing of others, is framed by nobody and has the
// base that it says.
func TestEveryPolicyForbidsWhatNobodyNeeds(t *testing.T) {
	t.Parallel()
	node := apptest.Start(t).Node(0)
	page := node.Browser(t)
	policies := map[string]string{"an answer of the API": node.Call(t, "GET /me").Header.Get("Content-Security-Policy")}
	open := func(path string) {
		page.Open(path)
		policies[path] = page.Page.Header.Get("Content-Security-Policy")
	}
	open(pagepath.SignIn)
	style := regexp.MustCompile(`href="(` + pagepath.Static + `[^"]+)"`).FindStringSubmatch(page.Page.Body)
	if style == nil {
		t.Fatal("the page has no style")
	}
	for _, path := range []string{style[1], pagepath.Marketplace, pagepath.Docs, pagepath.Docs + "/nothing", "/nothing"} {
		open(path)
	}
	for what, policy := range policies {
		for _, rule := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(policy, rule) {
				t.Errorf("%s comes without %s: %s", what, rule, policy)
			}
		}
		if strings.Contains(policy, "object-src") || regexp.MustCompile(`script-src[^;]*'unsafe-(inline|eval)'`).MatchString(policy) {
			t.Errorf("%s: %s", what, policy)
		}
	}
}

func TestTheAccessLogTellsWhoCalled(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Configure(func(c *app.Config) { c.TrustedProxies = []string{"127.0.0.1"} }))
	app, owner := svc.ReviewedApp(t, scope.ProfileRead), svc.User(t, "Olivia")
	business := svc.Business(t, owner)
	tokens := app.Given(t, owner, business, scope.ProfileRead)
	for address, network := range map[string]string{"198.51.100.7": "198.51.100.0/24", "2001:db8:1:2:3::4": "2001:db8:1::/48"} {
		answer := tokens.Send(t, svc.Node(0), "GET /me", nil, "X-Forwarded-For: "+address).Is(t, http.StatusOK)
		line := accessLine(t, svc.Node(0), answer.Header.Get("X-Request-Id"))
		for name, want := range map[string]any{
			"app": app.ID.String(), "business": business.ID.String(), "network": network, "version": answer.Header.Get("Service-Version"),
			"route": "GET /me", "status": 200.0,
		} {
			if line[name] != want {
				t.Errorf("%s is %v, want %v", name, line[name], want)
			}
		}
		if _, ok := line["durationMs"].(float64); !ok {
			t.Errorf("it took %v", line["durationMs"])
		}
		if strings.Contains(svc.Node(0).Logs.String(), address) {
			t.Errorf("the log holds the address %s", address)
		}
	}
}

// accessLine is the line of the access log about a request. It is written once
// the answer is out.
func accessLine(t *testing.T, node *apptest.Node, request string) (line map[string]any) {
	t.Helper()
	apptest.Eventually(t, "the access log tells of a request", func() bool {
		for text := range strings.Lines(node.Logs.String()) {
			line = nil
			if err := json.Unmarshal([]byte(text), &line); err != nil {
				t.Fatal(err)
			}
			if line["msg"] == "request" && line["request"] == request {
				return true
			}
		}
		return false
	})
	return line
}
