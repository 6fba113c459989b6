package html

import (
	"strings"
	"unicode"
)

// Name is a name that somebody outside chose for an app or an organization. It
// prints itself without anything that could make it look like another name or
// turn the text around it: a template cannot forget to.
type Name string

const (
	maxName  = 80 // as many as the registry lets in; a metadata document is not asked
	maxMarks = 2  // on one letter; more of them climb over the lines above
)

// String is the name as it may be shown.
func (n Name) String() string {
	var shown []rune
	marks := 0
	for _, r := range strings.Join(strings.Fields(string(n)), " ") {
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if unseen(r) || marks > maxMarks {
			continue
		}
		if len(shown) == maxName {
			shown[maxName-1] = '…'
			break
		}
		shown = append(shown, r)
	}
	return strings.TrimSpace(string(shown))
}

// unseen leaves the two joiners alone: some scripts, and many emoji, need them.
func unseen(r rune) bool {
	const nonJoiner, joiner, blankBraille = '\u200c', '\u200d', '\u2800'
	switch r {
	case nonJoiner, joiner:
		return false
	case blankBraille:
		return true
	}
	return !unicode.IsGraphic(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// initial is the first letter, in place of a picture.
func (n Name) initial() string {
	for _, r := range n.String() {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return ""
}
