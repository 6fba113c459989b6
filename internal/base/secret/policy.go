package secret

import (
	_ "embed"
	"errors"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The bounds of a password, in characters. Within them it has to be hard to
// guess; rules about digits and signs make passwords worse, not better.
const (
	MinPassword = 12
	MaxPassword = 128
)

// Why a password is not taken.
var (
	ErrPasswordShort  = errors.New("password is too short")
	ErrPasswordLong   = errors.New("password is too long")
	ErrPasswordCommon = errors.New("password is easy to guess")
	ErrPasswordForm   = errors.New("password is not valid text")
)

// commonList holds passwords of twelve characters or more that are met in every
// leaked collection; shorter ones are refused for their length.
//
//go:embed common.txt
var commonList string

var common = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.Lines(commonList) {
		set[strings.TrimSpace(word)] = true
	}
	return set
})

// CheckPolicy tells why a new password cannot be taken, or nil. What is known
// of the person, such as the e-mail address, makes no password either.
func CheckPolicy(password string, known ...string) error {
	if !utf8.ValidString(password) {
		return ErrPasswordForm
	}
	text := norm.NFC.String(password)
	switch n := utf8.RuneCountInString(text); {
	case n < MinPassword:
		return ErrPasswordShort
	case n > MaxPassword:
		return ErrPasswordLong
	}
	for _, word := range known {
		if strings.EqualFold(text, norm.NFC.String(word)) {
			return ErrPasswordCommon
		}
	}
	if lower := strings.ToLower(text); common()[lower] || repeats(lower) || runs(lower) || weak(text, known) {
		return ErrPasswordCommon
	}
	return nil
}

// repeats reports whether a text is one short piece over and over, such as
// "abcabcabcabc".
func repeats(text string) bool {
	const longestPiece = 4
	letters := []rune(text)
	for piece := range longestPiece {
		if hasPeriod(letters, piece+1) {
			return true
		}
	}
	return false
}

func hasPeriod(letters []rune, period int) bool {
	for i := period; i < len(letters); i++ {
		if letters[i] != letters[i-period] {
			return false
		}
	}
	return true
}

// runs reports whether a text only counts up or down, such as "abcdefghijkl".
// From 9 it may go on with 0.
func runs(text string) bool {
	letters := []rune(text)
	up, down := true, true
	for i := 1; i < len(letters); i++ {
		step := letters[i] - letters[i-1]
		up = up && (step == 1 || letters[i-1] == '9' && letters[i] == '0')
		down = down && (step == -1 || letters[i-1] == '0' && letters[i] == '9')
	}
	return up || down
}
