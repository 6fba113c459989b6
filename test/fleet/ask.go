package fleet

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Answer is what a node said; status 0 is nothing.
type Answer struct {
	Status int
	Body   []byte
}

// Ask sends one request to the API host, once: the body cannot be read again, so
// that Go's client does not come again by itself.
func (n *Node) Ask(ctx context.Context, method, path, body string, header http.Header) (Answer, error) {
	var content io.Reader
	if body != "" {
		content = io.NopCloser(strings.NewReader(body))
	}
	request, err := http.NewRequestWithContext(ctx, method, "http://"+n.API+path, content)
	if err != nil {
		panic(err)
	}
	request.ContentLength, request.Header = int64(len(body)), header
	request.Header.Set("User-Agent", "fleet")
	got, err := n.client.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		return Answer{}, err
	}
	return Answer{got.StatusCode, text}, nil
}

// Bearer is the header of a call with a token.
func Bearer(token string) http.Header { return http.Header{"Authorization": {"Bearer " + token}} }

// Form is the header of a form that a client sends from an address of its own:
// limits go by address.
func Form(clientID, secret, from string) http.Header {
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "X-Forwarded-For": {from}}
	request := &http.Request{Header: header}
	request.SetBasicAuth(url.QueryEscape(clientID), url.QueryEscape(secret))
	return header
}

// Tokens are what the token endpoint gives.
type Tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

// Each does something again and again, so often at most.
func Each(ctx context.Context, every time.Duration, do func(n int)) {
	for n := 0; ctx.Err() == nil; n++ {
		next := time.Now().Add(every)
		do(n)
		Pause(ctx, time.Until(next))
	}
}
