package mcp

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// How long a text may be before it is cut.
const (
	longestInRecord = 2000
	longestInList   = 500
)

// form is how a fact looks.
type form func(text string) bool

func matches(pattern string) form { return regexp.MustCompile(pattern).MatchString }

// anywhere are the forms in which nobody can say anything: ids of ours, decimal
// numbers, days and instants.
var anywhere = matches(`^([a-z]{2,4}_[0-9a-hjkmnp-tv-z]{28}|-?[0-9]{1,15}(\.[0-9]{1,10})?|` +
	`[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z)?)$`)

var (
	choice = matches(`^[A-Z][A-Z_]{1,39}$`) // of a list of ours
	word   = matches(`^[a-z]{2,20}$`)       // likewise
	name   = matches(`^[a-z_]{2,30}[.:][a-z_]{2,30}$`)
)

// facts are the members whose texts are no texts of people, with the form that they
// must have to be believed. A text in any other member, and one of another form, goes
// to the texts: a new member of the API is kept apart until somebody adds it here.
var facts = map[string]form{
	"status": choice, "kind": choice, "method": choice, "source": choice, "plan": choice, "resourceType": choice, "operation": choice, "origin": choice,
	"type":     func(text string) bool { return choice(text) || word(text) || name(text) },
	"role":     func(text string) bool { return choice(text) || word(text) },
	"currency": matches(`^[A-Z]{3}$`), "country": matches(`^[A-Z]{2}$`), "locale": matches(`^[a-z]{2}(-[A-Z]{2})?$`),
	"timezone":    matches(`^[A-Z][A-Za-z_]{1,20}(/[A-Z][A-Za-z_+0-9-]{1,20}){0,2}$`),
	"permissions": name, "scopes": name,
	"number": matches(`^[A-Z]{0,4}[-/]?([0-9]{2,4}[-/])?[0-9]{1,10}$`),
	"code":   matches(`^[0-9]{1,10}$`), "accountCode": matches(`^[0-9]{1,10}$`),
}

// isFact reports whether a text of a member may stand among the facts.
func isFact(member, text string) bool {
	if anywhere(text) || text == "" {
		return true
	}
	fits, known := facts[member]
	return known && fits(text)
}

// texts are what people typed, out of the facts of one answer.
type texts struct {
	longest  int
	boundary string
	list     []string
}

func newTexts(longest int) *texts { return &texts{longest: longest, boundary: rand.Text()[:8]} }

// value is a copy of a value that stands in a member, with every text in its place.
func (t *texts) value(member string, value any) any {
	if member == "value" {
		return t.foreign(value)
	}
	switch value := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(value))
		for name, inner := range value {
			out[name] = t.value(name, inner)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, inner := range value {
			out[i] = t.value(member, inner)
		}
		return out
	case string:
		if isFact(member, value) {
			return value
		}
		return t.add(value)
	}
	return value
}

// foreign is a value whose very names somebody else chose: what an app keeps on records.
// It is a text as a whole, unless it is a number, or yes or no.
func (t *texts) foreign(value any) any {
	switch value := value.(type) {
	case nil, bool, json.Number:
		return value
	case string:
		return t.add(value)
	}
	text, _ := json.Marshal(value) // it was read from JSON
	return t.add(string(text))
}

func (t *texts) add(text string) any {
	t.list = append(t.list, cut(clean(text), t.longest))
	return map[string]any{"$text": len(t.list)}
}

// into puts the texts beside the facts, if there are any.
func (t *texts) into(content map[string]any) {
	if len(t.list) == 0 {
		return
	}
	all := map[string]any{"boundary": t.boundary}
	for i, text := range t.list {
		all[strconv.Itoa(i+1)] = text
	}
	content["texts"] = all
}

// clean spells out what nobody sees: characters that control, join, turn the direction
// or carry hidden tags. Line ends and tabs stay.
func clean(text string) string {
	if !strings.ContainsFunc(text, unseen) {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if unseen(r) {
			fmt.Fprintf(&out, `\u{%x}`, r)
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

// fillers take place and show nothing, although Unicode counts them as letters or marks.
var fillers = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x034f, Hi: 0x034f, Stride: 1}, {Lo: 0x115f, Hi: 0x1160, Stride: 1}, {Lo: 0x17b4, Hi: 0x17b5, Stride: 1},
		{Lo: 0x180b, Hi: 0x180f, Stride: 1}, {Lo: 0x2800, Hi: 0x2800, Stride: 1}, {Lo: 0x3164, Hi: 0x3164, Stride: 1},
		{Lo: 0xfe00, Hi: 0xfe0f, Stride: 1}, {Lo: 0xffa0, Hi: 0xffa0, Stride: 1},
	},
	R32: []unicode.Range32{{Lo: 0xe0000, Hi: 0xe0fff, Stride: 1}},
}

func unseen(r rune) bool {
	if r == '\n' || r == '\t' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, fillers)
}

// cut shortens a text to so many characters.
func cut(text string, longest int) string {
	n := 0
	for i := range text {
		if n == longest {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
