package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// load sends requests to the node.
type load struct {
	url      string
	clients  int
	each     time.Duration
	partners []*partner
	senders  atomic.Uint32
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

func (l *load) get(ctx context.Context, url, authorization string, into *[]byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", authorization)
	return answered(req, http.StatusOK, into)
}

// form makes a request with a form in it, each from another address: limits count by
// address, and are not what is measured.
func (l *load) form(ctx context.Context, url, id, secret string, form url.Values) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	from := l.senders.Add(1)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("11.%d.%d.%d", byte(from>>16), byte(from>>8), byte(from)))
	req.SetBasicAuth(id, secret)
	return req, nil
}

// answered wants a request to be answered so, and keeps the answer where that is
// wanted.
func answered(req *http.Request, status int, into *[]byte) error {
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != status {
		err = fmt.Errorf("answered %d: %s", resp.StatusCode, body)
	}
	if into != nil {
		*into = body
	}
	return err
}
