package route

import (
	"encoding"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// decoding is one request on its way into an input.
type decoding struct {
	shapes   shapes
	problems Problems
	absent   error // what is answered if there are no problems
	enough   bool  // no further problem would help
}

// decode fills the input that in points to. Problems with the form come before
// an id that cannot exist, as they would before one that merely does not.
func (p *plan) decode(r *http.Request, in reflect.Value) error {
	d := decoding{shapes: p.shapes}
	d.readPath(p.path, r, in.Elem())
	d.readQuery(p.query, r.URL.RawQuery, in.Elem())
	for _, p := range p.header {
		d.readParam(p, r.Header.Values(p.name), in.Elem())
	}
	if err := d.readBody(r, in.Elem()); err != nil {
		return err
	}
	if err := d.problems.Err(); err != nil {
		return err
	}
	if checked, ok := in.Interface().(Checked); ok {
		checked.Check(&d.problems)
	}
	if err := d.problems.Err(); err != nil {
		return err
	}
	return d.absent
}

func (d *decoding) readPath(params []param, r *http.Request, in reflect.Value) {
	for _, p := range params {
		if why := setText(in.FieldByIndex(p.field), r.PathValue(p.name)); why != "" {
			d.absent = p.refusal()
		}
	}
}

// refusal answers a text that names nothing.
func (p param) refusal() error {
	if p.absent != nil {
		return p.absent
	}
	return ErrNowhere
}

func (d *decoding) readQuery(params map[string]param, raw string, in reflect.Value) {
	if raw == "" && len(params) == 0 {
		return
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		d.note("the query string is malformed")
		return
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if _, ok := params[name]; !ok {
			d.note("%s should not exist", fault.Untrusted(shown(name)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		d.readParam(params[name], values[name], in)
	}
}

func (d *decoding) readParam(p param, texts []string, in reflect.Value) {
	if len(texts) == 0 {
		if p.fallback == "" {
			return
		}
		texts = []string{p.fallback}
	}
	field := in.FieldByIndex(p.field)
	var why string
	switch {
	case field.Kind() == reflect.Slice:
		// A list comes separated by commas, or as a repeated parameter.
		why = setTexts(field, strings.Split(strings.Join(texts, ","), ","))
	case len(texts) > 1:
		d.note("%s should be given once", p.name)
		return
	default:
		why = setText(field, texts[0])
	}
	switch {
	case why == "":
	case p.absent != nil:
		d.absent = p.absent
	default:
		d.note("%s %s", p.name, why)
	}
}

func setTexts(list reflect.Value, texts []string) (why string) {
	read := reflect.MakeSlice(list.Type(), len(texts), len(texts))
	for i, text := range texts {
		if why := setText(read.Index(i), text); why != "" {
			return why
		}
	}
	list.Set(read)
	return ""
}

// noText is said of a type that no text can become.
const noText = "cannot be read from a text"

// setText reads a text into a field, or tells what the text should have been.
func setText(field reflect.Value, text string) (why string) {
	if why := storable(text); why != "" {
		return why
	}
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	if reader, ok := field.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return reason(reader.UnmarshalText([]byte(text)))
	}
	switch {
	case field.Kind() == reflect.String:
		field.SetString(text)
		return ""
	case field.Kind() == reflect.Bool:
		if text != "true" && text != "false" {
			return "must be true or false"
		}
		field.SetBool(text == "true")
		return ""
	case field.CanInt():
		return setInt(field, text)
	}
	return noText
}

func setInt(field reflect.Value, text string) (why string) {
	n, err := strconv.ParseInt(text, 10, field.Type().Bits())
	if err != nil {
		return "must be an integer"
	}
	field.SetInt(n)
	return ""
}

// reason turns the error of a type that reads itself into the end of a problem.
func reason(err error) string {
	if err == nil {
		return ""
	}
	return "is not valid: " + err.Error()
}

// storable refuses what no text column can hold.
func storable(text string) (why string) {
	switch {
	case !utf8.ValidString(text):
		return "must be UTF-8"
	case strings.ContainsRune(text, 0):
		return "must not contain a NUL character"
	}
	return ""
}

const (
	mostProblems = 50
	longestName  = 64
)

// note adds a problem. There is an end to it: an answer must not be as long as
// the body that provoked it. A place in a body is named as the caller named it.
func (d *decoding) note(format string, args ...any) {
	if d.enough {
		return
	}
	for i, arg := range args {
		if at, ok := arg.(*place); ok && at != nil {
			args[i] = fault.Untrusted(at.String())
		}
	}
	d.problems.Want(false, format, args...)
	if len(d.problems.List()) == mostProblems {
		d.problems.Want(false, "there may be more")
		d.enough = true
	}
}

// shown is a name of the caller's choosing, fit to be repeated to it.
func shown(name string) string {
	name = strings.ToValidUTF8(name, "\uFFFD")
	if runes := []rune(name); len(runes) > longestName {
		return string(runes[:longestName]) + "…"
	}
	return name
}
