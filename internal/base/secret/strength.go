package secret

import (
	"strings"
	"unicode"

	"github.com/ccojocar/zxcvbn-go"
	"github.com/ccojocar/zxcvbn-go/matching"
)

const (
	// goodEnough is the score of zxcvbn, from 0 to 4, from which on a password
	// withstands guessing where guesses are limited.
	goodEnough = 3
	// mostJudged bounds the judge's work, which grows faster than the password.
	// Whoever types more has to be good within it.
	mostJudged = 64
	// shortestWord is the least that is taken for a word of the person's own.
	shortestWord = 3
)

// unleet undoes the usual disguises of letters, so that "p@ssw0rd" is seen for
// what it is. The judge would try every reading of every sign, which takes it
// seconds for some texts.
var unleet = strings.NewReplacer("@", "a", "4", "a", "8", "b", "(", "c", "3", "e", "6", "g", "1", "i", "!", "i", "0", "o", "$", "s", "5", "s", "+", "t", "7", "t", "2", "z")

// weak reports whether a password is easy to guess for somebody who knows the
// words.
func weak(password string, known []string) bool {
	letters := []rune(strings.ToLower(password))
	text := string(letters[:min(len(letters), mostJudged)])
	words := wordsOf(known)
	for _, reading := range []string{text, unleet.Replace(text)} {
		if zxcvbn.PasswordStrength(reading, words, matching.FilterL33tMatcher).Score < goodEnough {
			return true
		}
	}
	return false
}

// wordsOf takes apart what is known of a person: a name, an address.
func wordsOf(known []string) (words []string) {
	for _, text := range known {
		text = strings.ToLower(text)
		words = append(words, text)
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if len(word) >= shortestWord {
				words = append(words, word)
			}
		}
	}
	return words
}
