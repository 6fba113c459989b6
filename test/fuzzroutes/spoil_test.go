package fuzzroutes

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// spoilt is a request with one or more things wrong with it.
func (w *world) spoilt(r request) request {
	ways := []func(*request){w.spoilPath, w.spoilQuery, w.spoilHeaders, w.spoilMethod}
	if r.body != "" {
		ways = append(ways, w.spoilValue, w.spoilValue, w.spoilValue, w.spoilValue, w.spoilText, w.spoilKind)
	}
	r.operation, r.headers = "", slices.Clone(r.headers)
	for range 1 + w.random.IntN(2) {
		pick(w, ways)(&r)
	}
	return r
}

// hostile are values that have broken programs before.
func (w *world) hostile() any {
	raw := func(text string) any { return json.RawMessage(text) }
	switch n := w.random.IntN(26); n {
	case 0:
		return nil
	case 1:
		return true
	case 2:
		return -1
	case 3:
		return raw("1e400")
	case 4:
		return raw("9223372036854775808")
	case 5:
		return raw("-0.0000000000000000000000000000000000000000000000001")
	case 6:
		return raw(strings.Repeat("9", 400))
	case 7:
		return ""
	case 8:
		return "\x00"
	case 9:
		return "a\x00b"
	case 10:
		return strings.Repeat("x", 70_000)
	case 11:
		return raw(strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000))
	case 12:
		return raw(strings.Repeat(`{"a":`, 5_000) + "1" + strings.Repeat("}", 5_000))
	case 13:
		return map[string]any{}
	case 14:
		return []any{}
	case 15:
		return []any{nil, 1, "a", map[string]any{"a": nil}}
	case 16:
		return "\u202e\u0000\ufeff\U0010ffff"
	case 17:
		return "<script>alert(1)</script>"
	case 18:
		return "'; DROP TABLE books; --"
	case 19:
		return "../../../../etc/passwd"
	case 20:
		return pick(w, []string{"0000-00-00", "9999-12-31T23:59:60Z", "2026-02-30", "292277026596-12-04T15:30:08Z", "-1", "1e9", "NaN", "Infinity", "0x10"})
	case 21:
		return w.someID()
	case 22:
		return raw(`"\ud800"`) // half of a letter
	case 23:
		return raw(`{"a":1,"a":2}`)
	case 24:
		return pick(w, []string{"http://169.254.169.254/", "https://[::1]/", "javascript:alert(1)", "https://user:pw@host/", "//evil.test", "https://" + strings.Repeat("a", 3000) + ".test/"})
	default:
		return slices.Repeat([]any{"x"}, 1000)
	}
}

// someID is an id of whatever kind, good or not.
func (w *world) someID() string {
	prefixes := slices.Sorted(maps.Keys(w.ids))
	switch w.random.IntN(5) {
	case 0:
		return pick(w, prefixes) + "_" + strings.Repeat("0", 28)
	case 1:
		return pick(w, prefixes) + "_" + strings.Repeat("z", 28)
	case 2:
		return w.florist.ID.String()
	}
	return pick(w, w.ids[pick(w, prefixes)])
}

// hostileText is one for paths, queries and headers.
func (w *world) hostileText() string {
	switch value := w.hostile().(type) {
	case string:
		return value[:min(len(value), 4000)]
	case json.RawMessage:
		return string(value[:min(len(value), 1000)])
	default:
		return fmt.Sprint(value)[:min(len(fmt.Sprint(value)), 1000)]
	}
}

func (w *world) spoilPath(r *request) {
	path, query, asked := strings.Cut(r.path, "?")
	segments := strings.Split(path, "/")
	segments[1+w.random.IntN(len(segments)-1)] = url.PathEscape(w.hostileText())
	r.path = strings.Join(segments, "/")
	if asked {
		r.path += "?" + query
	}
}

