package shape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Place is a value in a body of the newest shape, and what an older version
// changes in it and further in. Places are put together once and then only read.
type Place struct {
	Members map[string]*Place // by their names in the newest version
	Items   *Place            // the elements of a list
	Rest    *Place            // the members that have no place of their own
	Event   bool              // an event, whose type tells what its data is
	Type    bool              // a type of event, with the schema and a sample of its data
	changes []Change          // newest first
}

// Add takes in a change that stands at the place. A change counts once.
func (p *Place) Add(c Change) {
	if !slices.ContainsFunc(p.changes, c.same) {
		p.changes = append(p.changes, c)
		slices.SortStableFunc(p.changes, func(a, b Change) int { return strings.Compare(b.Since, a.Since) })
	}
}

// Merge takes in what stands at another place of the same value.
func (p *Place) Merge(other *Place) {
	for _, c := range other.changes {
		p.Add(c)
	}
	p.Event, p.Type = p.Event || other.Event, p.Type || other.Type
	p.Items, p.Rest = both(p.Items, other.Items), both(p.Rest, other.Rest)
	for name, member := range other.Members {
		if p.Members == nil {
			p.Members = map[string]*Place{}
		}
		p.Members[name] = both(p.Members[name], member)
	}
}

func both(a, b *Place) *Place {
	if a == nil || a == b {
		return b
	}
	if b == nil {
		return a
	}
	merged := &Place{}
	merged.Merge(a)
	merged.Merge(b)
	return merged
}

// Pruned is the place without those further in at which nothing changes; nil
// when nothing changes at all.
func (p *Place) Pruned() *Place {
	if p.idle(map[*Place]bool{}) {
		return nil
	}
	p.prune(map[*Place]bool{})
	return p
}

func (p *Place) prune(seen map[*Place]bool) {
	if p == nil || seen[p] {
		return
	}
	seen[p] = true
	p.Items, p.Rest = p.Items.unlessIdle(), p.Rest.unlessIdle()
	p.Items.prune(seen)
	p.Rest.prune(seen)
	for name, member := range p.Members {
		if p.Members[name] = member.unlessIdle(); p.Members[name] == nil {
			delete(p.Members, name)
		}
		p.Members[name].prune(seen)
	}
}

func (p *Place) unlessIdle() *Place {
	if p.idle(map[*Place]bool{}) {
		return nil
	}
	return p
}

func (p *Place) idle(seen map[*Place]bool) bool {
	if p == nil || seen[p] {
		return true
	}
	seen[p] = true
	if len(p.changes) > 0 || p.Event || p.Type || !p.Items.idle(seen) || !p.Rest.idle(seen) {
		return false
	}
	for _, member := range p.Members {
		if !member.idle(seen) {
			return false
		}
	}
	return true
}

// All lists the changes at the place and further in.
func (p *Place) All() iter.Seq[Change] {
	return func(yield func(Change) bool) { p.walk(map[*Place]bool{}, yield) }
}

func (p *Place) walk(seen map[*Place]bool, yield func(Change) bool) bool {
	if p == nil || seen[p] {
		return true
	}
	seen[p] = true
	for _, c := range p.changes {
		if !yield(c) {
			return false
		}
	}
	for _, member := range p.Members {
		if !member.walk(seen, yield) {
			return false
		}
	}
	return p.Items.walk(seen, yield) && p.Rest.walk(seen, yield)
}

// Has reports whether a change stands at the place or further in. Where there is an
// event, it may stand in the event's data.
func (p *Place) Has(c Change) bool { return p.has(c, map[*Place]bool{}) }

func (p *Place) has(c Change, seen map[*Place]bool) bool {
	if p == nil || seen[p] {
		return false
	}
	seen[p] = true
	if slices.ContainsFunc(p.changes, c.same) || (p.Event || p.Type) && len(c.Events) > 0 {
		return true
	}
	for _, member := range p.Members {
		if member.has(c, seen) {
			return true
		}
	}
	return p.Items.has(c, seen) || p.Rest.has(c, seen)
}

