package html

import (
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// place is an entry of the navigation inside a business; its text is the entry
// place.<name> of the catalogue.
type place string

// The places.
const (
	atHome        place = "home"
	atApps        place = "connected_apps"
	atMarketplace place = "marketplace"
	atPeople      place = "people"
	atAuditLog    place = "audit_log"
	atPlan        place = "plan"
)

// placed is a View that stands somewhere in a business, with the navigation
// beside it.
type placed interface{ place() place }

// navigation is what there is in a business, in the order of the page. An entry
// that needs a permission is shown to those who have it.
var navigation = []struct {
	title   string // place.<title> in the catalogue; none for the first
	entries []navigationEntry
}{
	{"", []navigationEntry{{atHome, pagepath.Home, ""}}},
	{"books", recordEntries()},
	{"apps", []navigationEntry{{atApps, pagepath.ConnectedApps, ""}, {atMarketplace, pagepath.Marketplace, ""}}},
	{"business", []navigationEntry{
		{atPeople, pagepath.People, permission.ManageUsers},
		{atAuditLog, pagepath.AuditLog, permission.ManageUsers},
		{atPlan, pagepath.Plan, permission.ViewBusiness},
	}},
}

type navigationEntry struct {
	place place
	path  string
	needs permission.Permission // none when everybody may
}

func recordEntries() (entries []navigationEntry) {
	for _, p := range RecordPlaces() {
		entries = append(entries, navigationEntry{place(p.Kind), p.Path, p.Needs})
	}
	return entries
}

// sideSection is a part of the navigation as one reader sees it.
type sideSection struct {
	Title   string // the name of its text
	Entries []sideEntry
}

type sideEntry struct {
	Text    string // the name of its text
	Path    string
	Current bool
}

// side is the navigation as the reader of a page sees it; none on a page that
// stands in no business.
func side(f Frame, view View) (sections []sideSection) {
	at, ok := view.(placed)
	if !ok || f.Business.ID == "" {
		return nil
	}
	for _, s := range navigation {
		section := sideSection{Title: s.title}
		for _, e := range s.entries {
			if e.needs == "" || f.May.Has(e.needs) {
				section.Entries = append(section.Entries, sideEntry{"place." + string(e.place), e.path, e.place == at.place()})
			}
		}
		if len(section.Entries) > 0 {
			sections = append(sections, section)
		}
	}
	return sections
}

func (Home) place() place            { return atHome }
func (ConnectedApps) place() place   { return atApps }
func (Marketplace) place() place     { return atMarketplace }
func (Listing) place() place         { return atMarketplace }
func (People) place() place          { return atPeople }
func (RolePermissions) place() place { return atPeople }
func (AuditLog) place() place        { return atAuditLog }
func (Plan) place() place            { return atPlan }
