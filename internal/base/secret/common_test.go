package secret

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTheCommonListHoldsOnlyWhatLengthAloneWouldLetThrough(t *testing.T) {
	t.Parallel()
	words := strings.Split(strings.TrimSpace(commonList), "\n")
	if !slices.IsSorted(words) {
		t.Error("the list is not sorted")
	}
	for _, word := range words {
		if utf8.RuneCountInString(word) < MinPassword || word != strings.ToLower(word) {
			t.Errorf("%q is too short to matter or not in lower case", word)
		}
	}
}
