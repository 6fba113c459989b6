package shape_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

func lookup(t testing.TB, name string) version.Version {
	t.Helper()
	v, ok := version.Lookup(name)
	if !ok {
		t.Fatalf("there is no version %s", name)
	}
	return v
}

// place is where a change stands alone.
func place(edits ...shape.Edit) *shape.Place {
	at := &shape.Place{}
	for _, edit := range edits {
		at.Add(shape.Change{Since: "2026-11-01", Edit: edit})
	}
	return at
}

var (
	taxNumber = shape.Rename{Now: "taxNumber", Was: "vatNumber"}
	sides     = shape.Sides{Debit: "debit", Credit: "credit", Was: "amount"}
	issued    = shape.Word{Member: "status", Now: "ISSUED", Was: "OPEN"}
)

func TestAnswersAreEditedDown(t *testing.T) {
	t.Parallel()
	v := lookup(t, "2025-02-01")
	for _, c := range []struct {
		name string
		at   *shape.Place
		now  string
		was  string
	}{
		{"a renamed member keeps its place and its text", place(taxNumber),
			`{"id":"a","taxNumber":"DE\u0031 <1>","n":1.50}`, `{"id":"a","vatNumber":"DE\u0031 <1>","n":1.50}`},
		{"a renamed member that is null", place(taxNumber), `{"taxNumber":null}`, `{"vatNumber":null}`},
		{"a debit is positive", place(sides), `{"a":1,"debit":"5.00","credit":"0.00","z":2}`, `{"a":1,"amount":"5.00","z":2}`},
		{"a credit is negative", place(sides), `{"debit":"0.00","credit":"5.10"}`, `{"amount":"-5.10"}`},
		{"neither side", place(sides), `{"debit":"0.00","credit":"0.00"}`, `{"amount":"0.00"}`},
		{"a currency without decimals", place(sides), `{"debit":"0","credit":"700"}`, `{"amount":"-700"}`},
		{"one side alone", place(sides), `{"credit":"5.00"}`, `{"amount":"-5.00"}`},
		{"another word of the enumeration", place(issued), `"PAID"`, `"PAID"`},
		{"the word itself", place(issued), `"ISSUED"`, `"OPEN"`},
		{"no word", place(issued), `null`, `null`},
		{"a list that goes on", place(shape.Envelope{}), `{"data":[1],"hasMore":true,"nextCursor":"x","total":7}`, `{"items":[1],"next":"x","total":7}`},
		{"a list's last page", place(shape.Envelope{}), `{"data":[1],"hasMore":false,"nextCursor":"x"}`, `{"items":[1],"next":null}`},
		{"a list without records", place(shape.Envelope{}), `{"data":[],"hasMore":false,"nextCursor":null}`, `{"items":[],"next":null}`},
		{"a list that never ends", place(shape.Envelope{Endless: true}), `{"data":[1],"hasMore":false,"nextCursor":"x"}`, `{"items":[1],"next":"x"}`},
	} {
		t.Run("VER-03 "+c.name, func(t *testing.T) {
			t.Parallel()
			got, err := c.at.Down(v, json.RawMessage(c.now))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.was, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRequestsAreEditedUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		at       *shape.Place
		was, now string
	}{
		{"a renamed member", place(taxNumber), `{"vatNumber":"DE1"}`, `{"taxNumber":"DE1"}`},
		{"a member given twice is still there twice", place(taxNumber), `{"vatNumber":"a","vatNumber":"b"}`, `{"taxNumber":"a","taxNumber":"b"}`},
		{"a positive amount is a debit", place(sides), `{"amount":"5.00"}`, `{"debit":"5.00"}`},
		{"a negative amount is a credit", place(sides), `{"x":1,"amount":"-5.00"}`, `{"x":1,"credit":"5.00"}`},
		{"a number is left to be refused", place(sides), `{"amount":-5}`, `{"debit":-5}`},
		{"two signs are left to be refused", place(sides), `{"amount":"--5"}`, `{"debit":"--5"}`},
		{"a word", place(issued), `"OPEN"`, `"ISSUED"`},
		{"a word that nobody knows", place(issued), `"SHUT"`, `"SHUT"`},
	} {
		t.Run("VER-03 "+c.name, func(t *testing.T) {
			t.Parallel()
			var problems fault.Problems
			got := c.at.Up(json.RawMessage(c.was), "", &problems)
			if diff := cmp.Diff(c.now, string(got)); diff != "" || problems.Err() != nil {
				t.Error(diff, problems.Err())
			}
		})
	}
}

func TestWhatAnOlderVersionDoesNotKnowIsRefused(t *testing.T) {
	t.Parallel()
	lines := &shape.Place{Members: map[string]*shape.Place{"lines": {Items: place(sides)}, "status": place(issued)}}
	lines.Add(shape.Change{Since: "2026-11-01", Edit: taxNumber})
	var problems fault.Problems
	lines.Up(json.RawMessage(`{"taxNumber":"a","vatNumber":"b","status":"ISSUED","lines":[{"amount":"1"},{"debit":"1","credit":"1"}]}`), "", &problems)
	want := []string{"taxNumber should not exist", "status should not be ISSUED", "lines[1].debit should not exist", "lines[1].credit should not exist"}
	if diff := cmp.Diff(want, problems.List()); diff != "" {
		t.Error(diff)
	}
}

func TestThereIsAnEndToWhatIsRefused(t *testing.T) {
	t.Parallel()
	at := &shape.Place{Items: place(sides)}
	var problems fault.Problems
	at.Up(json.RawMessage("["+strings.TrimSuffix(strings.Repeat(`{"debit":"1"},`, 1000), ",")+"]"), "", &problems)
	if got := len(problems.List()); got != 50 {
		t.Errorf("want 50 problems, got %d", got)
	}
}

func TestUpAndDownUndoEachOther(t *testing.T) {
	t.Parallel()
	v := lookup(t, "2025-02-01")
	amount := rapid.StringMatching(`-?[1-9][0-9]{0,12}(\.[0-9]{2})?`)
	word := rapid.SampledFrom([]string{"DRAFT", "OPEN", "PAID"})
	text := rapid.String()
	at := &shape.Place{Members: map[string]*shape.Place{"lines": {Items: place(sides)}, "status": place(issued)}}
	at.Add(shape.Change{Since: "2026-11-01", Edit: taxNumber})
	rapid.Check(t, func(t *rapid.T) {
		type line struct {
			Memo   string `json:"memo"`
			Amount string `json:"amount"`
		}
		was := struct {
			Status string         `json:"status"`
			VAT    string         `json:"vatNumber"`
			Lines  []line         `json:"lines"`
			More   map[string]int `json:"more"`
		}{Status: word.Draw(t, "status"), VAT: text.Draw(t, "vat"), Lines: []line{}, More: map[string]int{text.Draw(t, "key"): 1}}
		for range rapid.IntRange(0, 3).Draw(t, "lines") {
			was.Lines = append(was.Lines, line{text.Draw(t, "memo"), amount.Draw(t, "amount")})
		}
		body, err := json.Marshal(was)
		if err != nil {
			t.Fatal(err)
		}
		var problems fault.Problems
		newer := at.Up(body, "", &problems)
		older, err := at.Down(v, newer)
		if err != nil || problems.Err() != nil {
			t.Fatal(err, problems.Err())
		}
		if diff := cmp.Diff(asAny(t, body), asAny(t, older)); diff != "" {
			t.Errorf("%s became %s:\n%s", body, newer, diff)
		}
	})
}

func asAny(t *rapid.T, text []byte) (value any) {
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

func TestTheDataOfEventsIsEditedDown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		version string
		event   event.Name
		now     string
		was     string
	}{
		{"2025-02-01", event.InvoiceCreated, `{"id":"i","status":"ISSUED"}`, `{"id":"i","status":"OPEN"}`},
		{"2025-02-01", event.InvoiceUpdated, `{"status":"PAID","changedFields":["lines"]}`, `{"status":"PAID","changedFields":["lines"]}`},
		{"2025-02-01", event.CustomerUpdated, `{"changedFields":["email","taxNumber"]}`, `{"changedFields":["email","vatNumber"]}`},
		{"2025-02-01", event.SupplierUpdated, `{"changedFields":["taxNumber"]}`, `{"changedFields":["vatNumber"]}`},
		{"2025-02-01", event.CustomerCreated, `{"type":"BUSINESS"}`, `{"type":"BUSINESS"}`},
		{"2024-06-01", event.CustomerCreated, `{"type":"BUSINESS"}`, `{"type":"COMPANY"}`},
		{"2024-06-01", event.InvoiceCreated, `{"status":"ISSUED"}`, `{"status":"OPEN"}`},
		{"2026-11-01", event.InvoiceCreated, `{"status":"ISSUED"}`, `{"status":"ISSUED"}`},
	} {
		t.Run("VER-03 "+c.version+" "+string(c.event)+" "+c.now, func(t *testing.T) {
			t.Parallel()
			got, err := shape.Payload(lookup(t, c.version), c.event, json.RawMessage(c.now))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.was, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("no object", func(t *testing.T) {
		t.Parallel()
		if got, err := shape.Payload(lookup(t, "2025-02-01"), event.InvoiceCreated, json.RawMessage(`[]`)); err == nil {
			t.Errorf("got %s", got)
		}
	})
}

func TestACatalogueOfEventsSpeaksTheVersionToo(t *testing.T) {
	t.Parallel()
	row, _ := event.Lookup(event.CustomerCreated)
	now, err := json.Marshal(map[string]any{"name": row.Name, "schema": row.Schema(), "sample": row.Sample()})
	if err != nil {
		t.Fatal(err)
	}
	was, err := (&shape.Place{Type: true}).Down(lookup(t, "2024-06-01"), now)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Schema, Sample json.RawMessage }
	if err := json.Unmarshal(was, &got); err != nil {
		t.Fatal(err)
	}
	judge(t, got.Schema, got.Sample)
	if !strings.Contains(string(got.Sample), "COMPANY") || strings.Contains(string(got.Schema), "BUSINESS") {
		t.Errorf("got %s", was)
	}
}

func TestEverySampleFitsItsSchemaInEveryVersion(t *testing.T) {
	t.Parallel()
	for _, v := range version.All() {
		for _, e := range event.All() {
			t.Run("VER-03 "+v.Name+" "+string(e.Name), func(t *testing.T) {
				t.Parallel()
				schema, err := shape.PayloadSchema(v, e)
				if err != nil {
					t.Fatal(err)
				}
				data, err := shape.Payload(v, e.Name, e.Sample())
				if err != nil {
					t.Fatal(err)
				}
				judge(t, schema, data)
			})
		}
	}
}

func judge(t *testing.T, schema, data json.RawMessage) {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(schema)))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%s: %v", data, err)
	}
}

