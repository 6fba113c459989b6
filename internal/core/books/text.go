package books

import (
	"net/mail"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Line trims a text of one line. One without anything in it is none.
func Line(text *string) *string {
	if text == nil {
		return nil
	}
	trimmed := strings.TrimSpace(*text)
	if trimmed == "" {
		return nil
	}
	return &trimmed
}

// WantName notes what is wrong with a name, which there has to be.
func WantName(p *fault.Problems, name, text string, most int) {
	p.Want(text != "", "%s should not be empty", name)
	WantLine(p, name, &text, most)
}

// WantLine notes what is wrong with a text of one line, if there is one.
func WantLine(p *fault.Problems, name string, text *string, most int) {
	if text != nil {
		wantLength(p, name, *text, most)
		p.WantPrintable(name, *text)
	}
}

// WantText notes what is wrong with a text of any number of lines, if there is
// one.
func WantText(p *fault.Problems, name string, text *string, most int) {
	if text != nil {
		wantLength(p, name, *text, most)
		p.WantPrintable(name, strings.NewReplacer("\n", "", "\r", "", "\t", "").Replace(*text))
	}
}

// WantEmail notes what is wrong with an address for mail, if there is one.
// Whether it is anybody's, only a mail to it can tell.
func WantEmail(p *fault.Problems, name string, text *string) {
	if text != nil {
		parsed, err := mail.ParseAddress(*text)
		p.Want(err == nil && parsed.Address == *text && len(*text) <= 254 && fault.Printable(*text), "%s must be an email", name)
	}
}

func wantLength(p *fault.Problems, name, text string, most int) {
	p.Want(utf8.RuneCountInString(text) <= most, "%s must be shorter than or equal to %d characters", name, most)
}
