package listings

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Content is what people read and see. While its makers work on it anything may
// be empty; Missing tells what has to be there before it is submitted.
type Content struct {
	Slug        string // its address in the marketplace
	Name        string
	Tagline     string // one line
	Description string // plain text, in paragraphs
	Categories  []category.Category
	PrivacyURL  string
	SupportURL  string
	ConnectURL  string // where the app begins to connect: its page that sends people to consent
	Icon        ident.Asset
	Screenshots []ident.Asset
	Reasons     map[scope.Scope]string // why the app asks for a scope
}

const (
	maxName        = 80
	maxTagline     = 80
	maxDescription = 4000
	maxCategories  = 3
	maxScreenshots = 8
	maxReason      = 300
)

// slugForm is a word, or some with hyphens between them. Those who read it aloud
// need nothing else, and two that look alike are alike.
var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

const minSlug, maxSlug = 3, 60

// trimmed is the content without space around its texts.
func (c Content) trimmed() Content {
	for _, text := range []*string{&c.Slug, &c.Name, &c.Tagline, &c.Description, &c.PrivacyURL, &c.SupportURL, &c.ConnectURL} {
		*text = strings.TrimSpace(*text)
	}
	c.Description = strings.ReplaceAll(c.Description, "\r\n", "\n")
	return c
}

// check notes all that is wrong with the form of a content.
func (c Content) check(p *fault.Problems, links *apps.Service) {
	p.Want(c.Slug == "" || validSlug(c.Slug), "slug must be %d to %d small letters, digits and single hyphens between them", minSlug, maxSlug)
	for _, line := range []struct {
		name, text string
		most       int
	}{{"name", c.Name, maxName}, {"tagline", c.Tagline, maxTagline}} {
		p.Want(utf8.RuneCountInString(line.text) <= line.most, "%s must be at most %d characters long", line.name, line.most)
		p.WantPrintable(line.name, line.text)
	}
	p.Want(utf8.RuneCountInString(c.Description) <= maxDescription, "description must be at most %d characters long", maxDescription)
	p.WantPrintable("description", strings.ReplaceAll(c.Description, "\n", ""))
	p.Want(len(c.Categories) <= maxCategories, "categories must contain no more than %d elements", maxCategories)
	for i, one := range c.Categories {
		p.Want(one.Known(), "categories.%d must be one of the marketplace's categories", i)
		p.Want(!slices.Contains(c.Categories[:i], one), "categories.%d is a repetition", i)
	}
	links.CheckLink(p, "privacyUrl", c.PrivacyURL)
	links.CheckLink(p, "supportUrl", c.SupportURL)
	links.CheckLink(p, "connectUrl", c.ConnectURL)
	p.Want(len(c.Screenshots) <= maxScreenshots, "screenshotIds must contain no more than %d elements", maxScreenshots)
	for i, one := range c.Screenshots {
		p.Want(!slices.Contains(c.Screenshots[:i], one), "screenshotIds.%d is a repetition", i)
	}
	for _, of := range slices.Sorted(maps.Keys(c.Reasons)) {
		p.Want(scope.Partner().Has(of), "scopeReasons: no app can ask for %s", fault.Untrusted(of))
		p.Want(utf8.RuneCountInString(c.Reasons[of]) <= maxReason, "scopeReasons: a reason must be at most %d characters long", maxReason)
		p.WantPrintable("scopeReasons", c.Reasons[of])
	}
}

// unjustified are the scopes of a set that no reason is given for.
func (c Content) unjustified(scopes scope.Set) (lacking scope.Set) {
	for _, s := range scopes {
		if strings.TrimSpace(c.Reasons[s]) == "" {
			lacking = append(lacking, s)
		}
	}
	return lacking
}

// reasons are the reasons as lines, by scope.
func (c Content) reasons() []string {
	list := []string{}
	for _, of := range slices.Sorted(maps.Keys(c.Reasons)) {
		list = append(list, string(of)+": "+c.Reasons[of])
	}
	return list
}

func validSlug(slug string) bool {
	return len(slug) >= minSlug && len(slug) <= maxSlug && slugForm.MatchString(slug)
}

// Missing names the members that are empty and must not be in a listing that
// people read.
func (c Content) Missing() []string {
	var missing []string
	for _, member := range []struct {
		name  string
		empty bool
	}{
		{"slug", c.Slug == ""}, {"name", c.Name == ""}, {"tagline", c.Tagline == ""}, {"description", c.Description == ""},
		{"categories", len(c.Categories) == 0}, {"privacyUrl", c.PrivacyURL == ""}, {"supportUrl", c.SupportURL == ""},
		{"connectUrl", c.ConnectURL == ""}, {"iconId", c.Icon.IsZero()}, {"screenshotIds", len(c.Screenshots) == 0},
	} {
		if member.empty {
			missing = append(missing, member.name)
		}
	}
	return missing
}

func (c Content) categories() []string {
	list := make([]string, len(c.Categories))
	for i, one := range c.Categories {
		list[i] = string(one)
	}
	return list
}

func (c Content) screenshots() []uuid.UUID { return ident.UUIDs(c.Screenshots) }

// Part is a part of a listing in which two revisions differ: the texts of it, in
// the one that is live and in the other.
type Part struct {
	Name string
	Live []string
	New  []string
}

// Diff tells in which parts a revision differs from the live one, and its app's
// scopes from those that were approved. What is live for the first time differs
// in all parts that it has.
func Diff(live *Revision, r Revision, scopes scope.Set) []Part {
	var was Revision
	if live != nil {
		was = *live
	}
	var parts []Part
	for _, part := range []Part{
		{"slug", lines(was.Slug), lines(r.Slug)},
		{"name", lines(was.Name), lines(r.Name)},
		{"tagline", lines(was.Tagline), lines(r.Tagline)},
		{"description", lines(was.Description), lines(r.Description)},
		{"categories", was.categories(), r.categories()},
		{"privacyUrl", lines(was.PrivacyURL), lines(r.PrivacyURL)},
		{"supportUrl", lines(was.SupportURL), lines(r.SupportURL)},
		{"connectUrl", lines(was.ConnectURL), lines(r.ConnectURL)},
		{"icon", assetNames(was.icons()), assetNames(r.icons())},
		{"screenshots", assetNames(was.Screenshots), assetNames(r.Screenshots)},
		{"scopes", was.Scopes.Strings(), scopes.Strings()},
		{"scopeReasons", was.reasons(), r.reasons()},
	} {
		if !slices.Equal(part.Live, part.New) {
			parts = append(parts, part)
		}
	}
	return parts
}

// lines are a text's paragraphs; none where there is no text.
func lines(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

func (c Content) icons() []ident.Asset {
	if c.Icon.IsZero() {
		return nil
	}
	return []ident.Asset{c.Icon}
}

func assetNames(ids []ident.Asset) []string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = id.String()
	}
	return list
}
