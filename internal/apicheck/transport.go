package apicheck

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"testing"
)

// Transport checks every answer that comes through base. A nil base is
// http.DefaultTransport.
func Transport(t testing.TB, base http.RoundTripper) http.RoundTripper {
	t.Helper()
	contract, err := load()
	if err != nil {
		t.Fatalf("read api/: %v", err)
	}
	if base == nil {
		base = http.DefaultTransport
	}
	return &transport{t, base, contract}
}

type transport struct {
	t        testing.TB
	base     http.RoundTripper
	contract *contract
}

// RoundTrip sends the request and reads the answer as the test will.
func (tr *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	tr.t.Helper()
	resp, err := tr.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.Header.Get("Content-Type") == eventStream {
		tr.checkEvents(req, resp)
		return resp, nil
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	if err := resp.Body.Close(); err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	for _, problem := range tr.contract.check(req, resp, body) {
		tr.t.Errorf("api/ does not promise this answer to %s %s:\n%d %s\n%s", req.Method, req.URL.Path, resp.StatusCode, body, problem)
	}
	return resp, nil
}
