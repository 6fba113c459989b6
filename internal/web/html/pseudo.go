package html

import (
	"strings"

	"golang.org/x/text/language"
)

const (
	plainLetters   = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	foreignLetters = "áƀçđéƒğħíĵķłɱñóƥɋřšŧúṽŵẋýžÁƁÇĐÉƑĞĦÍĴĶŁṀÑÓƤɊŘŠŦÚṼŴẊÝŽ"
)

// disguise makes a made-up language of this one: every letter foreign, every
// text a third longer, as German would be, and in brackets, so that one that
// was glued together or cut off is seen.
func (c *catalogue) disguise(locale, dir string) *catalogue {
	made := &catalogue{locale: locale, tag: language.English, dir: dir, comma: c.comma, texts: map[string]string{}}
	for id, text := range c.texts {
		made.texts[id] = "⟦" + disguise(text) + strings.Repeat("·", len(text)/3) + "⟧"
	}
	return made
}

func disguise(text string) string {
	plain, foreign := []rune(plainLetters), []rune(foreignLetters)
	letters := make(map[rune]rune, len(plain))
	for i, r := range plain {
		letters[r] = foreign[i]
	}
	inName := false
	return strings.Map(func(r rune) rune {
		switch {
		case r == '{':
			inName = true
		case r == '}':
			inName = false
		case !inName && letters[r] != 0:
			return letters[r]
		}
		return r
	}, text)
}