// Down makes the older shape of a well-formed JSON text.
func (p *Place) Down(v version.Version, raw json.RawMessage) (json.RawMessage, error) {
	raw = bytes.TrimSpace(raw)
	if p == nil || len(raw) == 0 {
		return raw, nil
	}
	switch raw[0] {
	case '{':
		return p.downObject(v, raw)
	case '[':
		return p.downList(v, raw)
	}
	for _, c := range p.changes {
		if word, ok := c.Edit.(Word); ok {
			raw = word.downWord(raw)
		}
	}
	return raw, nil
}

// downObject goes in before it edits: the places further in are known by the
// newest names.
func (p *Place) downObject(v version.Version, raw json.RawMessage) (_ json.RawMessage, err error) {
	o := parseObject(raw)
	for i, m := range o.members {
		if o.members[i].value, err = p.member(m.name).Down(v, m.value); err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
	}
	if p.Event {
		err = downData(v, o)
	}
	if p.Type {
		err = downType(v, o)
	}
	if err != nil {
		return nil, err
	}
	for _, c := range p.changes {
		c.Edit.down(o)
	}
	return o.encode(), nil
}

// downData makes the older shape of an event's data, and says which it is.
func downData(v version.Version, o *object) error {
	o.set("apiVersion", quote(v.Name))
	kind, _ := o.get("type")
	data, ok := o.get("data")
	name, named := textOf(kind)
	if !ok || !named || isNull(data) {
		return nil
	}
	older, err := Payload(v, event.Name(name), data)
	if err != nil {
		return err
	}
	o.set("data", older)
	return nil
}

// downType makes the older shape of what is told of a type of event.
func downType(v version.Version, o *object) error {
	raw, _ := o.get("name")
	name, _ := textOf(raw)
	t, ok := event.Lookup(event.Name(name))
	if !ok {
		return nil
	}
	schema, err := PayloadSchema(v, t)
	if err != nil {
		return err
	}
	sample, err := Payload(v, t.Name, t.Sample())
	o.set("schema", schema)
	o.set("sample", sample)
	return err
}

func (p *Place) downList(v version.Version, raw json.RawMessage) (_ json.RawMessage, err error) {
	if p.Items == nil {
		return raw, nil
	}
	list := parseList(raw)
	for i := range list {
		if list[i], err = p.Items.Down(v, list[i]); err != nil {
			return nil, err
		}
	}
	return encodeList(list), nil
}

// Up makes the newest shape of a well-formed JSON text in the older one, and
// notes what the older version does not know.
func (p *Place) Up(raw json.RawMessage, at string, problems *fault.Problems) json.RawMessage {
	raw = bytes.TrimSpace(raw)
	if p == nil || len(raw) == 0 {
		return raw
	}
	switch raw[0] {
	case '{':
		return p.upObject(raw, at, problems)
	case '[':
		return p.upList(raw, at, problems)
	}
	for _, c := range slices.Backward(p.changes) {
		if word, ok := c.Edit.(Word); ok {
			raw = word.upWord(raw, at, problems)
		}
	}
	return raw
}

func (p *Place) upObject(raw json.RawMessage, at string, problems *fault.Problems) json.RawMessage {
	o := parseObject(raw)
	for _, c := range slices.Backward(p.changes) {
		c.Edit.up(o, at, problems)
	}
	for i, m := range o.members {
		o.members[i].value = p.member(m.name).Up(m.value, join(at, m.name), problems)
	}
	return o.encode()
}

func (p *Place) upList(raw json.RawMessage, at string, problems *fault.Problems) json.RawMessage {
	if p.Items == nil {
		return raw
	}
	list := parseList(raw)
	for i := range list {
		list[i] = p.Items.Up(list[i], fmt.Sprintf("%s[%d]", at, i), problems)
	}
	return encodeList(list)
}

// UpText makes the newest shape of a parameter's text.
func (p *Place) UpText(text, at string, problems *fault.Problems) string {
	for _, c := range slices.Backward(p.changes) {
		if word, ok := c.Edit.(Word); ok {
			text = word.upText(text, at, problems)
		}
	}
	return text
}

func (p *Place) member(name string) *Place {
	if member, ok := p.Members[name]; ok {
		return member
	}
	return p.Rest
}
