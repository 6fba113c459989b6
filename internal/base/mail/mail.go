// Package mail sends letters to people: reset links, invitations, notices.
//
// A letter goes out over SMTP, or, on a developer's machine without a server,
// into a folder as an .eml file that any mail program opens. It is never
// logged: letters carry links that sign people in.
//
// A letter has a key, the id of what caused it. Its Message-ID is made from the
// key, so a letter that a crash made us send twice is recognised as one by
// mail programs. Sending once and retrying are the caller's: Send tries once,
// and says with ErrRefused when trying again is of no use.
//
//	caller ──Message──▶ Sender ──▶ SMTP server | folder
package mail

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	netmail "net/mail"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"github.com/counterpart/counterpart/internal/base/clock"
)

// ErrRefused says that a letter will never go out as it is: its address or form
// is wrong, or the server refused it for good.
var ErrRefused = errors.New("letter refused for good")

// Message is one letter to one person.
type Message struct {
	Key     string // the id of what caused the letter, such as a job's
	To      string // "ada@example.com" or "Ada Byron <ada@example.com>"
	Subject string
	Text    string
	HTML    string // optional
}

// Sender sends letters.
type Sender interface {
	// Send tries once to hand the letter over.
	Send(ctx context.Context, m Message) error
}

// Greeter is a sender that can be asked whether its server would take letters from
// us, without one.
type Greeter interface {
	// Greet connects, protects the connection and signs in.
	Greet(ctx context.Context) error
}

// Unset is the sender of a command that was given no way to send: letters wait.
type Unset struct{}

// Send fails.
func (Unset) Send(context.Context, Message) error {
	return errors.New("mail: neither a server nor a folder is set")
}

// Config says how letters go out.
type Config struct {
	From     string        // the sender's address, with or without a name
	Server   string        // host:port of the SMTP server
	Security Security      // how the connection is protected; STARTTLS if empty
	Username string        // optional
	Password string        // optional
	CAFile   string        // PEM file of authorities to trust beside the system's
	Timeout  time.Duration // for one letter in all; 30 s if zero
	Folder   string        // where letters are written when there is no Server
}

// New makes the sender that the configuration asks for.
func New(c Config, now clock.Now) (Sender, error) {
	from, err := netmail.ParseAddress(c.From)
	if err != nil {
		return nil, fmt.Errorf("mail: the sender %q is no e-mail address; set one such as \"Accounts <no-reply@example.com>\"", c.From)
	}
	post := stationery{from: from, now: now}
	switch {
	case c.Server != "" && c.Folder != "":
		return nil, errors.New("mail: both a server and a folder are set; set one of them")
	case c.Server != "":
		return newSMTP(c, post)
	case c.Folder != "":
		return newFolder(c.Folder, post)
	}
	return nil, errors.New("mail: set the SMTP server, or, in development, a folder to write letters into")
}

// stationery is what all letters of a sender share.
type stationery struct {
	from *netmail.Address
	now  clock.Now
}

// letter puts a message into the form in which it travels.
func (s stationery) letter(m Message) (*gomail.Msg, error) {
	to, err := check(m)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	letter := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	letter.FromMailAddress(s.from)
	letter.ToMailAddress(to)
	letter.Subject(m.Subject)
	letter.SetDateWithValue(s.now())
	letter.SetMessageIDWithValue(s.messageID(m.Key))
	// Asks mail robots not to answer (RFC 3834).
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	letter.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		letter.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return letter, nil
}

// messageID is the same each time a letter is sent, and tells nothing of its key.
func (s stationery) messageID(key string) string {
	sum := sha256.Sum256([]byte(key))
	_, domain, _ := strings.Cut(s.from.Address, "@")
	return hex.EncodeToString(sum[:16]) + "@" + domain
}

// check refuses what could not be a letter of ours. A line break in a header
// would let its author add headers, so it is refused, not repaired.
func check(m Message) (*netmail.Address, error) {
	switch {
	case m.Key == "":
		return nil, errors.New("no key")
	case m.Text == "":
		return nil, errors.New("no text")
	case strings.ContainsFunc(m.Subject, unicode.IsControl):
		return nil, errors.New("control character in the subject")
	case strings.ContainsFunc(m.To, unicode.IsControl):
		return nil, errors.New("control character in the address")
	}
	to, err := netmail.ParseAddress(m.To)
	if err != nil {
		return nil, errors.New("no valid address") // without repeating it: this error is logged
	}
	return to, nil
}
