package event

import "strings"

// field is a member of an event's data: its name, its form and a sample.
type field struct {
	name   string
	schema *schema
	sample any
}

// about begins the data of every event: the id of the thing it is about. A
// sample id stands for its kind.
func about(id string, fields ...field) []field {
	return append([]field{ref("id", id)}, fields...)
}

// ref is the id of something, of the same kind as the sample or as one of the
// others.
func ref(name, sample string, others ...string) field {
	return field{name, idOf(append([]string{sample}, others...)...), sample}
}

// refs is a list of ids.
func refs(name string, samples ...string) field {
	return field{name, &schema{Type: "array", Items: idOf(samples[0]), UniqueItems: true}, samples}
}

// text is free text.
func text(name, sample string) field {
	return field{name, &schema{Type: "string", MinLength: 1}, sample}
}

// choice is one of a few words; the first is the sample.
func choice(name string, words ...string) field {
	return field{name, &schema{Type: "string", Enum: words}, words[0]}
}

// choices is any of a few words.
func choices(name string, words []string, sample ...string) field {
	items := &schema{Type: "string", Enum: words}
	return field{name, &schema{Type: "array", Items: items, UniqueItems: true}, sample}
}

// amount is a decimal in a string.
func amount(name, sample string) field {
	return field{name, &schema{Type: "string", Pattern: `^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`}, sample}
}

// count is a whole number that is not negative.
func count(name string, sample int) field {
	return field{name, &schema{Type: "integer", Minimum: new(0)}, sample}
}

// date is a calendar date.
func date(name, sample string) field {
	return field{name, &schema{Type: "string", Format: "date"}, sample}
}

// instant is a point in time in UTC, to the millisecond.
func instant(name, sample string) field {
	const pattern = `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$`
	return field{name, &schema{Type: "string", Format: "date-time", Pattern: pattern}, sample}
}

// changed lists the members of the record that are new; the app reads the rest.
func changed(sample ...string) field {
	items := &schema{Type: "string", MinLength: 1}
	return field{"changedFields", &schema{Type: "array", Items: items, MinItems: 1, UniqueItems: true}, sample}
}

// orNull lets a field be null.
func (f field) orNull() field {
	nullable := *f.schema
	nullable.Type = []any{nullable.Type, "null"}
	f.schema = &nullable
	return f
}

// notEmpty wants at least one element of a list.
func (f field) notEmpty() field {
	filled := *f.schema
	filled.MinItems = 1
	f.schema = &filled
	return f
}

// Fields that several rows share.
var (
	number   = text("number", "INV-000042")
	currency = field{"currency", &schema{Type: "string", Pattern: "^[A-Z]{3}$"}, "EUR"}

	allocation  = []field{ref("invoiceId", anInvoice), amount("amount", "500.00")}
	allocations = field{"allocations", &schema{Type: "array", Items: objectOf(allocation)}, []object{sampleOf(allocation)}}

	// actor is whose operation it was: a user's, an app's on a user's behalf, or the
	// service's own, which has no id.
	doer  = []field{choice("type", "user", "app", "system"), ref("id", aUser, anApp).orNull()}
	actor = field{"actor", objectOf(doer), sampleOf(doer)}
)

// idOf is the form of ids of the samples' kinds.
func idOf(samples ...string) *schema {
	var kinds []string
	for _, sample := range samples {
		kind, _, _ := strings.Cut(sample, "_")
		kinds = append(kinds, kind)
	}
	return &schema{Type: "string", Pattern: "^(" + strings.Join(kinds, "|") + ")_[0-9a-hjkmnp-tv-z]{28}$"}
}
