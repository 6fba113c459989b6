package html

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// grant is a row of what an app may do: all of it in one module.
type grant struct {
	Module string
	Risk   scope.Risk // of what it can do for the reader
	Does   string     // "See, record and refund"
	Notes  []string   // what the reader's role takes away, and what else to know

	module scope.Module
}

// Books reports whether the app can change what the books say.
func (g grant) Books() bool { return g.Risk == scope.Books }

// grants sets scopes in rows of modules, the riskiest first. A scope that has left
// the catalogue opens nothing, and is not shown.
func (c *catalogue) grants(list []Access, role string) ([]grant, error) {
	var rows []grant
	for _, module := range scope.Modules() {
		acts := actsIn(list, module)
		if len(acts) == 0 {
			continue
		}
		row, err := c.grant(module, acts, role)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	risks := []scope.Risk{scope.Books, scope.Write, scope.Read}
	slices.SortStableFunc(rows, func(a, b grant) int {
		return cmp.Compare(slices.Index(risks, a.Risk), slices.Index(risks, b.Risk))
	})
	return rows, nil
}

// additions are the rows of what is new. Where the app could only see until now, the
// row says so.
func (c *catalogue) additions(d Decision, role string) ([]grant, error) {
	rows, err := c.grants(d.Additions(), role)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		if sees, changes := reach(d.Already(), row.module); !sees || changes {
			continue
		}
		note, err := c.text("grant.only_saw")
		if err != nil {
			return nil, err
		}
		rows[i].Notes = append(row.Notes, note)
	}
	return rows, nil
}

// act is a verb of a scope, and whether the reader's role lets the app use it.
type act struct {
	scope.Act
	risk   scope.Risk
	note   string // of its scope
	usable bool
}

// actsIn are the verbs of a module's scopes, in the order of the catalogue.
func actsIn(list []Access, module scope.Module) []act {
	var acts []act
	for _, row := range scope.Rows() {
		i := slices.IndexFunc(list, func(a Access) bool { return a.Scope == row.Scope })
		if row.Module != module || i < 0 {
			continue
		}
		for _, a := range row.Acts {
			acts = append(acts, act{a, row.Risk, noteText(row), !slices.Contains(list[i].Lacks, a.Needs)})
		}
	}
	return acts
}

func (c *catalogue) grant(module scope.Module, acts []act, role string) (row grant, err error) {
	row = grant{Risk: scope.Read, module: module}
	if row.Module, err = c.text(moduleText(module)); err != nil {
		return row, err
	}
	var can, cannot []string
	var note string
	for _, a := range acts {
		verb, err := c.text(verbText(a.Verb))
		if err != nil {
			return row, err
		}
		if !a.usable {
			cannot = append(cannot, verb)
			continue
		}
		can, note = append(can, verb), a.note
		if a.risk != scope.Read {
			row.Risk = a.risk // a module has one risk beside reading
		}
	}
	if row.Does, err = c.does(row, can); err != nil {
		return row, err
	}
	row.Notes, err = c.notes(row, len(can) > 0, cannot, role, note)
	return row, err
}

// notes are what stands under the verbs.
func (c *catalogue) notes(row grant, some bool, cannot []string, role, note string) (list []string, err error) {
	if len(cannot) > 0 {
		said, err := c.lacking(row, some, cannot, role)
		if err != nil {
			return nil, err
		}
		list = append(list, said)
	}
	if note != "" {
		said, err := c.text(note)
		if err != nil {
			return nil, err
		}
		list = append(list, said)
	}
	return list, nil
}

// does puts verbs into one phrase.
func (c *catalogue) does(row grant, can []string) (string, error) {
	switch {
	case len(can) == 0:
		return c.text("grant.nothing")
	case row.Risk == scope.Read && slices.Contains(scope.Changeable(), row.module):
		return c.text("grant.see_only")
	}
	said, err := c.joined("list.and", can)
	first, size := utf8.DecodeRuneInString(said)
	return string(unicode.ToUpper(first)) + said[size:], err
}

// lacking says what the reader's role takes away: a part of the verbs, or all that
// would change something.
func (c *catalogue) lacking(row grant, some bool, cannot []string, role string) (string, error) {
	id, join := "grant.asks", "list.and"
	if some && row.Risk != scope.Read {
		id, join = "grant.lacks", "list.or"
	}
	verbs, err := c.joined(join, cannot)
	if err != nil {
		return "", err
	}
	return c.text(id, "verbs", verbs, "roles", c.roles(role))
}

// joined sets words in a row, the last two parted by the text of id.
func (c *catalogue) joined(id string, words []string) (string, error) {
	if len(words) < 2 {
		return strings.Join(words, ""), nil
	}
	last := len(words) - 1
	return c.text(id, "list", strings.Join(words[:last], c.comma), "last", words[last])
}
