package html

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Made-up languages, for tests and for looking. They are chosen by name only,
// never from what a browser asks for.
const (
	Pseudo    = "en-XA" // English in disguise: what is not, came past the catalogue
	PseudoRTL = "ar-XB" // the same, read from the right
)

const defaultLocale = "en"

//go:embed text/*.json
var textFiles embed.FS

// catalogue holds the texts of one language by id. {name} in a text stands for
// a value. A text that depends on a number n has an entry for each plural form
// of its language: time.minutes.one, time.minutes.other.
type catalogue struct {
	locale string
	tag    language.Tag
	dir    string // ltr or rtl
	comma  string // what stands between the items of a list
	texts  map[string]string
}

// loadCatalogues reads all languages and makes the made-up ones from English.
func loadCatalogues() (map[string]*catalogue, error) {
	files, err := textFiles.ReadDir("text")
	if err != nil {
		return nil, err
	}
	all := map[string]*catalogue{}
	for _, file := range files {
		c, err := loadCatalogue(file.Name())
		if err != nil {
			return nil, fmt.Errorf("read texts %s: %w", file.Name(), err)
		}
		all[c.locale] = c
	}
	all[defaultLocale].addCatalogueTexts()
	all[Pseudo] = all[defaultLocale].disguise(Pseudo, "ltr")
	all[PseudoRTL] = all[defaultLocale].disguise(PseudoRTL, "rtl")
	return all, nil
}

func loadCatalogue(file string) (*catalogue, error) {
	c := &catalogue{locale: strings.TrimSuffix(file, path.Ext(file))}
	var err error
	if c.tag, err = language.Parse(c.locale); err != nil {
		return nil, err
	}
	body, err := textFiles.ReadFile("text/" + file)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(body, &c.texts); err != nil {
		return nil, err
	}
	c.dir, c.comma = c.texts["locale.dir"], c.texts["locale.comma"]
	return c, nil
}

// addCatalogueTexts takes in the words of the catalogues, which are written in English
// beside what they say. Another language has them in its file.
func (c *catalogue) addCatalogueTexts() {
	for _, row := range scope.Rows() {
		c.texts[scopeText(row.Scope)] = row.Says
		c.texts[moduleText(row.Module)] = string(row.Module)
		for _, a := range row.Acts {
			c.texts[verbText(a.Verb)] = a.Verb
		}
		if row.Note != "" {
			c.texts[noteText(row)] = row.Note
		}
	}
	for _, row := range permission.Rows() {
		c.texts[permissionText(row.Permission)] = row.Says
	}
	for _, row := range category.Rows() {
		c.texts[categoryText(row.Category)] = row.Name
	}
}

func scopeText(s scope.Scope) string                { return "scope." + string(s) }
func moduleText(m scope.Module) string              { return "module." + string(m) }
func verbText(verb string) string                   { return "verb." + verb }
func permissionText(p permission.Permission) string { return "permission." + string(p) }
func categoryText(of category.Category) string      { return "category." + string(of) }

// noteText is the id of what else there is to know of a scope; empty: nothing.
func noteText(row scope.Row) string {
	if row.Note == "" {
		return ""
	}
	return scopeText(row.Scope) + ".note"
}

// Locale picks the language that suits a reader best. The wishes come most
// wanted first, each a language tag or an Accept-Language header.
func (p *Pages) Locale(wishes ...string) string {
	_, i := language.MatchStrings(p.matcher, wishes...)
	return p.locales[i]
}

// spoken lists the real languages, the default first.
func spoken(all map[string]*catalogue) (locales []string, tags []language.Tag) {
	locales = []string{defaultLocale}
	for _, locale := range slices.Sorted(maps.Keys(all)) {
		if locale != defaultLocale && locale != Pseudo && locale != PseudoRTL {
			locales = append(locales, locale)
		}
	}
	for _, locale := range locales {
		tags = append(tags, all[locale].tag)
	}
	return locales, tags
}

// text is an entry with its values filled in.
func (c *catalogue) text(id string, pairs ...any) (string, error) {
	form, err := c.form(id, pairs)
	if err != nil {
		return "", err
	}
	return fill(form, pairs, func(v any) string { return fmt.Sprint(v) }), nil
}

// rich is text for entries whose values carry markup of ours, such as a name in
// bold. The entry's own words and all other values are escaped.
func (c *catalogue) rich(id string, pairs ...any) (template.HTML, error) {
	form, err := c.form(id, pairs)
	if err != nil {
		return "", err
	}
	return template.HTML(fill(template.HTMLEscapeString(form), pairs, func(v any) string {
		if markup, ok := v.(template.HTML); ok {
			return string(markup)
		}
		return template.HTMLEscapeString(fmt.Sprint(v))
	})), nil
}

