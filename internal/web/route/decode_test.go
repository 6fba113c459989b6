package route_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/route"
)

var (
	_ = fault.Declare(fault.NotFound, "NOTE_NOT_FOUND", "There is no such note.")
	_ = fault.Declare(fault.Invalid, "CURSOR_IS_UNKNOWN", "The cursor is unknown.")
)

// note has a field of every sort that an input may have.
type note struct {
	page
	ID ident.Invitation `path:"id" absent:"NOTE_NOT_FOUND"`

	Notify *bool    `query:"notify"`
	Types  []string `query:"types"`

	Text   string            `json:"text"`
	Colour *string           `json:"colour"`
	Count  int8              `json:"count"`
	Weight float64           `json:"weight"`
	Pinned bool              `json:"pinned"`
	Author ident.User        `json:"author"`
	Due    route.Time        `json:"due"`
	Lines  []line            `json:"lines"`
	Labels map[string]string `json:"labels"`
	Extra  any               `json:"extra"`
	Raw    json.RawMessage   `json:"raw"`
}

type page struct {
	Limit int              `query:"limit" default:"50"`
	After ident.Invitation `query:"after" absent:"CURSOR_IS_UNKNOWN"`
}

type line struct {
	Item string `json:"item"`
}

func (n note) Check(p *route.Problems) {
	p.Want(n.Limit <= 200, "limit must be at most 200")
	p.Want(n.Text != "forbidden", "text must not be forbidden")
}