// The rows must not forget an event: whatever speaks of the word is listed.
func TestEveryEventWithAChangedWordIsListed(t *testing.T) {
	t.Parallel()
	for _, c := range shape.All() {
		word, ok := c.Edit.(shape.Word)
		if !ok {
			continue
		}
		for _, e := range event.All() {
			has := hasWord(t, e, word)
			if has != slices.Contains(c.Events, e.Name) {
				t.Errorf("%s has the word %s: %t; its row lists it: %t", e.Name, word.Now, has, !has)
			}
		}
	}
}

func hasWord(t *testing.T, e event.Type, word shape.Word) bool {
	t.Helper()
	var schema struct {
		Properties map[string]struct{ Enum []string }
	}
	if err := json.Unmarshal(e.Schema(), &schema); err != nil {
		// A type may be a list; only the words matter here.
		t.Fatal(err)
	}
	return slices.Contains(schema.Properties[word.Member].Enum, word.Now) && strings.HasPrefix(string(e.Name), kindOf(word)+".")
}

// kindOf tells apart what two records call by one name.
func kindOf(word shape.Word) string {
	if word.Member == "type" {
		return "customer"
	}
	return "invoice"
}

func TestEveryChangeBelongsToAVersionAndSaysWhatItIs(t *testing.T) {
	t.Parallel()
	all := version.All()
	last := all[len(all)-1].Name
	for _, c := range shape.All() {
		if _, ok := version.Lookup(c.Since); !ok || c.Since > last {
			t.Errorf("%q: there is no version %s", c.Says, c.Since)
		}
		if !strings.HasSuffix(c.Says, ".") || len(c.Schemas)+len(c.Events) == 0 {
			t.Errorf("a row is not whole: %+v", c)
		}
		last = c.Since
	}
	if got := shape.After(all[len(all)-1]); got != nil {
		t.Errorf("the newest version differs from what handlers speak: %v", got)
	}
	if got := len(shape.Of(all[len(all)-1])); got < 4 {
		t.Errorf("the newest version brought %d changes", got)
	}
}
