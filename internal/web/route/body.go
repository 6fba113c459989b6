package route

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// readBody fills the members of the input. A request without a body is one
// with an empty object: what is missing, Check names. What a GET carries in a
// body means nothing (RFC 9110, 9.3.1) and is left unread.
func (d *decoding) readBody(r *http.Request, in reflect.Value) error {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return Unreadable(err)
	}
	if len(body) == 0 {
		return nil
	}
	if !isJSON(r.Header) {
		return statusError{http.StatusUnsupportedMediaType, "The body must be application/json."}
	}
	if why := malformed(body); why != "" {
		d.note("the body %s", why)
		return nil
	}
	d.scan(body)
	d.readObject(nil, body, in)
	return nil
}

// Unreadable is the refusal of a body that could not be read to its end.
func Unreadable(err error) error {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return statusError{http.StatusRequestEntityTooLarge, fmt.Sprintf("The body must be at most %d bytes.", tooLarge.Limit)}
	}
	// The connection broke, or the client's framing did; nobody reads the answer.
	return statusError{http.StatusBadRequest, "The body could not be read."}
}

func isJSON(h http.Header) bool {
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset, named := params["charset"]
	return err == nil && media == "application/json" && h.Get("Content-Encoding") == "" &&
		(!named || strings.EqualFold(charset, "utf-8"))
}

// malformed tells why a body is not one JSON text.
func malformed(body []byte) (why string) {
	if !utf8.Valid(body) {
		return "must be UTF-8"
	}
	var text json.RawMessage
	if err := json.Unmarshal(body, &text); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return fmt.Sprintf("is not valid JSON, at byte %d", syntax.Offset)
		}
		return "is not valid JSON"
	}
	return ""
}

// deepest is how far objects and lists may be nested.
const deepest = 64

// scan refuses what Go types cannot show any more once they are filled: members
// given twice, and text that no database can hold.
func (d *decoding) scan(body []byte) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	d.scanValue(decoder, nil, 0)
}

func (d *decoding) scanValue(decoder *json.Decoder, at *place, depth int) {
	token, err := decoder.Token()
	if err != nil {
		d.note("the body is not valid JSON")
		d.enough = true
	}
	switch token := token.(type) {
	case string:
		if why := storable(token); why != "" {
			d.note("%s %s", at, why)
		}
	case json.Delim:
		if depth == deepest {
			d.note("%s is nested too deeply", at)
			d.enough = true
			return
		}
		if token == '{' {
			d.scanObject(decoder, at, depth)
		} else {
			for i := 0; decoder.More() && !d.enough; i++ {
				d.scanValue(decoder, at.element(i), depth+1)
			}
		}
		_, _ = decoder.Token() // the closing bracket
	}
}

func (d *decoding) scanObject(decoder *json.Decoder, at *place, depth int) {
	seen := map[string]bool{}
	for decoder.More() && !d.enough {
		token, _ := decoder.Token()
		name, ok := token.(string)
		if !ok {
			return
		}
		member := at.member(name)
		if seen[name] {
			d.note("%s should be given once", member)
		}
		if why := storable(name); why != "" {
			d.note("the names in %s %s", at, why)
		}
		seen[name] = true
		d.scanValue(decoder, member, depth+1)
	}
}

// read fills a value from a JSON text that is known to be well-formed.
func (d *decoding) read(at *place, raw json.RawMessage, into reflect.Value) {
	if d.enough {
		return
	}
	if into.Kind() == reflect.Pointer {
		if isNull(raw) {
			into.SetZero()
			return
		}
		into.Set(reflect.New(into.Type().Elem()))
		d.read(at, raw, into.Elem())
		return
	}
	switch reader := into.Addr().Interface().(type) {
	case given:
		d.read(at, raw, reader.give())
	case rowed:
		d.readRow(raw, reader)
	case json.Unmarshaler:
		d.want(at, reason(reader.UnmarshalJSON(raw)))
	case encoding.TextUnmarshaler:
		d.want(at, readText(raw, reader))
	default:
		d.readKind(at, raw, into)
	}
}

func (d *decoding) readKind(at *place, raw json.RawMessage, into reflect.Value) {
	switch into.Kind() {
	case reflect.Struct:
		d.readObject(at, raw, into)
	case reflect.Slice:
		d.readList(at, raw, into)
	case reflect.Map:
		d.readMap(at, raw, into)
	default:
		d.want(at, readPlain(raw, into))
	}
}

func (d *decoding) readObject(at *place, raw json.RawMessage, into reflect.Value) {
	if !begins(raw, '{') {
		d.want(at, "must be an object")
		return
	}
	members := d.shapes[into.Type()]
	for name, value := range membersOf(raw) {
		field, ok := members[name]
		if !ok {
			d.note("%s should not exist", at.member(name))
			continue
		}
		d.read(at.member(name), value, into.FieldByIndex(field))
	}
}

func (d *decoding) readList(at *place, raw json.RawMessage, into reflect.Value) {
	if !begins(raw, '[') {
		d.want(at, "must be an array")
		return
	}
	list := reflect.MakeSlice(into.Type(), 0, 0)
	for i, value := range elementsOf(raw) {
		element := reflect.New(into.Type().Elem()).Elem()
		d.read(at.element(i), value, element)
		list = reflect.Append(list, element)
	}
	into.Set(list)
}

func (d *decoding) readMap(at *place, raw json.RawMessage, into reflect.Value) {
	if !begins(raw, '{') {
		d.want(at, "must be an object")
		return
	}
	filled := reflect.MakeMap(into.Type())
	for name, value := range membersOf(raw) {
		element := reflect.New(into.Type().Elem()).Elem()
		d.read(at.member(name), value, element)
		filled.SetMapIndex(reflect.ValueOf(name).Convert(into.Type().Key()), element)
	}
	into.Set(filled)
}

func readText(raw json.RawMessage, into encoding.TextUnmarshaler) (why string) {
	text, ok := asString(raw)
	if !ok {
		return "must be a string"
	}
	return reason(into.UnmarshalText([]byte(text)))
}

func readPlain(raw json.RawMessage, into reflect.Value) (why string) {
	switch {
	case into.Kind() == reflect.String:
		text, ok := asString(raw)
		if !ok {
			return "must be a string"
		}
		into.SetString(text)
	case into.Kind() == reflect.Bool:
		if string(raw) != "true" && string(raw) != "false" {
			return "must be true or false"
		}
		into.SetBool(string(raw) == "true")
	case into.CanInt():
		return setInt(into, string(raw))
	case into.CanFloat():
		n, err := strconv.ParseFloat(string(raw), into.Type().Bits())
		if err != nil || isNull(raw) {
			return "must be a number"
		}
		into.SetFloat(n)
	case into.Kind() == reflect.Interface:
		into.Set(reflect.ValueOf(asAny(raw)).Elem())
	}
	return ""
}

func (d *decoding) want(at *place, why string) {
	if why != "" {
		d.note("%s %s", at, why)
	}
}