// said is a note as its handler got it.
type said struct {
	ID     ident.Invitation  `json:"id"`
	Limit  int               `json:"limit"`
	After  ident.Invitation  `json:"after,omitzero"`
	Notify *bool             `json:"notify,omitempty"`
	Types  []string          `json:"types,omitempty"`
	Text   string            `json:"text,omitempty"`
	Colour *string           `json:"colour,omitempty"`
	Count  int8              `json:"count,omitempty"`
	Weight float64           `json:"weight,omitempty"`
	Pinned bool              `json:"pinned,omitempty"`
	Author ident.User        `json:"author,omitzero"`
	Due    *route.Time       `json:"due,omitempty"`
	Lines  []line            `json:"lines,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
	Extra  any               `json:"extra,omitempty"`
	Raw    json.RawMessage   `json:"raw,omitempty"`
}

func repeat(_ context.Context, n note) (said, error) {
	s := said{
		ID: n.ID, Limit: n.Limit, After: n.After, Notify: n.Notify, Types: n.Types,
		Text: n.Text, Colour: n.Colour, Count: n.Count, Weight: n.Weight, Pinned: n.Pinned, Author: n.Author,
		Lines: n.Lines, Labels: n.Labels, Extra: n.Extra, Raw: n.Raw,
	}
	if due := time.Time(n.Due); !due.IsZero() {
		s.Due = &n.Due
	}
	return s, nil
}

func notes(t *testing.T) *host {
	t.Helper()
	return serve(t, route.Face{Routes: []route.Route{
		{Pattern: "POST /notes/{id}", Handle: route.JSON(http.StatusCreated, repeat), MaxBody: 4096},
		{Pattern: "DELETE /notes/{id}", Handle: route.JSON(http.StatusNoContent, func(context.Context, note) (route.None, error) {
			return route.None{}, nil
		})},
	}})
}

var (
	anID   = ident.New[ident.Invitation](ident.Control, time.UnixMilli(1763159887000)).String()
	anUser = ident.New[ident.User](ident.Control, time.UnixMilli(1763159887000)).String()
)

func TestRequestsBecomeInputs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, query, body, want string }{
		{"nothing but the path", "", "", `"limit":50`},
		{"an empty object", "", "{}", `"limit":50`},
		{"blanks around", "", " {\"text\" : \"a\" } \n", `"limit":50,"text":"a"`},
		{"the query", "?limit=7&after=" + anID + "&notify=false", "", `"limit":7,"after":"` + anID + `","notify":false`},
		{"a list by commas", "?types=a,b", "", `"limit":50,"types":["a","b"]`},
		{"a list by repetition", "?types=a&types=b,c", "", `"limit":50,"types":["a","b","c"]`},
		{"plain members", "", `{"text":"é\n<","count":-7,"weight":1.5e1,"pinned":true,"colour":"red"}`,
			`"limit":50,"text":"é\n<","colour":"red","count":-7,"weight":15,"pinned":true`},
		{"null where it is allowed", "", `{"colour":null,"extra":null}`, `"limit":50`},
		{"members that read themselves", "", `{"author":"` + anUser + `","due":"2026-11-14T23:38:07+01:00"}`,
			`"limit":50,"author":"` + anUser + `","due":"2026-11-14T22:38:07.000Z"`},
		{"nested members", "", `{"lines":[{"item":"a"},{}],"labels":{"k":"v"}}`,
			`"limit":50,"lines":[{"item":"a"},{"item":""}],"labels":{"k":"v"}`},
		{"anything at all", "", `{"extra":{"n":12345678901234567890,"l":[1,{"x":null}]},"raw":[1, 2]}`,
			`"limit":50,"extra":{"l":[1,{"x":null}],"n":12345678901234567890},"raw":[1,2]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := notes(t).post(t, "/notes/"+anID+c.query, c.body)
			if diff := cmp.Diff(`{"id":"`+anID+`",`+c.want+`}`, got.Body); diff != "" || got.Status != http.StatusCreated {
				t.Errorf("status %d, body (-want +got):\n%s", got.Status, diff)
			}
		})
	}
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 70) + strings.Repeat("]", 70)
	for _, c := range []struct {
		name, query, body string
		want              []string
	}{
		{"unknown member", "", `{"txt":"a"}`, []string{"txt should not exist"}},
		{"another spelling of a member", "", `{"Text":"a"}`, []string{"Text should not exist"}},
		{"nested unknown member", "", `{"lines":[{},{"itm":1}]}`, []string{"lines.1.itm should not exist"}},
		{"a field that is not the body's", "", `{"id":"x","Limit":3}`, []string{"id should not exist", "Limit should not exist"}},
		{"member given twice", "", `{"text":"a","text":"b"}`, []string{"text should be given once"}},
		{"member given twice in anything", "", `{"extra":[{"a":1,"\u0061":2}]}`, []string{"extra.0.a should be given once"}},
		{"wrong types, all of them", "", `{"text":1,"colour":[],"count":"1","weight":"1","pinned":0,"author":1,"due":1,"lines":{},"labels":[]}`, []string{
			"text must be a string", "colour must be a string", "count must be an integer", "weight must be a number",
			"pinned must be true or false", "author must be a string", "due must be a string",
			"lines must be an array", "labels must be an object",
		}},
		{"null where it is not allowed", "", `{"text":null,"count":null,"weight":null,"pinned":null,"author":null,"lines":null,"labels":null}`, []string{
			"text must be a string", "count must be an integer", "weight must be a number", "pinned must be true or false",
			"author must be a string", "lines must be an array", "labels must be an object",
		}},
		{"wrong types below", "", `{"lines":[{"item":1},2],"labels":{"k":false}}`, []string{
			"lines.0.item must be a string", "lines.1 must be an object", "labels.k must be a string",
		}},
		{"no whole number", "", `{"count":1.0}`, []string{"count must be an integer"}},
		{"a number out of range", "", `{"count":128,"weight":1e999}`, []string{"count must be an integer", "weight must be a number"}},
		{"no id", "", `{"author":"usr_1"}`, []string{"author is not valid: malformed id"}},
		{"no time", "", `{"due":"tomorrow"}`, []string{"due is not valid: must be a time like 2026-11-14T22:38:07.000Z"}},
		{"not an object", "", `["text"]`, []string{"the body must be an object"}},
		{"null", "", `null`, []string{"the body must be an object"}},
		{"broken off", "", `{"text":"a"`, []string{"the body is not valid JSON, at byte 11"}},
		{"a comma too many", "", `{"text":"a",}`, []string{"the body is not valid JSON, at byte 13"}},
		{"two texts", "", `{} {}`, []string{"the body is not valid JSON, at byte 4"}},
		{"only blanks", "", ` `, []string{"the body is not valid JSON, at byte 1"}},
		{"not UTF-8", "", "{\"text\":\"\xff\"}", []string{"the body must be UTF-8"}},
		{"a NUL", "", `{"text":"a\u0000b"}`, []string{"text must not contain a NUL character"}},
		{"a NUL in a name", "", `{"labels":{"a\u0000b":"c"}}`, []string{"the names in labels must not contain a NUL character"}},
		{"nested too deeply", "", `{"extra":` + deep + `}`, []string{"extra" + strings.Repeat(".0", 63) + " is nested too deeply"}},
		{"unknown parameter", "?page=2", "", []string{"page should not exist"}},
		{"another spelling of a parameter", "?Limit=2", "", []string{"Limit should not exist"}},
		{"parameter given twice", "?limit=1&limit=2", "", []string{"limit should be given once"}},
		{"id given twice", "?after=" + anID + "&after=" + anID, "", []string{"after should be given once"}},
		{"no integer", "?limit=ten", "", []string{"limit must be an integer"}},
		{"nothing where a number should be", "?limit=", "", []string{"limit must be an integer"}},
		{"no boolean", "?notify=yes", "", []string{"notify must be true or false"}},
		{"a parameter that is not UTF-8", "?types=%ff", "", []string{"types must be UTF-8"}},
		{"a parameter with a NUL", "?types=a,%00", "", []string{"types must not contain a NUL character"}},
		{"a broken query", "?limit=%zz", "", []string{"the query string is malformed"}},
		{"query and body", "?limit=ten", `{"text":1}`, []string{"limit must be an integer", "text must be a string"}},
		{"what the input finds itself", "?limit=201", `{"text":"forbidden"}`, []string{"limit must be at most 200", "text must not be forbidden"}},
	} {
		t.Run("API-08 "+c.name, func(t *testing.T) {
			t.Parallel()
			got := notes(t).post(t, "/notes/"+anID+c.query, c.body)
			if diff := cmp.Diff(c.want, messages(t, got)); diff != "" || got.Status != http.StatusBadRequest {
				t.Errorf("status %d, messages (-want +got):\n%s", got.Status, diff)
			}
		})
	}
}

