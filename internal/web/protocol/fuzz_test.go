package protocol

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/oauth"
)

// refusedAs fails the test unless an error is the protocol's invalid_request.
func refusedAs(t *testing.T, err error) {
	t.Helper()
	if e, ok := errors.AsType[*oauth.Error](err); !ok || e.Code != oauth.CodeInvalidRequest {
		t.Errorf("not of the protocol: %v", err)
	}
}

// FuzzForm shows that a form is read as everybody reads it, or refused.
func FuzzForm(f *testing.F) {
	for _, seed := range []string{
		"grant_type=refresh_token&refresh_token=x", "a=b&a=c", "resource=a&resource=b&resource=", "%", "a;b", "a=%00", "a=%ff", "=", "&&", "a+b=c%20d",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := parseForm(text)
		if err != nil {
			refusedAs(t, err)
			return
		}
		values, err := url.ParseQuery(text)
		if err != nil {
			t.Fatalf("a form that is none is read: %v", err)
		}
		for name, list := range values {
			if name == "resource" {
				continue
			}
			if diff := cmp.Diff([]string{got.Get(name)}, list); diff != "" || !utf8.ValidString(list[0]) {
				t.Errorf("%q: %s", name, diff)
			}
		}
		for _, resource := range got.resources {
			if resource == "" {
				t.Error("a resource without a value is taken for one")
			}
		}
	})
}

// FuzzJSON shows that a JSON body is read as everybody reads it, or refused.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"client_id":"a","scope":"b"}`, `{"client_id":1}`, `{"client_id":null}`, `{"a":1,"a":2}`, `{"resource":["a",""]}`, `{"resource":[[]]}`, `{} x`, "\xff", `{"scope":"\u0000"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := parseJSON(body)
		if err != nil {
			refusedAs(t, err)
			return
		}
		var members map[string]any
		if err := json.Unmarshal(body, &members); err != nil {
			t.Fatalf("a body that is no object is read: %v", err)
		}
		for _, name := range jsonParameters {
			want, _ := members[name].(string)
			if diff := cmp.Diff(want, got.Get(name)); diff != "" || members[name] != nil && members[name] != want {
				t.Errorf("%s: %s", name, diff)
			}
		}
	})
}

// FuzzBasic shows that credentials are read as they were put together, and that
// nothing else is read at all.
func FuzzBasic(f *testing.F) {
	for _, seed := range []string{"id:secret", "a%3Ab:c%3Ad", ":", "id", "%zz:x", "a+b:c", "id:"} {
		f.Add(seed, base64.StdEncoding.EncodeToString([]byte(seed)))
	}
	f.Fuzz(func(t *testing.T, plain, encoded string) {
		request := func(header string) *http.Request {
			return &http.Request{Header: http.Header{"Authorization": {header}}}
		}
		id, secret, ok := basic(request("Basic " + encoded))
		if ok && (id == "" || unstorable(id) || unstorable(secret)) {
			t.Errorf("%q is read as %q and %q", encoded, id, secret)
		}
		// What a client makes of any two texts that can be stored is read back.
		id, secret = plain, encoded
		header := "Basic " + base64.StdEncoding.EncodeToString([]byte(url.QueryEscape(id)+":"+url.QueryEscape(secret)))
		gotID, gotSecret, ok := basic(request(header))
		if want := id != "" && !unstorable(id) && !unstorable(secret); ok != want || ok && (gotID != id || gotSecret != secret) {
			t.Errorf("%q and %q are read as %q and %q (%t)", id, secret, gotID, gotSecret, ok)
		}
	})
}
