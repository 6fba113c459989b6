package shape

import (
	"encoding/json"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Sides is an amount on one of two sides that was one amount with a sign: a
// debit positive, a credit negative.
type Sides struct{ Debit, Credit, Was string }

func (s Sides) both() []string { return []string{s.Debit, s.Credit} }

// down leaves the digits alone: of the two sides one is zero, or not given.
func (s Sides) down(o *object) {
	debit, _ := o.get(s.Debit)
	credit, _ := o.get(s.Credit)
	if debit == nil && credit == nil {
		return
	}
	amount := debit
	if text, ok := textOf(credit); ok && !isZero(text) {
		amount = quote("-" + text)
	} else if debit == nil {
		amount = credit
	}
	o.replace(s.both(), member{s.Was, amount})
}

func (s Sides) up(o *object, at string, p *fault.Problems) {
	for _, side := range s.both() {
		refuseMember(o, side, at, p)
	}
	for i, m := range o.members {
		if m.name == s.Was {
			o.members[i] = s.side(m.value)
		}
	}
}

// side puts an amount on its side. What is no amount is left for the decoder to
// refuse, as a debit.
func (s Sides) side(amount json.RawMessage) member {
	text, ok := textOf(amount)
	unsigned, negative := strings.CutPrefix(text, "-")
	if !ok || !negative || strings.HasPrefix(unsigned, "-") {
		return member{s.Debit, amount}
	}
	return member{s.Credit, quote(unsigned)}
}

func isZero(amount string) bool { return strings.Trim(amount, "0.") == "" }

func (s Sides) describe(schema map[string]any) {
	replaceProperties(schema, s.both(), property{s.Was, map[string]any{
		"description": "A debit is positive, a credit negative.",
		"$ref":        "#/components/schemas/Amount",
	}, true})
	// That one of the two must be given says nothing of the one.
	for _, key := range []string{"oneOf", "anyOf", "not", "if", "then", "else", "dependentRequired"} {
		delete(schema, key)
	}
}

func (s Sides) words() map[string]string {
	return map[string]string{s.Debit: s.Was, s.Credit: s.Was}
}

// phrases: of one amount there is nothing to choose, and below zero it is a
// credit.
func (s Sides) phrases() map[string]string {
	return map[string]string{
		" must have either a " + s.Debit + " or a " + s.Credit: "." + s.Was + " should not be empty",
		"." + s.Debit + " must be greater than 0":              "." + s.Was + " must not be 0",
		"." + s.Credit + " must be greater than 0":             "." + s.Was + " must not be 0",
	}
}
