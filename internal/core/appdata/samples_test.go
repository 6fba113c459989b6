package appdata_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/core/appdata"
)

// sample is a value on its way, and what the field says to it.
type sample struct {
	sent, kept string
	verdict    verdict
}

type verdict int

const (
	fits       verdict = iota
	malformed          // it is nothing that the type could be
	breaksRule         // it is of the type, and breaks one of the field's rules
)

func fit(sent string) sample         { return sample{sent, sent, fits} }
func fitAs(sent, kept string) sample { return sample{sent, kept, fits} }
func unfit(sent string) sample       { return sample{sent: sent, verdict: malformed} }
func breaks(sent string) sample      { return sample{sent: sent, verdict: breaksRule} }
func quoted(text string) string      { return fmt.Sprintf("%q", text) }

// shapes are the patterns of a fixed length, with what has and what lacks it.
var shapes = map[string]struct{ good, bad string }{
	"COUNTRY_CODE":  {"DE", "De"},
	"CURRENCY_CODE": {"EUR", "EURO"},
	"HEX_COLOR":     {"#a0B1c2", "#a0b1c"},
	"PHONE":         {"+4930123456", "030123456"},
	"UUID":          {"0189c0de-0000-7000-8000-00000000beef", "0189C0DE-0000-7000-8000-00000000BEEF"},
}

// someType is a type with some of the rules that it knows.
func someType(r *rapid.T) appdata.Details {
	d := appdata.Details{Type: rapid.SampledFrom(appdata.Types()).Draw(r, "type")}
	low, high := rapid.IntRange(1, 4).Draw(r, "low"), rapid.IntRange(5, 9).Draw(r, "high")
	given := func(name string) bool { return rapid.Bool().Draw(r, name) }
	switch d.Type {
	case appdata.Text:
		d.Rules.Pattern = rapid.SampledFrom([]*string{
			nil, new("SLUG"), new("DIGITS"), new("ALPHANUMERIC"),
			new("COUNTRY_CODE"), new("CURRENCY_CODE"), new("HEX_COLOR"), new("PHONE"), new("UUID"),
		}).Draw(r, "pattern")
		if d.Rules.Pattern != nil && shapes[*d.Rules.Pattern].good != "" {
			return d
		}
		fallthrough
	case appdata.LongText:
		if given("minLength") {
			d.Rules.MinLength = &low
		}
		if given("maxLength") {
			d.Rules.MaxLength = &high
		}
	case appdata.Integer, appdata.Decimal:
		if given("min") {
			d.Rules.Min = bound(d.Type, low)
		}
		if given("max") {
			d.Rules.Max = bound(d.Type, high)
		}
		if d.Type == appdata.Decimal && given("scale") {
			d.Rules.Scale = new(low - 1)
		}
	case appdata.Choice:
		d.Rules.Choices = rapid.SampledFrom([][]string{{"a"}, {"a", "b"}, {"b", "c"}, {"c", "ä <1>"}}).Draw(r, "choices")
	}
	return d
}

func bound(t appdata.Type, n int) *appdata.Bound {
	text, b := fmt.Sprint(n), new(appdata.Bound)
	if t == appdata.Decimal {
		text = quoted(text)
	}
	if err := json.Unmarshal([]byte(text), b); err != nil {
		panic(err)
	}
	return b
}

// some is a value for a field, of which the field says this; where there is none
// that breaks a rule, one that is malformed.
func some(r *rapid.T, f appdata.Field, wanted verdict) sample {
	list := slices.DeleteFunc(samplesOf(f), func(s sample) bool { return s.verdict != wanted })
	if len(list) == 0 {
		return some(r, f, malformed)
	}
	return rapid.SampledFrom(list).Draw(r, "value")
}

func samplesOf(f appdata.Field) []sample {
	wrong := []sample{unfit("[[1]]"), unfit("{}"), unfit(`"\ud800"`)}
	if f.Type == appdata.JSON {
		wrong = []sample{unfit("true"), unfit(`"{}"`), unfit("0"), unfit(`["\udc00"]`), unfit(`["` + strings.Repeat("a", 16<<10) + `"]`)}
	} else if f.Type != appdata.Boolean {
		wrong = append(wrong, unfit("true"))
	}
	return append(wrong, typed[f.Type](f.Rules)...)
}