func TestTheListOfProblemsHasAnEnd(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	for i := range 200 {
		fmt.Fprintf(&body, `,"%d":1`, i)
	}
	host := notes(t)
	list := messages(t, host.post(t, "/notes/"+anID, "{"+body.String()[1:]+"}"))
	if len(list) != 51 || list[50] != "there may be more" {
		t.Errorf("%d messages, the last %q", len(list), list[len(list)-1])
	}
	long := messages(t, host.post(t, "/notes/"+anID, `{"`+strings.Repeat("x", 1000)+`":1}`))
	if diff := cmp.Diff([]string{strings.Repeat("x", 64) + "… should not exist"}, long); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}

func TestAPathThatCannotNameARecordIsAnsweredLikeOneThatNamesNone(t *testing.T) {
	t.Parallel()
	const absent = `{"statusCode":404,"message":"There is no such note.","error":"Not Found","code":"NOTE_NOT_FOUND"}`
	host := notes(t)
	for _, id := range []string{"1", anUser, strings.ToUpper(anID), anID + "0", "%00", "%ff", "%20"} {
		if got := host.post(t, "/notes/"+id, ""); got.Status != http.StatusNotFound || got.Body != absent {
			t.Errorf("%s: %d %s", id, got.Status, got.Body)
		}
	}
	t.Run("a cursor likewise", func(t *testing.T) {
		got := host.post(t, "/notes/"+anID+"?after=1", "")
		want := `{"statusCode":400,"message":"The cursor is unknown.","error":"Bad Request","code":"CURSOR_IS_UNKNOWN"}`
		if diff := cmp.Diff(want, got.Body); diff != "" {
			t.Errorf("body (-want +got):\n%s", diff)
		}
	})
	t.Run("problems come first, as for a record that might be there", func(t *testing.T) {
		if got := host.post(t, "/notes/1?limit=ten", ""); got.Status != http.StatusBadRequest {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	})
}

func TestOnlyJSONOfABearableSizeIsRead(t *testing.T) {
	t.Parallel()
	host := notes(t)
	const wrongType = `{"statusCode":415,"message":"The body must be application/json.","error":"Unsupported Media Type"}`
	for _, c := range []struct {
		name, body string
		headers    []string
		status     int
		want       string
	}{
		{"no type", `{}`, nil, 415, wrongType},
		{"a form", `text=a`, []string{"Content-Type: application/x-www-form-urlencoded"}, 415, wrongType},
		{"another charset", `{}`, []string{"Content-Type: application/json; charset=utf-16"}, 415, wrongType},
		{"compressed", `{}`, []string{"Content-Type: application/json", "Content-Encoding: gzip"}, 415, wrongType},
		{"broken type", `{}`, []string{"Content-Type: application/json; ="}, 415, wrongType},
		{"too large", `{"text":"` + strings.Repeat("a", 4096) + `"}`, []string{"Content-Type: application/json"}, 413,
			`{"statusCode":413,"message":"The body must be at most 4096 bytes.","error":"Request Entity Too Large"}`},
		{"JSON with a charset", `{}`, []string{"Content-Type: Application/JSON; Charset=UTF-8"}, 201, `{"id":"` + anID + `","limit":50}`},
		{"no body needs no type", ``, nil, 201, `{"id":"` + anID + `","limit":50}`},
	} {
		t.Run("ERR-02 "+c.name, func(t *testing.T) {
			got := host.call(t, http.MethodPost, "/notes/"+anID, c.body, c.headers...)
			if diff := cmp.Diff(c.want, got.Body); diff != "" || got.Status != c.status {
				t.Errorf("status %d, body (-want +got):\n%s", got.Status, diff)
			}
		})
	}
}

func TestNoContentHasNone(t *testing.T) {
	t.Parallel()
	got := notes(t).call(t, http.MethodDelete, "/notes/"+anID, "")
	if got.Status != http.StatusNoContent || got.Body != "" || got.Header.Get("Content-Type") != "" {
		t.Errorf("%d %q as %q", got.Status, got.Body, got.Header.Get("Content-Type"))
	}
}

func TestInputsThatCannotWorkStopTheProgram(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(){
		"an undeclared refusal": func() {
			take[struct {
				ID ident.User `path:"id" absent:"NOWHERE_DECLARED"`
			}]()
		},
		"a refusal with values": func() {
			take[struct {
				ID ident.User `path:"id" absent:"FIELD_IS_UNKNOWN"`
			}]()
		},
		"a default of another type": func() {
			take[struct {
				N int `query:"n" default:"many"`
			}]()
		},
		"a parameter of no text": func() {
			take[struct {
				N chan int `query:"n"`
			}]()
		},
		"a member of no JSON": func() {
			take[struct {
				N chan int `json:"n"`
			}]()
		},
		"a time in Go's own form": func() {
			take[struct {
				At time.Time `json:"at"`
			}]()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if cause, ok := recover().(string); !ok || !strings.HasPrefix(cause, "route: ") {
					t.Errorf("the program goes on: %v", cause)
				}
			}()
			build()
		})
	}
}

func take[In any]() {
	route.JSON(http.StatusOK, func(context.Context, In) (route.None, error) { return route.None{}, nil })
}

func messages(t *testing.T, a answer) []string {
	t.Helper()
	var body struct {
		Message []string `json:"message"`
		Code    *string  `json:"code"`
	}
	if err := json.Unmarshal([]byte(a.Body), &body); err != nil {
		t.Fatalf("%v in %d %s", err, a.Status, a.Body)
	}
	if body.Code != nil {
		t.Errorf("validation has the code %s", *body.Code)
	}
	return body.Message
}

// keep is a handler that leaves its input for the test to see.
func keep(into **note) func(context.Context, note) (route.None, error) {
	return func(_ context.Context, n note) (route.None, error) {
		*into = &n
		return route.None{}, nil
	}
}
