package apicheck_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/apicheck"
)

const requestID = "req_0006gxrdfrk1r0141d5fve586pwm"

// canned is what a server answers, whatever it is asked.
type canned struct {
	status int
	header http.Header
	body   string
}

func (c canned) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	for name, values := range c.header {
		w.Header()[name] = values
	}
	w.WriteHeader(c.status)
	_, _ = io.WriteString(w, c.body)
}

// answers is a canned answer with what every answer of the service has; more
// headers come as "Name: value", and one without a value is taken away.
func answers(status int, body string, headers ...string) canned {
	header := http.Header{"X-Request-Id": {requestID}}
	if body != "" {
		header.Set("Content-Type", "application/json; charset=utf-8")
	}
	for _, line := range headers {
		name, value, ok := strings.Cut(line, ": ")
		header.Add(name, value)
		if !ok {
			header.Del(name)
		}
	}
	return canned{status, header, body}
}

// complaints is a test that notes its failures.
type complaints struct {
	testing.TB
	list []string
}

func (c *complaints) Helper() {}

func (c *complaints) Errorf(format string, args ...any) {
	c.list = append(c.list, fmt.Sprintf(format, args...))
}

// ask sends a request through the check and returns its complaints.
func ask(t *testing.T, answer canned, method, path string) string {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	noted := &complaints{TB: t}
	client := &http.Client{
		Transport:     apicheck.Transport(noted, server.Client().Transport),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	req, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if method != http.MethodHead && string(body) != answer.body {
		t.Errorf("the test reads %q, the server sent %q", body, answer.body)
	}
	return strings.Join(noted.list, "\n")
}

const (
	account   = `{"user":{"id":"usr_0006gxrdfrk1r01bdfqdxxg3fb64","name":"Olivia","email":"olivia@bakery.test","locale":"en"},"business":null,"businesses":[]}`
	session   = `"id":"ses_7g06gxrdfrk1r01amfzq3tk7993c","current":true,"createdAt":"2026-11-14T22:38:07.000Z","lastSeenAt":"2026-11-14T22:38:07.000Z","expiresAt":"2026-11-14T22:38:07.000Z","address":null,"userAgent":""`
	nowhere   = `{"statusCode":404,"message":"There is nothing here.","error":"Not Found"}`
	takesGet  = `{"statusCode":405,"message":"This path takes GET, HEAD, OPTIONS.","error":"Method Not Allowed"}`
	badForm   = `{"statusCode":400,"message":["page should not exist"],"error":"Bad Request"}`
	noSession = `{"statusCode":404,"message":"There is no such session.","error":"Not Found","code":"SESSION_NOT_FOUND"}`
)

func TestWhatIsDescribedPasses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, method, path string
		answer             canned
	}{
		{"an answer", "GET", "/account", answers(200, account)},
		{"HEAD", "HEAD", "/account", answers(200, "", "Content-Type: application/json")},
		{"a list", "GET", "/account/sessions", answers(200, `{"data":[{`+session+`}]}`)},
		{"no content", "DELETE", "/account/sessions/ses_1", answers(204, "")},
		{"a refusal", "DELETE", "/account/sessions/ses_1", answers(404, noSession)},
		{"problems", "GET", "/account", answers(400, badForm)},
		{"a limit", "GET", "/account", answers(429, `{"statusCode":429,"message":"Too often.","error":"Too Many Requests"}`, "Retry-After: 17")},
		{"an unknown route", "GET", "/nothing", answers(404, nowhere)},
		{"a wrong method", "PATCH", "/account", answers(405, takesGet, "Allow: GET, HEAD, OPTIONS")},
		{"a wrong method on a path with a parameter", "GET", "/account/sessions/1", answers(405, takesGet, "Allow: DELETE, OPTIONS")},
		{"OPTIONS", "OPTIONS", "/account", answers(204, "", "Allow: GET, HEAD, OPTIONS")},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := ask(t, c.answer, c.method, c.path); got != "" {
				t.Error(got)
			}
		})
	}
}

func TestWhatIsNotDescribedFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, method, path string
		answer             canned
		want               string
	}{
		{"an undescribed route", "GET", "/nothing", answers(200, `{}`), "status 200 is not described"},
		{"an undescribed method", "PUT", "/account", answers(200, account), "status 200 is not described"},
		{"a redirect from nowhere", "GET", "/account/", answers(301, "", "Location: /account"), "status 301 is not described"},
		{"an undescribed status", "GET", "/account", answers(418, `{}`), "status 418 is not described"},
		{"a redirect", "GET", "/account", answers(302, "", "Location: /signin"), "status 302 is not described"},
		{"no request id", "GET", "/account", answers(200, account, "X-Request-Id"), "header X-Request-Id is missing"},
		{"a request id of another form", "GET", "/account", answers(200, account, "X-Request-Id", "X-Request-Id: 17"), "header X-Request-Id"},
		{"two request ids", "GET", "/account", answers(200, account, "X-Request-Id: "+requestID), "comes 2 times"},
		{"no Retry-After", "GET", "/account", answers(429, `{"statusCode":429,"message":"Too often.","error":"Too Many Requests"}`), "header Retry-After is missing"},
		{"a Retry-After of another form", "GET", "/account", answers(429, `{"statusCode":429,"message":"Too often.","error":"Too Many Requests"}`, "Retry-After: soon"), "header Retry-After"},
		{"no content type", "GET", "/account", answers(200, account, "Content-Type", "Content-Type: "), "content type"},
		{"another content type", "GET", "/account", answers(200, account, "Content-Type", "Content-Type: text/html"), "content type text/html is not described"},
		{"another content type for HEAD", "HEAD", "/account", answers(200, "", "Content-Type: text/html"), "content type text/html is not described"},
		{"no JSON", "GET", "/account", answers(200, `{`), "not JSON"},
		{"two JSON texts", "GET", "/account", answers(200, account+account), "not JSON"},
		{"a missing member", "GET", "/account", answers(200, `{"user":null,"business":null}`), "businesses"},
		{"a member of another type", "GET", "/account/sessions", answers(200, `{"data":{}}`), "want array"},
		{"an id of another kind", "GET", "/account", answers(200, strings.Replace(account, "usr_", "biz_", 1)), "does not match pattern"},
		{"a time without milliseconds", "GET", "/account/sessions", answers(200, `{"data":[{`+strings.Replace(session, ".000Z", "Z", 1)+`}]}`), "does not match pattern"},
		{"a member that is not described", "GET", "/account", answers(200, strings.Replace(account, `"name"`, `"passwordHash":"x","name"`, 1)), "passwordHash"},
		{"one in an element", "GET", "/account/sessions", answers(200, `{"data":[{"tokenHash":"x",`+session+`}]}`), "tokenHash"},
		{"one in a refusal", "GET", "/nothing", answers(404, strings.Replace(nowhere, `"error"`, `"stack":"x","error"`, 1)), "stack"},
		{"a code that is not declared", "GET", "/nothing", answers(404, strings.Replace(nowhere, `"error"`, `"code":"NOBODY_KNOWS","error"`, 1)), "must be one of"},
		{"validation with a code", "GET", "/account", answers(400, strings.Replace(badForm, `"error"`, `"code":"EMAIL_TAKEN","error"`, 1)), "code"},
		{"params without a code", "GET", "/nothing", answers(404, strings.Replace(nowhere, `"error"`, `"params":{"p0":"x"},"error"`, 1)), "code"},
		{"params with names", "GET", "/nothing", answers(404, strings.Replace(nowhere, `"error"`, `"code":"EMAIL_TAKEN","params":{"name":"x"},"error"`, 1)), "name"},
		{"another status in the body", "GET", "/nothing", answers(404, strings.Replace(nowhere, "404", "400", 1)), "404"},
		{"another name of the status", "GET", "/nothing", answers(404, strings.Replace(nowhere, "Not Found", "NotFound", 1)), "Not Found"},
		{"a plain text from nowhere", "GET", "/nothing", answers(404, "404 page not found", "Content-Type", "Content-Type: text/plain"), "text/plain is not described"},
		{"a described path that is not there", "PATCH", "/account", answers(404, nowhere), "so it is there"},
		{"a method too many", "PATCH", "/account", answers(405, takesGet, "Allow: DELETE, GET, HEAD, OPTIONS"), "Allow says"},
		{"no Allow", "PATCH", "/account", answers(405, takesGet), "Allow says"},
		{"a path that only the service knows", "PATCH", "/nothing", answers(405, takesGet, "Allow: GET, HEAD, OPTIONS"), "Allow says"},
		{"another code than the operation's", "DELETE", "/account/sessions/ses_1", answers(404, nowhere), "code"},
		{"OPTIONS without a request id", "OPTIONS", "/account", answers(204, "", "X-Request-Id"), "X-Request-Id is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := ask(t, c.answer, c.method, c.path)
			if got == "" || !strings.Contains(got, c.want) {
				t.Errorf("complaints %q, want one about %q", got, c.want)
			}
		})
	}
}

