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
	atAccount     place = "profile"
	atSessions    place = "sessions" // a part of the account's page
	atOwnApps     place = "own_apps"
	inApp         place = "app"
	nowhere       place = "" // without the navigation
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
	Name    string // that somebody chose, in place of a text
	Of      string // whose it is, beside the name
}

// Sided reports whether a page has the navigation beside it, if it stands in a
// business.
func Sided(view View) bool {
	at, ok := view.(placed)
	return ok && at.place() != nowhere
}

// ofAccount is a View of the reader's own account, with its navigation beside it.
type ofAccount interface{ accountPlace() place }

// accountSide is the navigation of an account, and the ways out of it.
func accountSide(f Frame, here place) []sideSection {
	out := sideSection{Title: "go_to"}
	if f.Business.ID != "" {
		out.Entries = append(out.Entries, sideEntry{Name: f.Business.Name, Path: pagepath.Home})
	}
	out.Entries = append(out.Entries, sideEntry{Text: "home.console", Path: pagepath.Console}, sideEntry{Text: "reference.title", Path: pagepath.Reference})
	entry := func(at place, path string) sideEntry {
		return sideEntry{Text: "place." + string(at), Path: path, Current: at == here}
	}
	return []sideSection{{Title: "account", Entries: []sideEntry{
		entry(atAccount, pagepath.Account), entry(atSessions, pagepath.Account+"#sessions-title"), entry(atOwnApps, pagepath.OwnApps),
	}}, out}
}

// side is the navigation as the reader of a page sees it; none on a page that
// stands neither in a business nor in the account.
func side(f Frame, view View) (sections []sideSection) {
	if own, ok := view.(ofAccount); ok && f.SignedIn() {
		return accountSide(f, own.accountPlace())
	}
	if !Sided(view) || f.Business.ID == "" {
		return nil
	}
	here := view.(placed).place()
	for _, s := range navigation {
		section := sideSection{Title: s.title}
		for _, e := range s.entries {
			if e.needs == "" || f.May.Has(e.needs) {
				section.Entries = append(section.Entries, sideEntry{Text: "place." + string(e.place), Path: e.path, Current: e.place == here})
			}
		}
		if s.title == "apps" {
			section.Entries = append(section.Entries, appEntries(f.Apps, view)...)
		}
		if len(section.Entries) > 0 {
			sections = append(sections, section)
		}
	}
	return sections
}

// appEntries are what apps have in the navigation.
func appEntries(pages []AppPage, view View) (entries []sideEntry) {
	at, _ := view.(Embedded)
	for _, p := range pages {
		entries = append(entries, sideEntry{Name: p.Label.String(), Of: p.App.String(), Path: p.Path, Current: p.Path == at.Path})
	}
	return entries
}

func (Account) accountPlace() place { return atAccount }
func (OwnApps) accountPlace() place { return atOwnApps }

func (Home) place() place            { return atHome }
func (ConnectedApps) place() place   { return atApps }
func (Marketplace) place() place     { return atMarketplace }
func (Listing) place() place         { return atMarketplace }
func (People) place() place          { return atPeople }
func (RolePermissions) place() place { return atPeople }
func (AuditLog) place() place        { return atAuditLog }
func (Plan) place() place            { return atPlan }
