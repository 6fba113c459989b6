package oauth_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/oauth"
)

func TestAnObjectIsTakenApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body string
		want []string // names of the members
		err  string
	}{
		{`{}`, nil, ""},
		{` {"b": [1, {"a": 2}], "a": null} `, []string{"a", "b"}, ""},
		{`{"a": 1, "a": 1}`, nil, "the body has a member twice"},
		{`{"a": {"b": 1, "b": 1}}`, []string{"a"}, ""},
		{``, nil, "the body must be one JSON object"},
		{`[]`, nil, "the body must be one JSON object"},
		{`null`, nil, "the body must be one JSON object"},
		{`{"a"}`, nil, "the body must be one JSON object"},
		{`{"a": }`, nil, "the body must be one JSON object"},
		{`{"a": 1`, nil, "the body must be one JSON object"},
		{`{"a": 1}{`, nil, "the body must be one JSON object"},
		{"{\"\xff\": 1}", nil, "the body must be one JSON object"},
	} {
		members, err := oauth.Object([]byte(c.body))
		said := ""
		if err != nil {
			said = err.Error()
		}
		if diff := cmp.Diff(c.err, said); diff != "" {
			t.Errorf("%s: %s", c.body, diff)
		}
		if diff := cmp.Diff(c.want, slices.Sorted(maps.Keys(members))); diff != "" {
			t.Errorf("%s: %s", c.body, diff)
		}
	}
}

func TestAMemberIsReadAsText(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]struct {
		text string
		ok   bool
	}{
		"": {"", true}, "null": {"", true}, `""`: {"", true}, `"a\u00e9"`: {"aé", true},
		"1": {"", false}, `["a"]`: {"", false}, `"a\u0000"`: {"a\x00", false},
	} {
		if text, ok := oauth.Text(json.RawMessage(raw)); text != want.text || ok != want.ok {
			t.Errorf("%q: %q, %t", raw, text, ok)
		}
	}
}
