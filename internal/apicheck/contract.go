package apicheck

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/edition"
)

// contract is api/, made ready for questions.
type contract struct {
	description *api.Description
	operations  []api.Operation
	schemas     *schemas
	older       map[string]func() (*contract, error) // what older versions promise, by their names
}

var load = sync.OnceValues(func() (*contract, error) {
	description, err := api.Load()
	if err != nil {
		return nil, err
	}
	newest, err := newContract(description)
	if err != nil {
		return nil, err
	}
	editions, err := edition.New(edition.Config{Description: description})
	if err != nil {
		return nil, err
	}
	newest.older = map[string]func() (*contract, error){}
	for _, v := range version.All() {
		if len(shape.After(v)) > 0 {
			newest.older[v.Name] = sync.OnceValues(func() (*contract, error) { return newContract(editions.Description(v)) })
		}
	}
	return newest, nil
})

// versionHeader is how an answer tells its version, in a service of that name.
const versionHeader = "Service-Version"

// in is what is promised in the version that an answer speaks.
func (c *contract) in(spoken string) (*contract, error) {
	if older, ok := c.older[spoken]; ok {
		return older()
	}
	return c, nil
}

func newContract(description *api.Description) (*contract, error) {
	operations, err := description.Operations()
	if err != nil {
		return nil, err
	}
	schemas, err := newSchemas(description)
	if err != nil {
		return nil, err
	}
	return &contract{description: description, operations: operations, schemas: schemas}, nil
}

// check lists what is wrong with an answer, in the version that it speaks.
func (c *contract) check(req *http.Request, resp *http.Response, body []byte) []string {
	c, err := c.in(resp.Header.Get(versionHeader))
	if err != nil {
		return []string{err.Error()}
	}
	path := req.URL.EscapedPath()
	if req.Method == http.MethodOptions && resp.StatusCode == http.StatusNoContent {
		return c.checkOptions(resp, body)
	}
	operation, ok := c.match(req.Method, path)
	if !ok || resp.StatusCode == http.StatusRequestHeaderFieldsTooLarge { // refused before its operation is looked for
		return c.checkUnmatched(req.Method, path, resp, body)
	}
	responses, _ := operation.Child("responses")
	return c.checkAnswer(responses, req.Method, resp, body)
}

// checkOptions judges the answer to a preflight or a question for the methods.
// Neither is an operation.
func (c *contract) checkOptions(resp *http.Response, body []byte) []string {
	var problems []string
	if len(body) > 0 {
		problems = append(problems, "an answer to OPTIONS has no body")
	}
	if resp.Header.Get("X-Request-Id") == "" {
		problems = append(problems, "the header X-Request-Id is missing")
	}
	return problems
}

// operators are those from whom alone nothing under this path is hidden.
const operators = "/admin/"

// checkUnmatched judges an answer from where nothing is described.
func (c *contract) checkUnmatched(method, path string, resp *http.Response, body []byte) []string {
	responses, err := c.unmatched(path)
	if err != nil {
		return []string{err.Error()}
	}
	methods := c.methodsOn(path)
	switch {
	case resp.StatusCode == http.StatusMethodNotAllowed && resp.Header.Get("Allow") != strings.Join(methods, ", "):
		return []string{fmt.Sprintf("the path is described for %q, and Allow says %q", methods, resp.Header.Get("Allow"))}
	case resp.StatusCode == http.StatusNotFound && len(methods) > 0 && !strings.HasPrefix(path, operators):
		return []string{fmt.Sprintf("the path is described for %q, so it is there", methods)}
	}
	return c.checkAnswer(responses, method, resp, body)
}

// unmatched finds the responses of x-unmatched that speak for a path.
func (c *contract) unmatched(path string) (responses api.Node, err error) {
	rows, err := c.description.Find(api.Root + "#/x-unmatched")
	if err != nil {
		return api.Node{}, err
	}
	longest := 0
	for prefix, row := range rows.Children() {
		if strings.HasPrefix(path, prefix) && len(prefix) > longest {
			responses, longest = row, len(prefix)
		}
	}
	if longest == 0 {
		return api.Node{}, fmt.Errorf("no prefix in x-unmatched speaks for %s", path)
	}
	return responses, nil
}

// match finds the operation that a request asks for, like the router does: of
// two that fit, the one with the earlier literal segment.
func (c *contract) match(method, path string) (found api.Operation, ok bool) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	for _, operation := range c.operations {
		if operation.Method == method && fits(operation.Path, path) && (!ok || nearer(operation.Path, found.Path)) {
			found, ok = operation, true
		}
	}
	return found, ok
}

func fits(template, path string) bool {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && (!isParameter(want[i]) || got[i] == "") {
			return false
		}
	}
	return true
}

func nearer(a, b string) bool {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	for i := range as {
		if isParameter(as[i]) != isParameter(bs[i]) {
			return isParameter(bs[i])
		}
	}
	return false
}

func isParameter(segment string) bool { return strings.HasPrefix(segment, "{") }

// methodsOn lists the methods that the service must take on a path, sorted.
func (c *contract) methodsOn(path string) []string {
	var methods []string
	for _, operation := range c.operations {
		if fits(operation.Path, path) {
			methods = append(methods, operation.Method, http.MethodOptions)
			if operation.Method == http.MethodGet {
				methods = append(methods, http.MethodHead)
			}
		}
	}
	slices.Sort(methods)
	return slices.Compact(methods)
}
