package reference

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/html"
)

// example is the first example of a content, set to be read. Its members come in
// the order of their schema.
func (w *writer) example(media map[string]any) string {
	value, ok := w.exampleValue(media)
	if !ok {
		return ""
	}
	var b bytes.Buffer
	w.write(&b, value, media["schema"])
	return w.Editions.Hosted(indented(b.Bytes()))
}

func (w *writer) exampleValue(media map[string]any) (any, bool) {
	if value, ok := media["example"]; ok {
		return value, true
	}
	examples, _ := media["examples"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		value, ok := w.description.Resolve(examples[name])["value"]
		return value, ok
	}
	return nil, false
}

// write writes an example as JSON.
func (w *writer) write(b *bytes.Buffer, value, schema any) {
	switch value := value.(type) {
	case map[string]any:
		w.writeObject(b, value, w.whole(inside(w.whole(schema))))
	case []any:
		items := w.whole(schema)["items"]
		b.WriteByte('[')
		for i, element := range value {
			if i > 0 {
				b.WriteByte(',')
			}
			w.write(b, element, items)
		}
		b.WriteByte(']')
	default:
		encoder := json.NewEncoder(b)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(value) // it came from JSON
	}
}

func (w *writer) writeObject(b *bytes.Buffer, object, schema map[string]any) {
	properties, _ := schema["properties"].(map[string]any)
	names := slices.DeleteFunc(edition.Members(schema), func(name string) bool { _, ok := object[name]; return !ok })
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	b.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		w.write(b, name, nil)
		b.WriteByte(':')
		w.write(b, object[name], properties[name])
	}
	b.WriteByte('}')
}

func indented(raw []byte) string {
	var b bytes.Buffer
	if err := json.Indent(&b, bytes.TrimSpace(raw), "", "  "); err != nil {
		return string(raw)
	}
	return b.String()
}

// call is a request as curl sends it.
type call struct {
	method  string
	url     string
	headers []string
	user    string // the client's own credentials
	body    string
	form    url.Values
}

// curl is a line for a shell, broken where people look for a break.
func curl(c call) string {
	lines := []string{"curl " + quoted(c.url)}
	if c.method != "GET" && !(c.method == "POST" && (c.body != "" || len(c.form) > 0)) {
		lines[0] = "curl -X " + c.method + " " + quoted(c.url)
	}
	if c.user != "" {
		lines = append(lines, "-u "+c.user)
	}
	for _, header := range c.headers {
		lines = append(lines, `-H "`+header+`"`)
	}
	for _, name := range slices.Sorted(maps.Keys(c.form)) {
		lines = append(lines, "--data-urlencode "+quoted(name+"="+c.form.Get(name)))
	}
	if c.body != "" {
		lines = append(lines, "-d '"+strings.ReplaceAll(c.body, "'", `'\''`)+"'")
	}
	return strings.Join(lines, " \\\n  ")
}

func quoted(word string) string {
	if strings.ContainsAny(word, " ?&'\"$") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// call is the call of an operation with its example.
func (w *writer) call(o html.Operation, operation map[string]any) call {
	body := w.description.Resolve(operation["requestBody"])
	c := call{method: o.Method, url: w.BaseURL + w.path(o.Path, operation)}
	if o.Entry.Kind == html.AccessClient {
		c.user = `"$CLIENT_ID:$CLIENT_SECRET"`
	} else if o.Entry.Kind == html.AccessToken {
		c.headers = w.headers(w.version, true)
	}
	kind, media := mediaType(body), mediaOf(body)
	switch {
	case kind == "application/json" && o.RequestExample != "":
		c.headers, c.body = append(c.headers, "Content-Type: application/json"), o.RequestExample
	case kind == "application/x-www-form-urlencoded":
		value, _ := w.exampleValue(media)
		members, _ := value.(map[string]any)
		c.form = url.Values{}
		for name, member := range members {
			c.form.Set(name, w.Editions.Hosted(plain(member)))
		}
		if c.form.Has("client_id") {
			c.user = "" // this client proves itself in the body
		}
	}
	return c
}

// path fills in the parameters of a path with their examples.
func (w *writer) path(path string, operation map[string]any) string {
	for _, parameter := range edition.Objects(operation["parameters"]) {
		parameter = w.description.Resolve(parameter)
		if parameter["in"] != "path" {
			continue
		}
		example := plain(parameter["example"])
		if parameter["example"] == nil {
			examples, _ := w.description.Resolve(parameter["schema"])["examples"].([]any)
			if len(examples) == 0 {
				continue
			}
			example = plain(examples[0])
		}
		path = strings.ReplaceAll(path, "{"+text(parameter["name"])+"}", url.PathEscape(example))
	}
	return path
}