// say puts a message into words.
func (c *catalogue) say(m Message) (string, error) {
	if m.IsZero() {
		return "", nil
	}
	pairs, err := c.named(m.pairs)
	if err != nil {
		return "", err
	}
	text, err := c.text(m.id, pairs...)
	if err != nil && m.fallback != "" {
		return m.fallback, nil
	}
	return text, err
}

// named puts the names of apps in the place of apps: what an app is called depends
// on the language where it has no name.
func (c *catalogue) named(pairs []any) ([]any, error) {
	named := slices.Clone(pairs)
	for i, value := range pairs {
		app, ok := value.(App)
		if !ok {
			continue
		}
		name, err := c.called(app)
		if err != nil {
			return nil, err
		}
		named[i] = name
	}
	return named, nil
}

// form finds the entry of an id, in the plural form that the value n asks for.
func (c *catalogue) form(id string, pairs []any) (string, error) {
	if text, ok := c.texts[id]; ok {
		return text, nil
	}
	if n, ok := count(pairs); ok {
		for _, form := range []string{pluralForm(c.tag, n), "other"} {
			if text, ok := c.texts[id+"."+form]; ok {
				return text, nil
			}
		}
	}
	return "", fmt.Errorf("no text %q in %s", id, c.locale)
}

func count(pairs []any) (int, bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == "n" {
			n, ok := pairs[i+1].(int)
			return n, ok
		}
	}
	return 0, false
}

func pluralForm(tag language.Tag, n int) string {
	switch plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0) {
	case plural.Zero:
		return "zero"
	case plural.One:
		return "one"
	case plural.Two:
		return "two"
	case plural.Few:
		return "few"
	case plural.Many:
		return "many"
	}
	return "other"
}

// fill puts values in the place of {name}s, in one pass, so that a value that
// looks like a {name} stays as it is.
func fill(text string, pairs []any, show func(any) string) string {
	if len(pairs) == 0 {
		return text
	}
	swaps := make([]string, 0, len(pairs))
	for i := 0; i+1 < len(pairs); i += 2 {
		swaps = append(swaps, fmt.Sprintf("{%v}", pairs[i]), show(pairs[i+1]))
	}
	return strings.NewReplacer(swaps...).Replace(text)
}

// exact is a point in time in full, in UTC: the page cannot know the reader's zone.
func (c *catalogue) exact(at time.Time) (string, error) {
	at = at.UTC()
	month, err := c.text(fmt.Sprintf("month.%d", at.Month()))
	if err != nil {
		return "", err
	}
	return c.text("time.exact", "day", at.Day(), "month", month, "year", at.Year(), "clock", at.Format("15:04"))
}

// day is a calendar date.
func (c *catalogue) day(at time.Time) (string, error) { return c.dayOf(at, "month") }

// dayOf is one whose month is named by one of two sets of texts.
func (c *catalogue) dayOf(at time.Time, months string) (string, error) {
	month, err := c.text(fmt.Sprintf("%s.%d", months, at.Month()))
	if err != nil {
		return "", err
	}
	return c.text("time.day", "day", at.Day(), "month", month, "year", at.Year())
}

// relative is a point in time as seen from now: "5 minutes ago", "in 2 hours".
func (c *catalogue) relative(now, at time.Time) (string, error) {
	id, distance := "time.ago", now.Sub(at)
	if distance < 0 {
		id, distance = "time.in", -distance
	}
	if distance < time.Minute {
		return c.text("time.now")
	}
	length, err := c.span(distance)
	if err != nil {
		return "", err
	}
	return c.text(id, "span", length)
}

// span is a length of time in words: "5 minutes".
func (c *catalogue) span(d time.Duration) (string, error) {
	unit, n := largestUnit(d)
	return c.text("time."+unit, "n", n)
}

// largestUnit measures a length of time in the largest unit that fits.
func largestUnit(d time.Duration) (unit string, n int) {
	const day = 24 * time.Hour
	switch {
	case d < time.Hour:
		return "minutes", int(d / time.Minute)
	case d < day:
		return "hours", int(d / time.Hour)
	case d < 60*day:
		return "days", int(d / day)
	case d < 730*day:
		return "months", int(d / (30 * day))
	}
	return "years", int(d / (365 * day))
}
