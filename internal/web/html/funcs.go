package html

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/message"

	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// funcs are what templates can call; they speak the catalogue's language.
func (c *catalogue) funcs() template.FuncMap {
	return template.FuncMap{
		"t":          c.text,
		"rich":       c.rich,
		"say":        c.say,
		"when":       c.when,
		"role":       c.role,
		"roles":      c.roles,
		"device":     c.device,
		"machine":    c.machine,
		"field":      c.field,
		"path":       pathOf,
		"chip":       chip,
		"strong":     strong,
		"groups":     groups,
		"otp":        otpauth,
		"session":    func(f Frame, s Session) sessionRow { return sessionRow{s, f.Now} },
		"span":       c.span,
		"list":       func(items ...string) []string { return items },
		"called":     c.called,
		"grants":     c.grants,
		"added":      c.additions,
		"in":         func(s sheet, b Business) sheet { s.Business = b; return s },
		"byline":     func(brand string, app App) byline { return byline{app, brand} },
		"limits":     c.limits,
		"connection": connectionOf,
		"names":      c.names,
		"everybody":  c.everybody,
		"bdi":        bdi,
		"code":       code,
		"day":        c.day,
		"date":       c.date,
		"category":   c.category,
		"number":     c.number,
		"did":        c.did,
		"kind":       c.kind,
		"clock":      c.clock,
		"amount":     c.amount,
		"happened":   c.happened,
		"panel":      panelOn,
	}
}

var paths = pagepath.All()

func pathOf(name string) (string, error) {
	if p, ok := paths[name]; ok {
		return p, nil
	}
	return "", fmt.Errorf("no path %q", name)
}

// when shows a time from the reader's point of view. The exact time appears under the
// pointer; nobody needs it to act, so it is no stop of the keyboard.
func (c *catalogue) when(now, at time.Time) (template.HTML, error) {
	relative, err := c.relative(now, at)
	if err != nil {
		return "", err
	}
	exact, err := c.exact(at)
	if err != nil {
		return "", err
	}
	return template.HTML(fmt.Sprintf(`<time datetime="%s" title="%s">%s</time>`,
		at.UTC().Format(time.RFC3339), template.HTMLEscapeString(exact), template.HTMLEscapeString(relative))), nil
}

// role names a role; one that the catalogue does not know keeps its own word.
func (c *catalogue) role(name string) string {
	if text, ok := c.texts["role."+name]; ok {
		return text
	}
	return name
}

// roles names those who have a role: "Accountants".
func (c *catalogue) roles(name string) string {
	if text, ok := c.texts["roles."+name]; ok {
		return text
	}
	return name
}

// byline is an app with what its byline needs besides.
type byline struct {
	App
	Brand string
}

// number is a count as it is written in the language.
func (c *catalogue) number(n int) string { return message.NewPrinter(c.tag).Sprint(n) }

// clock is a point in time by date and clock, in the zone that it comes in.
func (c *catalogue) clock(at time.Time) (template.HTML, error) {
	day, err := c.day(at)
	if err != nil {
		return "", err
	}
	return template.HTML(fmt.Sprintf(`<time datetime="%s">%s, %s</time>`,
		at.Format(time.RFC3339), template.HTMLEscapeString(day), at.Format("15:04"))), nil
}

// date is a calendar day as a table has it: short, on one line, and whole under the
// pointer.
func (c *catalogue) date(at time.Time) (template.HTML, error) {
	whole, err := c.day(at)
	if err != nil {
		return "", err
	}
	short, err := c.dayOf(at, "month_short")
	if err != nil {
		return "", err
	}
	return template.HTML(fmt.Sprintf(`<time class="nowrap" datetime="%s" title="%s">%s</time>`,
		at.Format(time.DateOnly), template.HTMLEscapeString(whole), template.HTMLEscapeString(short))), nil
}

// device names a device, or says that we cannot.
func (c *catalogue) device(name string) (string, error) {
	if name == "" {
		return c.text("account.unknown_device")
	}
	return name, nil
}

// machine names a command line by its machine.
func (c *catalogue) machine(name string) (string, error) {
	if name == "" {
		return c.text("machine.unnamed")
	}
	return c.text("machine.named", "machine", name)
}

// chip shows an id: one click selects all of it.
func chip(id string) template.HTML {
	return template.HTML(`<code class="chip">` + template.HTMLEscapeString(id) + `</code>`)
}

// strong sets a name apart, in weight and in direction: an Arabic name must not
// turn the English sentence around it.
func strong(text string) template.HTML {
	return template.HTML(`<strong dir="auto">` + template.HTMLEscapeString(text) + `</strong>`)
}

// bdi keeps the direction of a name to itself.
func bdi(text string) template.HTML {
	return template.HTML(`<bdi>` + template.HTMLEscapeString(text) + `</bdi>`)
}

// code quotes what a program says.
func code(text string) template.HTML {
	return template.HTML(`<code>` + template.HTMLEscapeString(text) + `</code>`)
}

// groups sets a key in groups of four, as people read it out.
func groups(key string) string {
	var parts []string
	for part := range slices.Chunk([]byte(key), 4) {
		parts = append(parts, string(part))
	}
	return strings.Join(parts, " ")
}

// otpauth lets an authenticator's address through, which the template engine
// would blank out as unknown, and nothing else.
func otpauth(uri string) template.URL {
	if !strings.HasPrefix(uri, "otpauth://totp/") {
		return ""
	}
	return template.URL(uri)
}

// sessionRow is a session with what its row needs besides.
type sessionRow struct {
	Session
	Now time.Time
}

// input is a form field as its template sees it.
type input struct {
	Name        string
	Label       string
	Hint        string
	Problem     string
	DescribedBy string // ids of hint and problem
	Attr        map[string]string
}

// field describes an input: its label is the entry field.<name>, unless given;
// the pairs are its attributes.
func (c *catalogue) field(problems Problems, name string, pairs ...string) (input, error) {
	in := input{Name: name, Attr: map[string]string{"type": "text", "label": "field." + name}}
	for pair := range slices.Chunk(pairs, 2) {
		in.Attr[pair[0]] = pair[1]
	}
	var err error
	if in.Label, err = c.text(in.Attr["label"]); err != nil {
		return in, err
	}
	if in.Problem, err = c.say(problems.On(name)); err != nil {
		return in, err
	}
	in.Hint = in.Attr["hint"]
	in.DescribedBy = describedBy(in)
	return in, nil
}

func describedBy(in input) string {
	var ids []string
	if in.Hint != "" {
		ids = append(ids, in.Name+"-hint")
	}
	if in.Problem != "" {
		ids = append(ids, in.Name+"-problem")
	}
	return strings.Join(ids, " ")
}
