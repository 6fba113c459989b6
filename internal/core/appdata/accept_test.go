package appdata

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Whatever is sent to whatever field: what the field keeps satisfies it, told by
// other means than the ones that let it in, and keeping it again changes nothing.
func TestWhatIsKeptSatisfiesTheField(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := Field{Details: Details{Label: "x", Type: rapid.SampledFrom(types).Draw(t, "type"), Rules: someRules(t)}}
		f.Rules = ofType(f.Type, f.Rules)
		details, err := f.settle()
		if err != nil {
			t.Skip(err)
		}
		f.Details = details
		kept, why := f.accept(someValue(t))
		if why != "" {
			return
		}
		if !Satisfies(f, kept) {
			t.Fatalf("%s with %s kept %s", f.Type, f.Rules.text(), kept)
		}
		again, why := f.accept(kept)
		if why != "" || string(again) != string(kept) {
			t.Fatalf("%s became %s (%s) when it was kept again", kept, again, why)
		}
	})
}

func someRules(t *rapid.T) Rules {
	low, high := rapid.IntRange(0, 4).Draw(t, "low"), rapid.IntRange(4, 9).Draw(t, "high")
	return Rules{
		MinLength: &low, MaxLength: &high, Pattern: rapid.SampledFrom([]*string{nil, new("SLUG"), new("DIGITS")}).Draw(t, "pattern"),
		Min: &Bound{Amount: money.FromInt(int64(low))}, Max: &Bound{Amount: money.FromInt(int64(high))},
		Scale: &low, Choices: []string{"a", "b"},
	}
}

// ofType leaves the rules that the type knows, in its form.
func ofType(t Type, r Rules) (left Rules) {
	for _, name := range knows[t] {
		switch name {
		case "minLength":
			left.MinLength = r.MinLength
		case "maxLength":
			left.MaxLength = r.MaxLength
		case "pattern":
			left.Pattern = r.Pattern
		case "min":
			left.Min = &Bound{r.Min.Amount, t == Decimal}
		case "max":
			left.Max = &Bound{r.Max.Amount, t == Decimal}
		case "scale":
			left.Scale = r.Scale
		case "choices":
			left.Choices = r.Choices
		}
	}
	return left
}

func someValue(t *rapid.T) json.RawMessage {
	text := rapid.OneOf(
		rapid.StringMatching(`[a-z0-9.-]{0,10}`), rapid.String(), rapid.SampledFrom([]string{"a", "b"}),
		rapid.StringMatching(`-?[0-9]{1,3}\.[0-9]{1,4}`),
		rapid.StringMatching(`20[0-9]{2}-[01][0-9]-[0-3][0-9]`),
		rapid.StringMatching(`20[0-9]{2}-0[1-9]-1[0-9]T1[0-9]:00:00(\.[0-9]{1,4})?(Z|[+-]0[0-9]:00)`),
		rapid.StringMatching(`https?://[a-z]{0,3}(\.test)?/?`), rapid.StringMatching(`[a-z]{1,3}@[a-z]{1,3}\.test`),
	)
	plain := rapid.OneOf(
		rapid.StringMatching(`-?[0-9]{1,2}`), rapid.StringMatching(`[1-9](\.[0-9]|e[0-9])`),
		rapid.SampledFrom([]string{"true", "false", "{}", "[ 1 ]", `{"a": [null]}`, "9007199254740993"}),
	)
	if rapid.Bool().Draw(t, "quoted") {
		return quote(text.Draw(t, "text"))
	}
	return json.RawMessage(plain.Draw(t, "plain"))
}
