package appdata

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

const (
	maxFields      = 50 // of an app and type of record
	maxLabel       = 80
	maxDescription = 500
)

var keyForm = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// Field is what an app may keep on each record of a type.
type Field struct {
	ID       ident.AppDataField
	App      ident.App
	Resource ResourceType
	Key      string
	Details
	Version   int
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Details are what an app's makers may change of a field.
type Details struct {
	Label              string
	Description        string
	Type               Type
	Rules              Rules
	VisibleToBusiness  bool
	EditableByBusiness bool
}

// Retype gives the field a type. A new one begins without the old one's rules.
func (d *Details) Retype(t Type) {
	if d.Type != t {
		d.Type, d.Rules = t, Rules{}
	}
}

// NewField is a field to be. What a field is found by, its type of record and
// its key, is for good.
type NewField struct {
	Resource ResourceType
	Key      string
	Details
}

func (n NewField) check(p *fault.Problems) {
	p.Want(n.Resource.Known(), "resourceType must be one of %s", join(ResourceTypes))
	p.Want(keyForm.MatchString(n.Key), "key must be a lower-case letter and up to 63 lower-case letters, digits and underscores")
	n.Details.check(p)
}

// check tells all that is wrong with the form of the details.
func (d Details) check(p *fault.Problems) {
	p.Want(strings.TrimSpace(d.Label) != "", "label should not be empty")
	p.Want(utf8.RuneCountInString(d.Label) <= maxLabel, "label must be at most %d characters long", maxLabel)
	p.WantPrintable("label", d.Label) // the business's people read it beside our own words
	p.WantPrintable("description", strings.ReplaceAll(d.Description, "\n", " "))
	p.Want(utf8.RuneCountInString(d.Description) <= maxDescription, "description must be at most %d characters long", maxDescription)
	p.Want(d.VisibleToBusiness || !d.EditableByBusiness, "editableByBusiness must be false unless visibleToBusiness is true")
	if !slices.Contains(types, d.Type) {
		p.Want(false, "type must be one of %s", join(types))
		return
	}
	d.Rules.check(d.Type, p)
}

// settle is the details as they are kept, with the spaces around texts gone.
func (d Details) settle() (Details, error) {
	d.Label, d.Description = strings.TrimSpace(d.Label), strings.TrimSpace(d.Description)
	var p fault.Problems
	d.check(&p)
	if err := p.Err(); err != nil {
		return d, err
	}
	if d.Type != Choice {
		return d, nil
	}
	choices, ok := trimmed(d.Rules.Choices)
	if !ok {
		return d, errInvalidChoices
	}
	d.Rules.Choices = choices
	return d, nil
}

// changed names what differs, as callers know it.
func (d Details) changed(to Details) []string {
	return event.Changed(
		event.Member{Name: "label", Same: d.Label == to.Label},
		event.Member{Name: "description", Same: d.Description == to.Description},
		event.Member{Name: "type", Same: d.Type == to.Type},
		event.Member{Name: "rules", Same: d.Rules.same(to.Rules)},
		event.Member{Name: "visibleToBusiness", Same: d.VisibleToBusiness == to.VisibleToBusiness},
		event.Member{Name: "editableByBusiness", Same: d.EditableByBusiness == to.EditableByBusiness},
	)
}

func fieldFrom(row db.AppdataField) (Field, error) {
	f := Field{
		ID: ident.Of[ident.AppDataField](ident.Control, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID),
		Resource: ResourceType(row.ResourceType), Key: row.Key,
		Details: Details{
			Label: row.Label, Description: row.Description, Type: Type(row.Type),
			VisibleToBusiness: row.VisibleToBusiness, EditableByBusiness: row.EditableByBusiness,
		},
		Version: int(row.Version), CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	if err := json.Unmarshal(row.Rules, &f.Rules); err != nil {
		return Field{}, fmt.Errorf("read the rules of field %s: %w", f.ID, err)
	}
	return f, nil
}

func fieldsFrom(rows []db.AppdataField) ([]Field, error) {
	list := make([]Field, len(rows))
	for i, row := range rows {
		var err error
		if list[i], err = fieldFrom(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func join[T ~string](names []T) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	return strings.Join(texts, ", ")
}
