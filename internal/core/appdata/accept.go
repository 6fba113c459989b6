package appdata

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/vocab/money"
)

// accept returns a value as it is kept, or tells why the field does not take it.
// It is the one place that knows what a type is; a value that was kept is
// accepted again, and stays as it is, for as long as the rules do.
func (f Field) accept(raw json.RawMessage) (kept json.RawMessage, why string) {
	if halfCharacter(raw) {
		return nil, "must not contain half of a surrogate pair"
	}
	switch f.Type {
	case Boolean:
		if text := string(raw); text == "true" || text == "false" {
			return raw, ""
		}
		return nil, "must be true or false"
	case Integer:
		return f.Rules.acceptInteger(string(raw))
	case JSON:
		return acceptJSON(raw)
	}
	var text string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
		return nil, "must be a string"
	}
	if text, why = f.acceptText(text); why != "" {
		return nil, why
	}
	return quote(text), ""
}

// acceptText does the same for the types whose values are strings.
func (f Field) acceptText(text string) (kept, why string) {
	switch f.Type {
	case Text:
		return text, f.Rules.line(text)
	case LongText:
		return text, f.Rules.longText(text)
	case Decimal:
		return text, f.Rules.decimal(text)
	case Date:
		return text, date(text)
	case DateTime:
		return instant(text)
	case URL:
		return text, address(text)
	case Email:
		return text, email(text)
	case Choice:
		if !slices.Contains(f.Rules.Choices, text) {
			return "", "must be one of the field's choices"
		}
		return text, ""
	}
	return "", fmt.Sprintf("cannot be kept: nobody knows the type %s", f.Type)
}

// acceptInteger wants plain digits: 1.0 and 1e3 are whole numbers too, but come
// from programs that reckon in floating point, and would not come back as sent.
func (r Rules) acceptInteger(text string) (kept json.RawMessage, why string) {
	n, err := strconv.ParseInt(text, 10, 64)
	if errors.Is(err, strconv.ErrRange) || err == nil && (n > greatestWhole || n < -greatestWhole) {
		return nil, fmt.Sprintf("must be between %d and %d", -greatestWhole, greatestWhole)
	}
	if err != nil || text[0] == '+' {
		return nil, "must be an integer, written in digits alone"
	}
	return json.RawMessage(strconv.FormatInt(n, 10)), r.bounds(money.FromInt(n))
}

func acceptJSON(raw json.RawMessage) (kept json.RawMessage, why string) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil || compact.Len() == 0 {
		return nil, "must be JSON"
	}
	if first := compact.Bytes()[0]; first != '{' && first != '[' {
		return nil, "must be an object or an array"
	}
	if compact.Len() > maxJSON {
		return nil, fmt.Sprintf("must be at most %d bytes long", maxJSON)
	}
	return compact.Bytes(), ""
}

func (r Rules) line(text string) (why string) {
	if strings.ContainsFunc(text, unicode.IsControl) {
		return "must not contain line breaks or other control characters"
	}
	if why := r.length(text, maxText); why != "" {
		return why
	}
	if r.Pattern != nil && !patterns[*r.Pattern].MatchString(text) {
		return "must match the pattern " + *r.Pattern
	}
	return ""
}

func (r Rules) longText(text string) (why string) {
	if strings.ContainsFunc(text, func(c rune) bool { return unicode.IsControl(c) && !strings.ContainsRune("\n\r\t", c) }) {
		return "must not contain control characters other than line breaks and tabs"
	}
	return r.length(text, maxLongText)
}

func (r Rules) length(text string, most int) (why string) {
	if r.MaxLength != nil {
		most = *r.MaxLength
	}
	switch n := utf8.RuneCountInString(text); {
	case n > most:
		return fmt.Sprintf("must be at most %d characters long", most)
	case r.MinLength != nil && n < *r.MinLength:
		return fmt.Sprintf("must be at least %d characters long", *r.MinLength)
	}
	return ""
}

func (r Rules) decimal(text string) (why string) {
	n, err := money.Parse(text)
	if errors.Is(err, money.ErrTooLong) {
		return fmt.Sprintf("must have at most %d digits before and %d after the decimal point", money.MaxWholeDigits, maxScale)
	}
	if err != nil {
		return "must be a decimal number like 12.50"
	}
	_, fraction, _ := strings.Cut(text, ".")
	if r.Scale != nil && len(fraction) > *r.Scale {
		return fmt.Sprintf("must have at most %d decimal places", *r.Scale)
	}
	return r.bounds(n)
}

func (r Rules) bounds(n money.Amount) (why string) {
	switch {
	case r.Min != nil && n.Cmp(r.Min.Amount) < 0:
		return "must not be less than " + r.Min.String()
	case r.Max != nil && n.Cmp(r.Max.Amount) > 0:
		return "must not be greater than " + r.Max.String()
	}
	return ""
}

func date(text string) (why string) {
	if day, err := time.Parse(time.DateOnly, text); err != nil || day.Year() < 1 {
		return "must be a date like 2026-11-14"
	}
	return ""
}

// instantForm is RFC 3339 by the letter; time.Parse takes T9:30 and ,5 too.
var instantForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

// instant takes any offset and keeps UTC to the millisecond, as all times are.
func instant(text string) (kept, why string) {
	at, err := time.Parse(time.RFC3339, text)
	at = at.UTC()
	if err != nil || !instantForm.MatchString(text) || at.Year() < 1 || at.Year() > 9999 {
		return "", "must be a time like 2026-11-14T22:38:07.000Z"
	}
	if at.Nanosecond()%int(time.Millisecond) != 0 {
		return "", "must not be finer than milliseconds"
	}
	return at.Format("2006-01-02T15:04:05.000Z"), ""
}

func address(text string) (why string) {
	if utf8.RuneCountInString(text) > maxURL {
		return fmt.Sprintf("must be at most %d characters long", maxURL)
	}
	parsed, err := url.Parse(text)
	if err != nil || parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil || strings.ContainsFunc(text, unicode.IsSpace) {
		return "must be a URL that begins with https:// and names a host"
	}
	return ""
}

func email(text string) (why string) {
	if utf8.RuneCountInString(text) > maxEmail {
		return fmt.Sprintf("must be at most %d characters long", maxEmail)
	}
	if parsed, err := mail.ParseAddress(text); err != nil || parsed.Address != text {
		return "must be an email address"
	}
	return ""
}

// halfCharacter reports whether a JSON text writes a surrogate without its other
// half. Go would quietly read another character, and strict readers nothing.
func halfCharacter(raw json.RawMessage) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		high := escaped(raw[i:])
		switch {
		case !utf16.IsSurrogate(high):
			i++ // what is escaped, such as another backslash
		case utf16.DecodeRune(high, escaped(raw[i+6:])) == utf8.RuneError:
			return true
		default:
			i += 11
		}
	}
	return false
}

// escaped is the character that a JSON text begins with as \u and four digits;
// any other beginning is no character.
func escaped(raw json.RawMessage) rune {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return -1
	}
	code, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(code)
}

// quote writes a JSON string the way that answers do.
func quote(text string) json.RawMessage {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // a string cannot fail
	}
	return bytes.TrimSpace(out.Bytes())
}
