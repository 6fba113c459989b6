package authorize

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestAnswersAreAddedToTheRedirectURI(t *testing.T) {
	t.Parallel()
	for uri, want := range map[string]string{
		"https://a.example/cb":            "https://a.example/cb?code=c&iss=https%3A%2F%2Fapi.example",
		"https://a.example":               "https://a.example?code=c&iss=https%3A%2F%2Fapi.example",
		"https://a.example/cb?":           "https://a.example/cb?code=c&iss=https%3A%2F%2Fapi.example",
		"https://a.example/cb?x=1":        "https://a.example/cb?x=1&code=c&iss=https%3A%2F%2Fapi.example",
		"https://a.example/cb?x=1&":       "https://a.example/cb?x=1&code=c&iss=https%3A%2F%2Fapi.example",
		"https://a.example/c%62?x=%7e+;y": "https://a.example/c%62?x=%7e+;y&code=c&iss=https%3A%2F%2Fapi.example",
	} {
		got := Request{RedirectURI: uri}.answer(param{"code", "c"}, "https://api.example")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestAnyStateComesBackByteForByte reads the answer as both kinds of clients do:
// those that know a plus sign for a space, and those that do not.
func TestAnyStateComesBackByteForByte(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-10 state is echoed byte for byte", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			state := rapid.SliceOf(rapid.Byte()).Draw(t, "state")
			const uri = "https://a.example/cb?x=1"
			answer := Request{RedirectURI: uri, state: append([]byte{}, state...)}.answer(param{"error", "access_denied"}, "https://api.example")
			rest, kept := strings.CutPrefix(answer, uri+"&")
			if !kept {
				t.Fatalf("the URI was changed: %s", answer)
			}
			query, err := url.ParseQuery(rest)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(url.Values{"error": {"access_denied"}, "state": {string(state)}, "iss": {"https://api.example"}}, query); diff != "" {
				t.Fatal(diff)
			}
			_, rest, _ = strings.Cut(rest, "state=")
			raw, _, _ := strings.Cut(rest, "&")
			if plain, err := url.PathUnescape(raw); err != nil || plain != string(state) {
				t.Fatalf("read without plus signs: %q, %v", plain, err)
			}
		})
	})
}
