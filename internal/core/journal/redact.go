package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/secret"
)

// What is kept of a call shows which members were sent and of what sort their
// values were. A value itself is kept only if its member is known here and the
// value has the form that the member should have; all else is taken out, so
// that a new member of the API is silent until somebody adds it. See
// docs/decisions/0028.

// form is how a harmless value looks.
type form func(text string) bool

var (
	choice  = matches(`^[A-Z][A-Z_]{1,39}(,[A-Z][A-Z_]{1,39})*$`) // of a list of ours
	figure  = matches(`^-?[0-9]{1,15}(\.[0-9]{1,10})?$`)          // an amount, a rate, a count
	instant = matches(`^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{5,15}(Z|[+-][0-9:]{4,6}))?$`)
	flag    = matches(`^(true|false)$`)
	order   = matches(`^(asc|desc)$`)
	names   = matches(`^[a-z_]+[.:][a-z_]+(,[a-z_]+[.:][a-z_]+)*$`) // events, scopes, permissions
)

// harmless are the members and parameters whose values may be kept, with their
// form. Nothing that people word themselves belongs here, and no number that
// stands for somebody.
var harmless = map[string]form{
	"limit": figure, "order": order, "includeTotal": flag, "types": names, "archived": flag,
	"updatedSince": instant, "dateFrom": instant, "dateTo": instant, "asOf": instant,
	"issuedFrom": instant, "issuedTo": instant, "dueFrom": instant, "dueTo": instant,

	"type": choice, "kind": choice, "status": choice, "method": choice, "mode": choice, "source": choice, "plan": choice,
	"currency": matches(`^[A-Z]{3}$`), "resourceType": choice,

	"date": instant, "issueDate": instant, "dueDate": instant, "lockedThrough": instant,

	"amount": figure, "quantity": figure, "unitPrice": figure, "taxRate": figure, "debit": figure, "credit": figure,
}

var (
	identifier = matches(`^[A-Za-z_][A-Za-z0-9_]{0,39}$`)
	plainWord  = matches(`^[a-z][a-z-]{0,29}$`)
	placeName  = matches(`^[A-Za-z0-9_]{1,40}$`) // of a member, or a number in a list
)

func matches(pattern string) form { return regexp.MustCompile(pattern).MatchString }

// isID knows our ids by their form, whatever they name. They lead to a person
// only for who may look there.
var isID = matches(`^[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{28}$`)

// keeps reports whether the value of a member may be kept.
func keeps(name, value string) bool {
	if isID(value) || value == "" {
		return true
	}
	fits, known := harmless[name]
	return known && fits(value)
}

// redacted is what may be written down of a call.
func redacted(c Call) line {
	l := line{Call: c, query: redactQuery(c.RawQuery), request: redactBody(c.RequestBody)}
	if c.Status >= 400 {
		l.response = c.Refused.redacted()
	}
	l.Path = redactPath(c.Route, c.Path)
	l.UserAgent = scrubbed(shortened(c.UserAgent, 200))
	l.Correlation = scrubbed(shortened(c.Correlation, 64))
	l.Address = actor.Network(c.Address)
	l.RawQuery, l.RequestBody, l.Refused = "", nil, Refusal{}
	return l
}

// redactPath keeps the words of the row's path, and ids. Of a path that no row
// has it keeps the first word, which tells most mistakes.
func redactPath(route, path string) string {
	_, pattern, _ := strings.Cut(route, " ")
	known, segments := strings.Split(pattern, "/"), strings.Split(path, "/")
	for i, segment := range segments {
		ours := i < len(known) && segment == known[i]
		first := pattern == "" && i == 1 && plainWord(segment)
		if !ours && !first && segment != "" && !isID(segment) {
			segments[i] = mask(segment)
		}
	}
	return shortened(strings.Join(segments, "/"), 300)
}

// redactQuery keeps the names, and the values that are harmless.
func redactQuery(raw string) string {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return "[malformed]"
	}
	var parts []string
	for name, given := range values {
		for _, value := range given {
			if !keeps(name, value) {
				value = mask(value)
			}
			parts = append(parts, memberName(name)+"="+value)
		}
	}
	slices.Sort(parts)
	return shortened(strings.Join(parts, "&"), 1000)
}

// redactBody keeps the members of a JSON body with what of their values is
// harmless; nothing of any other body.
func redactBody(body []byte) string {
	if len(body) == 0 || len(body) > LongestBody {
		return ""
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil || decoder.More() {
		return ""
	}
	return encoded(redactValue("", value))
}

// appValue is the member in which an app keeps what it likes: there nothing is
// known, neither names nor values.
const appValue = "value"

// sort is of what sort a value is, and nothing else.
func sort(value any) string {
	switch v := value.(type) {
	case map[string]any:
		return "[object]"
	case []any:
		return "[list]"
	case string:
		return mask(v)
	case json.Number:
		return "[number]"
	case bool:
		return "[boolean]"
	}
	return "[null]"
}

func redactValue(name string, value any) any {
	switch v := value.(type) {
	case map[string]any:
		kept := make(map[string]any, len(v))
		for name, member := range v {
			if name == appValue {
				kept[name] = sort(member)
				continue
			}
			kept[memberName(name)] = redactValue(name, member)
		}
		return kept
	case []any:
		for i, element := range v {
			v[i] = redactValue(name, element)
		}
		return v
	case json.Number:
		if !keeps(name, v.String()) {
			return "[number]"
		}
	case string:
		if !keeps(name, v) {
			return mask(v)
		}
	}
	return value // null, true, false, and what may be kept
}

// memberName keeps a name that could be a member of the API; callers may send
// anything in its place.
func memberName(name string) string {
	if !identifier(name) {
		return fmt.Sprintf("[a name of %d characters]", utf8.RuneCountInString(name))
	}
	return name
}

// mask is how long a text was, and nothing else.
func mask(text string) string {
	if n := utf8.RuneCountInString(text); n != 1 {
		return fmt.Sprintf("[%d characters]", n)
	}
	return "[1 character]"
}

var (
	mailAddress = regexp.MustCompile(`[^\s@<>()"']+@[^\s@<>()"']+`)
)

// scrubbed takes out of a text what looks like a secret or leads to a person.
func scrubbed(text string) string {
	text = secret.Redact(strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "\uFFFD"))
	return mailAddress.ReplaceAllString(text, "[mail address]")
}

func text(address netip.Addr) string {
	if !address.IsValid() {
		return ""
	}
	return address.String()
}

func shortened(text string, most int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}
