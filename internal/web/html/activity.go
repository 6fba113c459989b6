package html

import (
	"strings"
	"time"
)

// AppActivity is what an app did in the business, by day, the newest first. Its
// form is a GET with installation, from, to and kind.
type AppActivity struct {
	ID       string // of the installation
	App      App
	From     string // days, as typed
	To       string
	Kind     string // of records; empty for all
	Kinds    []string
	Days     []ActivityDay
	Older    string // where it goes on; empty at the end
	CSV      string // the same as a file
	Zone     string // whose times these are
	Problems Problems
}

// ActivityDay is what happened on a day.
type ActivityDay struct {
	Day     time.Time
	Changes []ActivityChange
	Reads   []ActivityReads
}

// ActivityChange is something that the app changed.
type ActivityChange struct {
	At      time.Time // in the business's zone
	Action  string    // the name of an event, such as "invoice.created"
	Record  string    // its id
	Called  Value     // the record's name, which leads to it; empty when it is gone, or not for the reader
	Fields  []string  // that were changed, where it is known
	More    int       // how many other changes the same call made
	Person  string    // in whose name; empty for nobody's, or somebody who is gone
	Request string
}

// Books reports whether it changed what the books say.
func (c ActivityChange) Books() bool {
	of, _, _ := strings.Cut(c.Action, ".")
	return of == "payment" || of == "account" || of == "journal_entry"
}

// ActivityReads is how often the app read records of a kind.
type ActivityReads struct {
	Kind  string // empty for what is no record
	Count int
}

func (AppActivity) page() string         { return "app_activity" }
func (AppActivity) place() place         { return atApps }
func (v AppActivity) problems() Problems { return v.Problems }

// did says what was changed; an action that the catalogue does not know keeps its
// own name.
func (c *catalogue) did(action string) string {
	if text, ok := c.texts["did."+action]; ok {
		return text
	}
	return action
}

// kind names records of a kind.
func (c *catalogue) kind(name string) string {
	if text, ok := c.texts["kind."+name]; ok {
		return text
	}
	return c.texts["kind.other"]
}
