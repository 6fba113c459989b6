// Package mailing is the catalogue of mails that callers can cause: how soon one
// may be repeated, and what of a caller's words it may show.
//
// Whoever is called by a name that holds the address of a page could have the
// service mail that address to strangers. So such names are refused where they
// are given, and what was stored before is shown in mails so that no program
// makes a link of it.
package mailing

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Pause is how long the same mail to the same recipient is refused.
const Pause = 5 * time.Minute

// Why a mail is refused that a caller asked for.
var (
	ErrSentRecently = fault.Declare(fault.TooMany, "MAIL_SENT_RECENTLY",
		"The same mail was sent to this address a moment ago. Retry after %d seconds.")
	ErrLimitReached = fault.Declare(fault.TooMany, "MAIL_LIMIT_REACHED",
		"Too many mails were asked for. Retry after %d seconds.")
)

// page finds addresses of pages: with a scheme, with www, or a host with
// something after it. A host alone is left be: there are businesses whose name
// is one.
var page = regexp.MustCompile(`(?i)://|(^|[^\pL\pN])www[.。．｡]|[\pL\pN-]+[.。．｡][\pL-]{2,}(:\d|/|\?|#)`)

// HoldsPage reports whether a name holds the address of a page.
func HoldsPage(name string) bool { return page.MatchString(name) }

// WantName notes that a name holds the address of a page.
func WantName(p *fault.Problems, field, name string) {
	p.Want(!HoldsPage(name), "%s must not hold the address of a page", field)
}

// MaxDisplayName is how many characters the name of a person, a business or an
// organization may have.
const MaxDisplayName = 120

// WantDisplayName notes what is wrong with the name of a person, a business or an
// organization.
func WantDisplayName(p *fault.Problems, field, name string) {
	p.Want(name != "", "%s should not be empty", field)
	p.Want(utf8.RuneCountInString(name) <= MaxDisplayName, "%s must be shorter than or equal to %d characters", field, MaxDisplayName)
	p.WantPrintable(field, name)
	WantName(p, field, name)
}

var (
	defused = strings.NewReplacer("://", "[:]//", ".", "[.]", "。", "[.]", "．", "[.]", "｡", "[.]")
	// A name must not end the quotation marks that it stands in.
	inner = strings.NewReplacer("“", "‘", "”", "’", "„", "‚", `"`, "'", "«", "‹", "»", "›")
)

// Shown is a name as a mail shows it.
func Shown(name string) string {
	if HoldsPage(name) {
		name = defused.Replace(name)
	}
	return inner.Replace(name)
}

// Quoted is a name in quotation marks.
func Quoted(name string) string { return "“" + Shown(name) + "”" }
