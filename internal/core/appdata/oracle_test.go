package appdata

import (
	"encoding/json"
	"math/big"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Satisfies tells whether what is kept satisfies a field, by other means than the
// ones that let it in.
func Satisfies(f Field, kept json.RawMessage) bool {
	text, r := string(kept), f.Rules
	if f.Type != Integer && f.Type != Boolean && f.Type != JSON && json.Unmarshal(kept, &text) != nil {
		return false
	}
	if form := forms[f.Type]; form != nil && !form.MatchString(text) {
		return false
	}
	switch f.Type {
	case Text:
		return measures(text, r, 2000) && (r.Pattern == nil || patterns[*r.Pattern].MatchString(text))
	case LongText:
		return measures(text, r, 20000)
	case Integer:
		return between(text, "-9007199254740992", "9007199254740992") && bounded(text, r)
	case Decimal:
		_, fraction, _ := strings.Cut(text, ".")
		return bounded(text, r) && (r.Scale == nil || len(fraction) <= *r.Scale)
	case Date:
		day, err := time.Parse("2006-1-2", text)
		return err == nil && day.Format("2006-01-02") == text
	case DateTime:
		at, err := time.Parse("2006-1-2T15:4:5Z", text)
		return err == nil && at.Format("2006-01-02T15:04:05.000Z") == text
	case URL:
		where, err := url.Parse(text)
		return err == nil && where.Host != "" && utf8.RuneCountInString(text) <= 2048
	case Choice:
		return slices.Contains(r.Choices, text)
	case JSON:
		return json.Valid(kept) && len(kept) <= 16384
	}
	return true
}

var forms = map[Type]*regexp.Regexp{
	Text:     regexp.MustCompile(`^[^\x00-\x1f\x7f-\x{9f}]*$`),
	LongText: regexp.MustCompile(`^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x{9f}]*$`),
	Integer:  regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`),
	Decimal:  regexp.MustCompile(`^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,8})?$`),
	Boolean:  regexp.MustCompile(`^(true|false)$`),
	Date:     regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`),
	DateTime: regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$`),
	URL:      regexp.MustCompile(`^(?i:https)://[^/\s@]+`),
	Email:    regexp.MustCompile(`^[^@]{1,252}@[^@]+$`),
	JSON:     regexp.MustCompile(`(?s)^(\{.*\}|\[.*\])$`),
}

func measures(text string, r Rules, most int) bool {
	n := utf8.RuneCountInString(text)
	return n <= most && (r.MinLength == nil || n >= *r.MinLength) && (r.MaxLength == nil || n <= *r.MaxLength)
}

func bounded(text string, r Rules) bool {
	low, high := text, text
	if r.Min != nil {
		low = r.Min.String()
	}
	if r.Max != nil {
		high = r.Max.String()
	}
	return between(text, low, high)
}

func between(text, low, high string) bool {
	n, _ := new(big.Rat).SetString(text)
	least, _ := new(big.Rat).SetString(low)
	most, _ := new(big.Rat).SetString(high)
	return n.Cmp(least) >= 0 && n.Cmp(most) <= 0
}
