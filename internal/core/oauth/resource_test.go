package oauth_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/oauth"
)

const origin = "https://api.books.test"

func TestAResourceIsOneAbsoluteURIOnTheAPIOrigin(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		resources []string
		ok        bool
	}{
		"none":                       {nil, true},
		"the origin":                 {[]string{origin}, true},
		"with a slash":               {[]string{origin + "/"}, true},
		"any path and query":         {[]string{origin + "/invoices?x=1"}, true},
		"upper case in scheme, host": {[]string{"HTTPS://API.books.test/x"}, true},
		"the default port spelt out": {[]string{origin + ":443/x"}, true},
		"another port":               {[]string{origin + ":8443/x"}, false},
		"another scheme":             {[]string{"http://api.books.test"}, false},
		"another host":               {[]string{"https://app.books.test"}, false},
		"a host that begins alike":   {[]string{"https://api.books.test.evil.test"}, false},
		"userinfo":                   {[]string{"https://api.books.test@evil.test"}, false},
		"our host behind userinfo":   {[]string{"https://x@api.books.test"}, false},
		"a fragment":                 {[]string{origin + "#x"}, false},
		"an empty fragment":          {[]string{origin + "#"}, false},
		"a relative path":            {[]string{"/invoices"}, false},
		"no scheme":                  {[]string{"//api.books.test"}, false},
		"an opaque URI":              {[]string{"https:api.books.test"}, false},
		"empty":                      {[]string{""}, false},
		"sent twice":                 {[]string{origin, origin}, false},
		"512 characters":             {[]string{origin + "/" + strings.Repeat("x", 512-len(origin)-1)}, true},
		"513 characters":             {[]string{origin + "/" + strings.Repeat("x", 512-len(origin))}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := oauth.CheckResource(row.resources, origin)
			if row.ok != (err == nil) {
				t.Errorf("answered %v", err)
			}
			if e, ok := errors.AsType[*oauth.Error](err); err != nil && (!ok || e.Code != "invalid_target") {
				t.Errorf("answered %v", err)
			}
		})
	}
}

func TestWaitingIsToldInWholeSeconds(t *testing.T) {
	t.Parallel()
	for wait, want := range map[time.Duration]string{
		0:                       "too many requests, retry after 1 seconds",
		1500 * time.Millisecond: "too many requests, retry after 2 seconds",
		time.Minute:             "too many requests, retry after 60 seconds",
	} {
		if diff := cmp.Diff(want, oauth.TooMany(wait).Description); diff != "" {
			t.Error(diff)
		}
	}
}