var typed = map[appdata.Type]func(appdata.Rules) []sample{
	appdata.Text:     textSamples,
	appdata.LongText: longTextSamples,
	appdata.Integer: func(r appdata.Rules) []sample {
		return numbers(r, func(n int) string { return fmt.Sprint(n) }, `"5"`, "5.0", "1e400", "9007199254740993")
	},
	appdata.Decimal: decimalSamples,
	appdata.Boolean: func(appdata.Rules) []sample { return []sample{fit("true"), fit("false"), unfit("1"), unfit(`"true"`)} },
	appdata.Date: func(appdata.Rules) []sample {
		return []sample{fit(`"2024-02-29"`), fit(`"0001-01-01"`), fit(`"9999-12-31"`), unfit(`"2023-02-29"`), unfit(`"2026-11-8"`), unfit("20261108")}
	},
	appdata.DateTime: func(appdata.Rules) []sample {
		return []sample{
			fit(`"2026-11-08T09:30:00.000Z"`), fitAs(`"2026-11-08T09:30:00+02:00"`, `"2026-11-08T07:30:00.000Z"`),
			fitAs(`"2026-11-08T09:30:00.5Z"`, `"2026-11-08T09:30:00.500Z"`), unfit(`"2026-11-08T9:30:00Z"`), unfit(`"2026-11-08"`), unfit(`"2026-11-08T09:30:00.0001Z"`),
		}
	},
	appdata.URL: func(appdata.Rules) []sample {
		return []sample{fit(`"https://acme.test/a?b=c#d"`), fit(`"https://ä.test"`), unfit(`"http://acme.test"`), unfit(`"https://u:p@acme.test"`), unfit(`"https:///a"`)}
	},
	appdata.Email: func(appdata.Rules) []sample {
		return []sample{fit(`"olivia@bakery.test"`), fit(`"o.l+x@bäckerei.test"`), unfit(`"olivia"`), unfit(`"Olivia <olivia@bakery.test>"`), unfit(`" olivia@bakery.test"`)}
	},
	appdata.Choice: func(r appdata.Rules) (list []sample) {
		for _, choice := range r.Choices {
			list = append(list, fit(quoted(choice)), breaks(quoted(choice+" ")))
		}
		return append(list, breaks(`"d"`), breaks(`""`))
	},
	appdata.JSON: func(appdata.Rules) []sample {
		return []sample{fit(`{"b":[1.10,1e400,-0],"a":null}`), fit(`[]`), fitAs("{ \"a\" :\n[ \"ä 😀\" ] }", `{"a":["ä 😀"]}`), fit(`["\ud83d\ude00"]`)}
	},
}

func textSamples(r appdata.Rules) []sample {
	if r.Pattern != nil && shapes[*r.Pattern].good != "" {
		shape := shapes[*r.Pattern]
		return []sample{fit(quoted(shape.good)), breaks(quoted(shape.bad)), unfit(`""`), unfit(quoted(shape.good + "\n"))}
	}
	list := append(lengths(r, "7", 2000), unfit(`"12\n45"`), unfit(`"12\u000045"`))
	if r.Pattern != nil {
		return append(list, breaks(`"1 345"`), breaks(`"12ä45"`))
	}
	return append(list, lengths(r, "ä", 2000)...)
}

func longTextSamples(r appdata.Rules) []sample {
	return append(lengths(r, "ä", 20000), fit(`"a\n\tb\""`), unfit(`"12\u000745"`), unfit(`"12\u000045"`))
}

// lengths are texts as short and as long as the rules let them be, and beyond.
func lengths(r appdata.Rules, letter string, most int) []sample {
	least := 1 // a pattern wants something
	if r.MinLength != nil {
		least = *r.MinLength
	}
	if r.MaxLength != nil {
		most = *r.MaxLength
	}
	list := []sample{fit(quoted(strings.Repeat(letter, least))), fit(quoted(strings.Repeat(letter, 5))), fit(quoted(strings.Repeat(letter, most))), breaks(quoted(strings.Repeat(letter, most+1)))}
	if r.MinLength != nil && r.Pattern == nil || least > 1 {
		list = append(list, breaks(quoted(strings.Repeat(letter, least-1))))
	}
	return list
}

// numbers are the ones at the rules' ends, and beyond; broken are no such numbers.
func numbers(r appdata.Rules, text func(n int) string, broken ...string) (list []sample) {
	list = append(list, fit(text(5)))
	if r.Min != nil {
		list = append(list, fit(text(whole(r.Min))), breaks(text(whole(r.Min)-1)))
	} else {
		list = append(list, fit(text(-1<<53)))
	}
	if r.Max != nil {
		list = append(list, fit(text(whole(r.Max))), breaks(text(whole(r.Max)+1)))
	} else {
		list = append(list, fit(text(1<<53)))
	}
	for _, b := range broken {
		list = append(list, unfit(b))
	}
	return list
}

func whole(b *appdata.Bound) (n int) {
	_, _ = fmt.Sscan(b.String(), &n)
	return n
}

func decimalSamples(r appdata.Rules) []sample {
	places := 8
	if r.Scale != nil {
		places = *r.Scale
	}
	fraction := ""
	if places > 0 {
		fraction = "." + strings.Repeat("0", places)
	}
	list := numbers(r, func(n int) string { return quoted(fmt.Sprint(n) + fraction) }, "5", `"5,5"`, `"1e1"`, `"NaN"`, `"+5"`, `"05"`, `" 5"`, `"1234567890123456789"`)
	return append(list, breaks(quoted("5."+strings.Repeat("0", places+1))))
}