func (w *world) spoilQuery(r *request) {
	path, query, _ := strings.Cut(r.path, "?")
	values, _ := url.ParseQuery(query)
	names := append(slices.Sorted(maps.Keys(values)), "after", "limit", "nobodyKnowsThis", "", "limit[]", "a.b")
	switch name := pick(w, names); w.random.IntN(4) {
	case 0:
		values[name] = []string{w.hostileText(), w.hostileText()}
	case 1:
		values[name] = slices.Repeat([]string{w.someID()}, 60)
	default:
		values.Set(name, w.hostileText())
	}
	r.path = path + "?" + values.Encode()
	if w.random.IntN(10) == 0 {
		r.path += pick(w, []string{"&%zz", "&=", "&;", "&%00=%ff"})
	}
}

func (w *world) spoilHeaders(r *request) {
	printable := strings.Map(func(letter rune) rune {
		if letter < ' ' || letter == 0x7f {
			return '?'
		}
		return letter
	}, w.hostileText())
	r.headers = append(r.headers, pick(w, headers)+printable)
}

// headers are those that some operation, a proxy or Go itself takes notice of.
var headers = []string{
	"Idempotency-Key: ", "If-Match: ", "If-None-Match: ", "If-Modified-Since: ", "If-Unmodified-Since: ", "If-Range: ", "Service-Version: ",
	"Authorization: ", "Authorization: Bearer ", "Authorization: Basic ",
	"Accept: ", "Accept-Encoding: ", "Accept-Language: ", "Content-Encoding: ", "Content-Type: ", "Content-Type: application/json; charset=", "Cookie: ", "Origin: ",
	"Range: ", "X-Forwarded-For: ", "X-HTTP-Method-Override: ", "X-Request-Id: ", "Last-Event-ID: ", "Sec-Fetch-Site: ", "Traceparent: ", "Access-Control-Request-Method: ",
}

func (w *world) spoilMethod(r *request) {
	if w.random.IntN(4) == 0 {
		r.method = pick(w, []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get"})
	}
}

// spoilValue changes one place of a body.
func (w *world) spoilValue(r *request) {
	var value any
	decoder := json.NewDecoder(strings.NewReader(r.body))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil {
		w.spoilText(r)
		return
	}
	changes := []func(){func() { value = w.hostile() }}
	w.places(value, func(change func()) { changes = append(changes, change) })
	pick(w, changes)()
	r.body = encode(value)
}

// places tells every change that could be made within a value.
func (w *world) places(value any, tell func(change func())) {
	switch value := value.(type) {
	case map[string]any:
		tell(func() { value["nobodyKnowsThis"] = w.hostile() })
		for _, key := range slices.Sorted(maps.Keys(value)) {
			tell(func() { value[key] = w.hostile() })
			tell(func() { value[key] = w.hostile() })
			tell(func() { delete(value, key) })
			w.places(value[key], tell)
		}
	case []any:
		for i := range value {
			tell(func() { value[i] = w.hostile() })
			w.places(value[i], tell)
		}
	}
}

// spoilText makes a body what its kind cannot be.
func (w *world) spoilText(r *request) {
	switch w.random.IntN(8) {
	case 0:
		r.body = r.body[:w.random.IntN(len(r.body)+1)]
	case 1:
		r.body += r.body
	case 2:
		r.body = "\ufeff" + r.body
	case 3:
		r.body = strings.Replace(r.body, `"`, "\"\xff", 1)
	case 4:
		r.body = strings.Replace(r.body, "{", `{"name":"a","name":"b",`, 1)
	case 5:
		r.body = strings.Repeat(" ", 3<<20) + r.body
	case 6:
		r.body = ""
	case 7:
		r.body = strings.ReplaceAll(r.body, "&", "&&=") + "&client_id=a&client_id=b"
	}
}

func (w *world) spoilKind(r *request) {
	kind := pick(w, []string{"text/plain", "application/xml", "multipart/form-data; boundary=x", "application/json; charset=utf-16", "application/x-www-form-urlencoded", "application/json, text/plain", "*/*", ""})
	r.headers = slices.DeleteFunc(r.headers, func(header string) bool { return strings.HasPrefix(header, "Content-Type: ") })
	r.headers = append(r.headers, "Content-Type: "+kind)
}
