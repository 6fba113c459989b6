// Package fault holds the refusals: what a caller is told when a rule says no.
//
// There are three kinds of error in the codebase, never mixed. A refusal is the
// caller's business: declared once, beside its domain, with its code. An OAuth
// error belongs to the protocol and lives in core/oauth. Everything else is our
// own fault and is answered as a 5xx. This package knows no status codes: web
// translates a Kind into one.
package fault

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// Kind is the sort of a refusal.
type Kind int

// The kinds of refusals.
const (
	Invalid         Kind = iota + 1 // the request cannot be carried out as it is
	Unauthenticated                 // nobody we know is asking
	Forbidden                       // whoever asks may not
	NotFound                        // there is no such thing, for this caller
	Conflict                        // something else happened first
	Stale                           // the caller's copy is older than ours
	Unprocessable                   // well-formed, but contradicts an earlier request
	TooMany                         // too often
)

// Declared is a refusal as declared: a code that clients branch on, and the
// message's form. It is itself an error, for a message without values.
type Declared struct {
	Kind    Kind
	Code    string
	message string
}

// Refusal is a declared refusal with its values filled in.
type Refusal struct {
	*Declared
	args    []any
	Details any // more for the caller to act on, such as every bad value
	// RetryAfter is when it is worth coming again; zero where nobody can tell.
	RetryAfter time.Duration
}

var (
	mu       sync.Mutex
	declared []*Declared
)

// Declare adds a refusal to the list. The message may hold %s, %q and %d verbs;
// the values given to With become p0, p1 … of the answer. Declare runs when
// packages are initialised; a code that is declared twice stops the program.
func Declare(kind Kind, code, message string) *Declared {
	mu.Lock()
	defer mu.Unlock()
	for _, d := range declared {
		if d.Code == code {
			panic("fault: " + code + " is declared twice")
		}
	}
	d := &Declared{Kind: kind, Code: code, message: message}
	declared = append(declared, d)
	return d
}

// All lists every declared refusal by code.
func All() []*Declared {
	mu.Lock()
	defer mu.Unlock()
	list := slices.Clone(declared)
	slices.SortFunc(list, func(a, b *Declared) int { return strings.Compare(a.Code, b.Code) })
	return list
}

// Error is the message as the caller reads it.
func (d *Declared) Error() string { return d.message }

// With fills in the message's values.
func (d *Declared) With(args ...any) *Refusal {
	return &Refusal{Declared: d, args: args}
}

// WithDetails attaches what the caller needs beside the message.
func (d *Declared) WithDetails(details any, args ...any) *Refusal {
	return &Refusal{Declared: d, args: args, Details: details}
}

// After says when it is worth coming again, in whole seconds, which is also the
// message's one value.
func (d *Declared) After(wait time.Duration) *Refusal {
	seconds := max(1, int(math.Ceil(wait.Seconds())))
	return &Refusal{Declared: d, args: []any{seconds}, RetryAfter: time.Duration(seconds) * time.Second}
}

// Error is the message with its values.
func (r *Refusal) Error() string {
	if len(r.args) == 0 {
		return r.message
	}
	return fmt.Sprintf(r.message, r.args...)
}

// Unwrap lets errors.Is find the declaration.
func (r *Refusal) Unwrap() error { return r.Declared }

// Params are the interpolated values by position, or nil when there are none.
func (r *Refusal) Params() map[string]string {
	if len(r.args) == 0 {
		return nil
	}
	params := make(map[string]string, len(r.args))
	for i, arg := range r.args {
		params["p"+strconv.Itoa(i)] = fmt.Sprint(arg)
	}
	return params
}

// Masked is the refusal as it may be written down: of its values only what mask
// lets through, and no details. The message's verbs, %q too, show what mask put
// in a value's place as it is.
func (r *Refusal) Masked(mask func(value string) string) *Refusal {
	masked := &Refusal{Declared: r.Declared, args: slices.Clone(r.args)}
	for i, arg := range r.args {
		value := fmt.Sprint(arg)
		if text := mask(value); text != value {
			masked.args[i] = verbatim(text)
		}
	}
	return masked
}

// verbatim is a text that every verb writes as it is.
type verbatim string

// Format ignores the verb.
func (v verbatim) Format(to fmt.State, _ rune) { _, _ = to.Write([]byte(v)) }

// As finds the refusal in an error.
func As(err error) (*Refusal, bool) {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return r, true
	}
	if d, ok := errors.AsType[*Declared](err); ok {
		return d.With(), true
	}
	return nil, false
}

// Problems collects all that is wrong with a request's form, in the words that
// the caller sees. The answer to it is the validation shape: a list of messages
// and no code.
type Problems struct{ list []Problem }

// Problem is one thing that is wrong with a request's form.
type Problem struct {
	Text string
	// Untrusted are the parts of the text that the caller worded.
	Untrusted []string
}

// Untrusted is a value of a problem's text that the caller worded, such as the
// name of a member that there is not. The caller reads it like any other; who
// writes the problem down can tell it from our own words.
type Untrusted string

// Want notes a problem unless the condition holds.
func (p *Problems) Want(ok bool, format string, args ...any) {
	if ok {
		return
	}
	problem := Problem{Text: fmt.Sprintf(format, args...)}
	for _, arg := range args {
		if text, ok := arg.(Untrusted); ok {
			problem.Untrusted = append(problem.Untrusted, string(text))
		}
	}
	p.list = append(p.list, problem)
}

// WantPrintable notes a text that holds what cannot be seen, and so could read
// otherwise than it is written.
func (p *Problems) WantPrintable(name, text string) {
	p.Want(Printable(text), "%s must be printable text", name)
}

// Printable reports whether a text holds nothing but what can be seen.
func Printable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) })
}

// Items are what was noted, in order.
func (p *Problems) Items() []Problem { return p.list }

// List is the texts of what was noted, in order.
func (p *Problems) List() []string {
	var texts []string
	for _, problem := range p.list {
		texts = append(texts, problem.Text)
	}
	return texts
}

// Reworded is the same problems in other words.
func (p *Problems) Reworded(reword func(text string) string) *Problems {
	list := slices.Clone(p.list)
	for i := range list {
		list[i].Text = reword(list[i].Text)
	}
	return &Problems{list}
}

// Err is nil when nothing was noted.
func (p *Problems) Err() error {
	if len(p.list) == 0 {
		return nil
	}
	return p
}

// Error joins the problems for a log.
func (p *Problems) Error() string { return strings.Join(p.List(), "; ") }