func TestAnAnswerIsHeldToTheVersionThatItSpeaks(t *testing.T) {
	t.Parallel()
	const now, was = `{"data":[],"hasMore":false,"nextCursor":null}`, `{"items":[],"next":null}`
	for _, c := range []struct{ version, body, want string }{
		{"2026-11-01", now, ""},
		{"2026-11-01", was, "items"},
		{"2025-02-01", was, ""},
		{"2025-02-01", now, "hasMore"},
		{"2024-06-01", was, ""},
	} {
		t.Run("VER-03 "+c.version+" "+c.body, func(t *testing.T) {
			t.Parallel()
			got := ask(t, answers(200, c.body, "Service-Version: "+c.version), "GET", "/suppliers")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("complaints %q, want one about %q", got, c.want)
			}
		})
	}
}

func TestTheExamplesAreAnswersThatPass(t *testing.T) {
	t.Parallel()
	for _, operation := range operations(t) {
		responses, _ := operation.Child("responses")
		for status, response := range responses.Children() {
			for name, example := range examples(response) {
				t.Run(operation.Pattern()+" "+status+" "+name, func(t *testing.T) {
					t.Parallel()
					code, err := strconv.Atoi(status)
					if err != nil {
						t.Fatal(err)
					}
					if got := ask(t, answers(code, example, exampleHeaders(response)...), operation.Method, operation.Path); got != "" {
						t.Error(got)
					}
				})
			}
		}
	}
}

func examples(response api.Node) map[string]string {
	found := map[string]string{}
	content, _ := response.Child("content")
	media, _ := content.Child("application/json")
	list, _ := media.Child("examples")
	for name, example := range list.Children() {
		value, _ := example.Child("value")
		text, _ := json.Marshal(value.Value)
		found[name] = string(text)
	}
	return found
}

// exampleHeaders are the headers of a response that are described with an
// example, or with the one value that they have.
func exampleHeaders(response api.Node) []string {
	var lines []string
	headers, _ := response.Child("headers")
	for name, header := range headers.Children() {
		value, ok := header.Child("example")
		if !ok {
			schema, _ := header.Child("schema")
			value, ok = schema.Child("const")
		}
		if ok {
			lines = append(lines, fmt.Sprintf("%s: %v", name, value.Value))
		}
	}
	return lines
}

func TestTablesAreComparedBothWays(t *testing.T) {
	t.Parallel()
	var patterns []string
	for _, operation := range operations(t) {
		patterns = append(patterns, operation.Pattern())
	}
	noted := &complaints{TB: t}
	apicheck.Routes(noted, patterns)
	if len(noted.list) != 0 {
		t.Error(noted.list)
	}
	apicheck.Routes(noted, append(patterns[1:], "GET /secret"))
	if len(noted.list) != 1 || !strings.Contains(noted.list[0], patterns[0]) || !strings.Contains(noted.list[0], "GET /secret") {
		t.Errorf("complaints %q, want the route that is missing and the one too many", noted.list)
	}
	noted.list = nil
	apicheck.Codes(noted, []string{"NOBODY_KNOWS"})
	if len(noted.list) != 1 || !strings.Contains(noted.list[0], "NOBODY_KNOWS") || !strings.Contains(noted.list[0], "SESSION_OVER") {
		t.Errorf("complaints %q, want the codes that are missing and the one too many", noted.list)
	}
}

func operations(t *testing.T) []api.Operation {
	t.Helper()
	description, err := api.Load()
	if err != nil {
		t.Fatal(err)
	}
	operations, err := description.Operations()
	if err != nil {
		t.Fatal(err)
	}
	return operations
}
