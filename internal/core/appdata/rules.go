package appdata

import (
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Type says what a field's values are.
type Type string

// The types of fields.
const (
	Text     Type = "TEXT"
	LongText Type = "LONG_TEXT"
	Integer  Type = "INTEGER"
	Decimal  Type = "DECIMAL" // a string, as amounts are
	Boolean  Type = "BOOLEAN"
	Date     Type = "DATE"
	DateTime Type = "DATETIME"
	URL      Type = "URL"
	Email    Type = "EMAIL"
	Choice   Type = "CHOICE"
	JSON     Type = "JSON"
)

var types = []Type{Text, LongText, Integer, Decimal, Boolean, Date, DateTime, URL, Email, Choice, JSON}

const (
	maxText       = 2_000  // characters
	maxLongText   = 20_000 // characters
	maxURL        = 2_048  // characters
	maxEmail      = 254    // characters
	maxJSON       = 16 << 10
	maxScale      = money.MaxFractionDigits
	maxChoices    = 50
	maxChoice     = 60 // characters
	greatestWhole = 1 << 53
)

// patterns are the forms that a TEXT field can ask for, by name. Free ones are
// not taken: a reader of the API could not tell what they mean, nor could we
// show them to a business.
var patterns = map[string]*regexp.Regexp{
	"ALPHANUMERIC":  regexp.MustCompile(`^[A-Za-z0-9]+$`),
	"COUNTRY_CODE":  regexp.MustCompile(`^[A-Z]{2}$`),
	"CURRENCY_CODE": regexp.MustCompile(`^[A-Z]{3}$`),
	"DIGITS":        regexp.MustCompile(`^[0-9]+$`),
	"HEX_COLOR":     regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`),
	"PHONE":         regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`),
	"SLUG":          regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`),
	"UUID":          regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`),
}

// Rules are what a field asks of its values beyond their type. Each type knows
// some of them; what is nil asks for nothing. They are stored and shown by these
// names.
type Rules struct {
	MinLength *int     `json:"minLength,omitempty"`
	MaxLength *int     `json:"maxLength,omitempty"`
	Pattern   *string  `json:"pattern,omitempty"`
	Min       *Bound   `json:"min,omitempty"`
	Max       *Bound   `json:"max,omitempty"`
	Scale     *int     `json:"scale,omitempty"`
	Choices   []string `json:"choices,omitempty"`
}

// Bound is a least or greatest value, written as the values are that it bounds:
// a number for INTEGER, a string for DECIMAL.
type Bound struct {
	money.Amount
	quoted bool
}

// MarshalJSON writes it as it was read.
func (b Bound) MarshalJSON() ([]byte, error) {
	if b.quoted {
		return b.Amount.MarshalJSON()
	}
	return []byte(b.String()), nil
}

// UnmarshalJSON reads either form.
func (b *Bound) UnmarshalJSON(raw []byte) error {
	text, quoted := string(raw), false
	if len(raw) > 0 && raw[0] == '"' {
		if err := json.Unmarshal(raw, &text); err != nil {
			return err
		}
		quoted = true
	}
	amount, err := money.Parse(text)
	if err != nil {
		return errors.New("must be an integer, or a decimal number in a string")
	}
	*b = Bound{amount, quoted}
	return nil
}

// knows says which rules a type has.
var knows = map[Type][]string{
	Text: {"minLength", "maxLength", "pattern"}, LongText: {"minLength", "maxLength"},
	Integer: {"min", "max"}, Decimal: {"min", "max", "scale"}, Choice: {"choices"},
}

// given lists the rules that ask for something.
func (r Rules) given() map[string]bool {
	all := map[string]bool{
		"minLength": r.MinLength != nil, "maxLength": r.MaxLength != nil, "pattern": r.Pattern != nil,
		"min": r.Min != nil, "max": r.Max != nil, "scale": r.Scale != nil, "choices": r.Choices != nil,
	}
	maps.DeleteFunc(all, func(_ string, given bool) bool { return !given })
	return all
}

// check tells all that is wrong with the rules of a field of the type, but for
// its choices.
func (r Rules) check(t Type, p *fault.Problems) {
	for _, name := range slices.Sorted(maps.Keys(r.given())) {
		p.Want(slices.Contains(knows[t], name), "%s should not exist for a field of type %s", name, t)
	}
	switch t {
	case Text:
		r.checkLengths(maxText, p)
		_, known := patterns[deref(r.Pattern)]
		p.Want(r.Pattern == nil || known, "pattern must be one of %s", strings.Join(slices.Sorted(maps.Keys(patterns)), ", "))
	case LongText:
		r.checkLengths(maxLongText, p)
	case Integer:
		r.checkBounds(p, "an integer within 2 to the power of 53", func(b *Bound) bool { return !b.quoted && b.Fits(0) && within(b.Amount) })
	case Decimal:
		p.Want(r.Scale == nil || *r.Scale >= 0 && *r.Scale <= maxScale, "scale must be between 0 and %d", maxScale)
		r.checkBounds(p, "a decimal number in a string", func(b *Bound) bool { return b.quoted })
	}
}

func (r Rules) checkLengths(most int, p *fault.Problems) {
	p.Want(r.MaxLength == nil || *r.MaxLength >= 1 && *r.MaxLength <= most, "maxLength must be between 1 and %d", most)
	p.Want(r.MinLength == nil || *r.MinLength >= 0 && *r.MinLength <= most, "minLength must be between 0 and %d", most)
	p.Want(r.MinLength == nil || r.MaxLength == nil || *r.MinLength <= *r.MaxLength, "minLength must not be greater than maxLength")
}

func (r Rules) checkBounds(p *fault.Problems, form string, fits func(*Bound) bool) {
	p.Want(r.Min == nil || fits(r.Min), "min must be %s", form)
	p.Want(r.Max == nil || fits(r.Max), "max must be %s", form)
	p.Want(r.Min == nil || r.Max == nil || r.Min.Cmp(r.Max.Amount) <= 0, "min must not be greater than max")
}

// within reports whether every JSON reader keeps the integer exactly.
func within(n money.Amount) bool {
	most := money.FromInt(greatestWhole)
	return n.Cmp(most) <= 0 && n.Cmp(most.Neg()) >= 0
}

// trimmed are the choices without the spaces around them; ok tells whether they
// are fit to choose from.
func trimmed(choices []string) (list []string, ok bool) {
	for _, choice := range choices {
		choice = strings.TrimSpace(choice)
		if choice == "" || utf8.RuneCountInString(choice) > maxChoice || slices.Contains(list, choice) {
			return nil, false
		}
		list = append(list, choice)
	}
	return list, len(list) >= 1 && len(list) <= maxChoices
}

// same reports whether two sets of rules read alike.
func (r Rules) same(other Rules) bool { return string(r.text()) == string(other.text()) }

// text is the rules as they are stored.
func (r Rules) text() json.RawMessage {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // plain values cannot fail
	}
	return text
}

func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
