package shape

import (
	"slices"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Change is a difference between a version and those before it.
type Change struct {
	Since   string       // the version that brought it
	Says    string       // what changed, in a sentence that quotes names in backticks
	Schemas []string     // the schemas of api/ that it stands in
	Events  []event.Name // the events in whose data it stands
	Edit    Edit
}

// Edit is a kind of change. The kinds are Rename, Word, Sides and Envelope.
type Edit interface {
	// down makes the older shape of an object.
	down(*object)
	// up makes the newer shape of an object at a place, and notes what the older
	// version does not know.
	up(o *object, at string, p *fault.Problems)
	// describe makes the older shape's schema of the newer one's.
	describe(schema map[string]any)
	// words are what the newer version calls things, and what the older did, for
	// sentences that mention them; empty for what the older did not have.
	words() map[string]string
	// phrases are ends of sentences that say of the newer shape what is not true
	// of the older, and what is.
	phrases() map[string]string
}

// All lists the changes, the newest version's first.
func All() []Change { return slices.Clone(changes) }

// After lists the changes that a version does not have, the newest first: what
// lies between it and the shapes that handlers speak.
func After(v version.Version) []Change {
	var later []Change
	for _, c := range changes {
		if c.Since > v.Name { // versions are dates, so they sort as text
			later = append(later, c)
		}
	}
	return later
}

// Of lists the changes that a version brought.
func Of(v version.Version) []Change {
	var own []Change
	for _, c := range changes {
		if c.Since == v.Name {
			own = append(own, c)
		}
	}
	return own
}

// Between lists the changes between two versions, the newest first, whichever of
// them is the older.
func Between(a, b version.Version) []Change {
	if b.Name < a.Name {
		a, b = b, a
	}
	return slices.DeleteFunc(After(a), func(c Change) bool { return c.Since > b.Name })
}

// Describe makes the schema of the older shape of a schema that the change
// stands in. The schema's members all stand in its own properties, and their
// order in x-order.
func (c Change) Describe(schema map[string]any) { c.Edit.describe(schema) }

// Words are what the newer version calls things, and what the older did; empty
// for what the older did not have.
func (c Change) Words() map[string]string { return c.Edit.words() }

// Phrases are ends of sentences that are true of the newer version alone, and
// what the older one says instead.
func (c Change) Phrases() map[string]string { return c.Edit.phrases() }

// same reports whether another is this change.
func (c Change) same(other Change) bool { return c.Since == other.Since && c.Edit == other.Edit }

// In reports whether the change stands in a schema.
func (c Change) In(schema string) bool { return slices.Contains(c.Schemas, schema) }

// mostProblems is an end to what is told: an answer must not be as long as the
// body that provoked it.
const mostProblems = 50

func refuse(p *fault.Problems, format string, args ...any) {
	p.Want(len(p.List()) >= mostProblems, format, args...)
}

// refuseMember refuses a member that the older version does not have.
func refuseMember(o *object, name, at string, p *fault.Problems) {
	if o.index(name) >= 0 {
		refuse(p, "%s should not exist", fault.Untrusted(join(at, name)))
	}
}
