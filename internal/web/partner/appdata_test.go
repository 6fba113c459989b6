package partner_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// declare gives the app a field on customers.
func declare(t *testing.T, node *apptest.Node, app *apptest.App, key string, d appdata.Details) appdata.Field {
	t.Helper()
	d.Label = key
	ctx := actor.With(context.Background(), actor.Actor{Kind: actor.Operator})
	made, err := node.AppData.Declare(ctx, app.App, appdata.NewField{Resource: appdata.Customer, Key: key, Details: d})
	must(t, err)
	return made
}

func (f *fixture) declare(t *testing.T, key string, of appdata.Details) appdata.Field {
	t.Helper()
	f.svc.Clock.Move(time.Millisecond) // fields are shown in the order of their making
	return declare(t, f.svc.Node(0), f.app, key, of)
}

// put is one value on a customer.
func put(customer, key string, value any) record {
	return record{"resourceType": "CUSTOMER", "resourceId": customer, "key": key, "value": value}
}

func values(list ...record) record { return record{"values": append([]record{}, list...)} }

// data reads what an answer lists.
func data(answer record) (list []record) {
	for _, item := range answer["data"].([]any) {
		list = append(list, item.(record))
	}
	return list
}

func TestAppsKeepValuesOnRecords(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	customer := f.buyer(t, "Corner")
	f.declare(t, "tier", appdata.Details{Type: appdata.Choice, Rules: appdata.Rules{Choices: []string{"gold", "silver"}}})
	f.declare(t, "visits", appdata.Details{Type: appdata.Integer})
	f.happened(t)

	var id string
	t.Run("DATA-01 values are written, and come back as they are", func(t *testing.T) {
		made := data(f.send(t, http.StatusOK, "PUT /app-data", values(put(customer, "tier", "gold"), put(customer, "visits", 12))))
		id = made[0]["id"].(string)
		want := record{
			"id": id, "resourceType": "CUSTOMER", "resourceId": customer, "key": "tier", "type": "CHOICE", "value": "gold",
			"createdAt": made[0]["createdAt"], "updatedAt": made[0]["updatedAt"],
		}
		if diff := cmp.Diff(want, made[0]); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(made, data(f.send(t, http.StatusOK, "GET /app-data?resourceId="+customer, nil))); diff != "" {
			t.Errorf("read back (-put +got):\n%s", diff)
		}
	})
	t.Run("APP-08 app_data.updated", func(t *testing.T) {
		list := f.happened(t)
		want := record{"type": "app_data.updated", "data": record{
			"id": id, "resourceType": "CUSTOMER", "resourceId": customer, "key": "tier", "operation": "SET", "origin": "APP",
		}}
		if len(list) != 2 {
			t.Fatalf("told of %v", list)
		}
		if diff := cmp.Diff(want, list[0]); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("DATA-01 what is there already is nothing new", func(t *testing.T) {
		f.send(t, http.StatusOK, "PUT /app-data", values(put(customer, "tier", "gold")))
		f.expectEvents(t)
	})
	t.Run("DATA-01 all or nothing", func(t *testing.T) {
		f.refuses(t, http.StatusBadRequest, "INVALID_APP_DATA_VALUE", "PUT /app-data", values(put(customer, "visits", 13), put(customer, "tier", "tin")))
		got := data(f.send(t, http.StatusOK, "GET /app-data?keys=visits&resourceIds="+customer, nil))
		if len(got) != 1 || got[0]["value"] != 12.0 {
			t.Errorf("kept %v", got)
		}
		f.expectEvents(t)
	})
	t.Run("DATA-01 the form of a call", func(t *testing.T) {
		f.complains(t, "PUT /app-data", values(), "values should not be empty")
		f.complains(t, "PUT /app-data", values(put(customer, "tier", "gold"), put(customer, "tier", "silver")), "values.1 is a repetition")
		many := make([]record, 26)
		for i := range many {
			many[i] = put(customer, fmt.Sprint("key_", i), 1)
		}
		f.complains(t, "PUT /app-data", values(many...), "values must contain no more than 25 elements")
	})
	t.Run("DATA-01 null deletes", func(t *testing.T) {
		if left := data(f.send(t, http.StatusOK, "PUT /app-data", values(put(customer, "visits", nil)))); len(left) != 0 {
			t.Errorf("answered %v", left)
		}
		list := f.happened(t)
		if len(list) != 1 || list[0]["data"].(record)["operation"] != "DELETE" {
			t.Errorf("told of %v", list)
		}
		f.send(t, http.StatusOK, "PUT /app-data", values(put(customer, "visits", nil)))
		f.expectEvents(t)
	})
	t.Run("DATA-04 a value is deleted by its id", func(t *testing.T) {
		other := f.svc.ReviewedApp(t, scope.Partner()...).Given(t, f.owner, f.bakery, scope.Partner()...)
		other.Send(t, f.svc.Node(0), "DELETE /app-data/"+id, nil).Refuses(t, http.StatusNotFound, "APP_DATA_VALUE_NOT_FOUND")
		f.send(t, http.StatusNoContent, "DELETE /app-data/"+id, nil)
		f.refuses(t, http.StatusNotFound, "APP_DATA_VALUE_NOT_FOUND", "DELETE /app-data/"+id, nil)
		f.refuses(t, http.StatusNotFound, "APP_DATA_VALUE_NOT_FOUND", "DELETE /app-data/nonsense", nil)
	})
}

func TestWhatIsRefusedOfAppData(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	node := f.svc.Node(0)
	customer := f.buyer(t, "Corner")
	f.declare(t, "tier", appdata.Details{Type: appdata.Text})
	stranger := newFixture(t).buyer(t, "Stranger")

	t.Run("DATA-02 read scope, field, record, rules: in this order", func(t *testing.T) {
		blind := f.svc.ReviewedApp(t, scope.Partner()...)
		tokens := blind.Given(t, f.owner, f.bakery, scope.InvoicesRead)
		tokens.Send(t, node, "PUT /app-data", values(put("nonsense", "nonsense", 1))).Refuses(t, http.StatusForbidden, "APP_CANNOT_ACCESS_TYPE_RECORD")
		f.refuses(t, http.StatusBadRequest, "UNKNOWN_APP_DATA_FIELD", "PUT /app-data", values(put("nonsense", "nonsense", 1)))
		f.refuses(t, http.StatusNotFound, "RECORD_NOT_FOUND", "PUT /app-data", values(put("nonsense", "tier", 1)))
		f.refuses(t, http.StatusNotFound, "RECORD_NOT_FOUND", "PUT /app-data", values(put(stranger, "tier", 1)))
		f.refuses(t, http.StatusNotFound, "RECORD_NOT_FOUND", "PUT /app-data", values(put(f.account(t, "1010"), "tier", 1)))
		f.refuses(t, http.StatusBadRequest, "INVALID_APP_DATA_VALUE", "PUT /app-data", values(put(customer, "tier", 1)))
	})
	t.Run("DATA-02 one unreadable type refuses it all", func(t *testing.T) {
		half := f.svc.ReviewedApp(t, scope.Partner()...)
		tokens := half.Given(t, f.owner, f.bakery, scope.CustomersRead)
		declare(t, node, half, "tier", appdata.Details{Type: appdata.Text})
		mixed := values(put(customer, "tier", "x"), record{"resourceType": "INVOICE", "resourceId": "x", "key": "x", "value": 1})
		tokens.Send(t, node, "PUT /app-data", mixed).Refuses(t, http.StatusForbidden, "APP_CANNOT_ACCESS_TYPE_RECORD")
		tokens.Call(t, node, "GET /app-data?resourceType=INVOICE&resourceId="+customer).Refuses(t, http.StatusForbidden, "APP_CANNOT_ACCESS_TYPE_RECORD")
		if left := data(read(t, tokens.Call(t, node, "GET /app-data?resourceId="+customer).Is(t, http.StatusOK))); len(left) != 0 {
			t.Errorf("kept %v", left)
		}
		none := f.svc.ReviewedApp(t, scope.Partner()...).Given(t, f.owner, f.bakery, scope.EventsRead)
		none.Call(t, node, "GET /app-data?resourceId="+customer).Refuses(t, http.StatusForbidden, "APP_CANNOT_ACCESS_TYPE_RECORD")
	})
	t.Run("DATA-03 which records", func(t *testing.T) {
		f.refuses(t, http.StatusBadRequest, "PROVIDE_RESOURCEID_RESOURCEIDS", "GET /app-data", nil)
		f.refuses(t, http.StatusBadRequest, "PROVIDE_RESOURCEID_RESOURCEIDS", "GET /app-data?resourceIds=", nil)
		fifty := strings.Repeat(customer+",", 49) + customer
		f.send(t, http.StatusOK, "GET /app-data?resourceIds="+fifty, nil)
		f.refuses(t, http.StatusBadRequest, "RESOURCEIDS_ACCEPTS_MOST_50_IDS", "GET /app-data?resourceIds="+fifty+","+customer, nil)
		f.refuses(t, http.StatusBadRequest, "RESOURCEIDS_ACCEPTS_MOST_50_IDS", "GET /app-data?resourceIds="+fifty+"&resourceIds="+customer, nil)
	})
	t.Run("DATA-06 an app sees its own values only", func(t *testing.T) {
		f.send(t, http.StatusOK, "PUT /app-data", values(put(customer, "tier", "gold")))
		other := f.svc.ReviewedApp(t, scope.Partner()...)
		declare(t, node, other, "tier", appdata.Details{Type: appdata.Text})
		tokens := other.Given(t, f.owner, f.bakery, scope.Partner()...)
		if seen := data(read(t, tokens.Call(t, node, "GET /app-data?resourceId="+customer).Is(t, http.StatusOK))); len(seen) != 0 {
			t.Errorf("the other app sees %v", seen)
		}
		tokens.Send(t, node, "PUT /app-data", values(put(customer, "tier", "tin"))).Is(t, http.StatusOK)
		if own := data(f.send(t, http.StatusOK, "GET /app-data?resourceId="+customer, nil)); len(own) != 1 || own[0]["value"] != "gold" {
			t.Errorf("the app sees %v", own)
		}
		answer := tokens.Call(t, node, "GET /events?types=app_data.updated").Is(t, http.StatusOK)
		if heard := data(read(t, answer)); len(heard) != 1 {
			t.Errorf("the other app is told of %v", heard)
		}
	})
}

func TestEveryWayToBreakAField(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	customer := f.buyer(t, "Corner")
	bound := func(text string) *appdata.Bound {
		b := new(appdata.Bound)
		must(t, json.Unmarshal([]byte(text), b))
		return b
	}
	raw := func(text string) json.RawMessage { return json.RawMessage(text) }
	for name, of := range map[string]appdata.Details{
		"text":    {Type: appdata.Text, Rules: appdata.Rules{MinLength: new(2), MaxLength: new(5), Pattern: new("SLUG")}},
		"any":     {Type: appdata.Text},
		"long":    {Type: appdata.LongText, Rules: appdata.Rules{MinLength: new(3)}},
		"whole":   {Type: appdata.Integer, Rules: appdata.Rules{Min: bound("1"), Max: bound("10")}},
		"free":    {Type: appdata.Integer},
		"decimal": {Type: appdata.Decimal, Rules: appdata.Rules{Min: bound(`"0.50"`), Max: bound(`"9.99"`), Scale: new(2)}},
		"yes":     {Type: appdata.Boolean},
		"day":     {Type: appdata.Date},
		"at":      {Type: appdata.DateTime},
		"url":     {Type: appdata.URL},
		"mail":    {Type: appdata.Email},
		"choice":  {Type: appdata.Choice, Rules: appdata.Rules{Choices: []string{"a", "b"}}},
		"json":    {Type: appdata.JSON},
	} {
		f.declare(t, name, of)
	}
	const (
		text    = "must be a string"
		half    = "must not contain half of a surrogate pair"
		line    = "must not contain line breaks or other control characters"
		day     = "must be a date like 2026-11-14"
		mail    = "must be an email address"
		choice  = "must be one of the field's choices"
		either  = "must be true or false"
		list    = "must be an object or an array"
		digits  = "must be an integer, written in digits alone"
		address = "must be a URL that begins with https:// and names a host"
		instant = "must be a time like 2026-11-14T22:38:07.000Z"
		number  = "must be a decimal number like 12.50"
		long    = "must have at most 18 digits before and 8 after the decimal point"
		within  = "must be between -9007199254740992 and 9007199254740992"
	)
	for _, c := range []struct {
		key   string
		value any
		want  string
	}{
		{"text", 1, text},
		{"text", true, text},
		{"text", raw("{}"), text},
		{"text", raw("[]"), text},
		{"text", "", "must be at least 2 characters long"},
		{"text", "a", "must be at least 2 characters long"},
		{"text", "abcdef", "must be at most 5 characters long"},
		{"text", "A b", "must match the pattern SLUG"},
		{"text", "a-", "must match the pattern SLUG"},
		{"text", "a\nb", line},
		{"any", "a\u0085b", line},
		{"any", "a\u007fb", line},
		{"any", strings.Repeat("ä", 2001), "must be at most 2000 characters long"},
		{"any", strings.Repeat("😀", 2001), "must be at most 2000 characters long"},
		{"any", []string{}, text},
		{"any", raw(`"a\ud800"`), half},
		{"any", raw(`"\udc00\ud800"`), half},
		{"any", raw(`"\ud800\u0041"`), half},
		{"long", true, text},
		{"long", 1, text},
		{"long", "ab", "must be at least 3 characters long"},
		{"long", strings.Repeat("ä", 20001), "must be at most 20000 characters long"},
		{"long", "abc\a", "must not contain control characters other than line breaks and tabs"},
		{"long", raw(`"abc\udfff"`), half},
		{"whole", "5", digits},
		{"whole", "", digits},
		{"whole", raw("1.5"), digits},
		{"whole", raw("1.0"), digits},
		{"whole", raw("1e1"), digits},
		{"whole", raw("1E+1"), digits},
		{"whole", raw("1e400"), digits},
		{"whole", raw("-0.0"), digits},
		{"whole", true, digits},
		{"whole", raw("[5]"), digits},
		{"whole", raw("{}"), digits},
		{"whole", 0, "must not be less than 1"},
		{"whole", raw("-0"), "must not be less than 1"},
		{"whole", 11, "must not be greater than 10"},
		{"free", raw("9007199254740993"), within},
		{"free", raw("-9007199254740993"), within},
		{"free", raw("9223372036854775808"), within},
		{"free", raw(strings.Repeat("9", 400)), within},
		{"decimal", raw("1.25"), text},
		{"decimal", raw("1"), text},
		{"decimal", true, text},
		{"decimal", raw("{}"), text},
		{"decimal", "1,25", number},
		{"decimal", "1e1", number},
		{"decimal", "", number},
		{"decimal", "+1", number},
		{"decimal", "01", number},
		{"decimal", ".5", number},
		{"decimal", "1.", number},
		{"decimal", " 1", number},
		{"decimal", "１", number},
		{"decimal", "NaN", number},
		{"decimal", "-Infinity", number},
		{"decimal", "0x1", number},
		{"decimal", "1_000", number},
		{"decimal", "1234567890123456789", long},
		{"decimal", "1.123456789", long},
		{"decimal", strings.Repeat("9", 400), long},
		{"decimal", "1.255", "must have at most 2 decimal places"},
		{"decimal", "1.000", "must have at most 2 decimal places"},
		{"decimal", "0.49", "must not be less than 0.50"},
		{"decimal", "-0", "must not be less than 0.50"},
		{"decimal", "10", "must not be greater than 9.99"},
		{"yes", "true", either},
		{"yes", 1, either},
		{"yes", 0, either},
		{"yes", "", either},
		{"yes", raw("[true]"), either},
		{"day", 20261114, text},
		{"day", raw("{}"), text},
		{"day", "", day},
		{"day", "2026-02-30", day},
		{"day", "2026-02-29", day},
		{"day", "1900-02-29", day},
		{"day", "2026-13-01", day},
		{"day", "2026-11-00", day},
		{"day", "0000-01-01", day},
		{"day", "12026-11-14", day},
		{"day", "2026-1-4", day},
		{"day", "2026-11-14T00:00:00Z", day},
		{"day", "14.11.2026", day},
		{"at", 1794695887, text},
		{"at", true, text},
		{"at", "", instant},
		{"at", "2026-11-14", instant},
		{"at", "2026-11-14T22:38:07", instant},
		{"at", "2026-11-14 22:38:07Z", instant},
		{"at", "2026-11-14T9:38:07Z", instant},
		{"at", "2026-11-14T22:38:07,5Z", instant},
		{"at", "2026-11-14T24:00:00Z", instant},
		{"at", "2026-11-14T22:38:60Z", instant},
		{"at", "2026-11-14T22:38:07+24:00", instant},
		{"at", "2026-11-14T22:38:07+0200", instant},
		{"at", "2025-02-29T00:00:00Z", instant},
		{"at", "0001-01-01T00:00:00+01:00", instant},
		{"at", "9999-12-31T23:59:59-01:00", instant},
		{"at", "2026-11-14T22:38:07.0001Z", "must not be finer than milliseconds"},
		{"url", 1, text},
		{"url", raw("[]"), text},
		{"url", "", address},
		{"url", "acme.test", address},
		{"url", "//acme.test", address},
		{"url", "http://acme.test/", address},
		{"url", "https:acme.test", address},
		{"url", "https:///path", address},
		{"url", "https://:443/", address},
		{"url", "https://user@acme.test/", address},
		{"url", "https://acme.test/a b", address},
		{"url", "https://acme.test/a\n", address},
		{"url", "https://acme.test/%zz", address},
		{"url", "javascript:alert(1)", address},
		{"url", "https://acme.test/" + strings.Repeat("a", 2048), "must be at most 2048 characters long"},
		{"mail", 1, text},
		{"mail", false, text},
		{"mail", "", mail},
		{"mail", "nobody", mail},
		{"mail", "@bakery.test", mail},
		{"mail", "olivia@", mail},
		{"mail", "olivia@bakery.test, ada@bakery.test", mail},
		{"mail", "olivia@bakery.test\n", mail},
		{"mail", "Olivia <olivia@bakery.test>", mail},
		{"mail", strings.Repeat("a", 250) + "@b.test", "must be at most 254 characters long"},
		{"choice", 1, text},
		{"choice", true, text},
		{"choice", raw(`["a"]`), text},
		{"choice", "c", choice},
		{"choice", "A", choice},
		{"choice", " a", choice},
		{"choice", "", choice},
		{"json", "text", list},
		{"json", "{}", list},
		{"json", 1, list},
		{"json", true, list},
		{"json", raw(`{"a":["\ud83d"]}`), half},
		{"json", raw(`{"\ude00":1}`), half},
		{"json", []string{strings.Repeat("a", 16<<10)}, "must be at most 16384 bytes long"},
		{"json", []string{strings.Repeat("ä", 8<<10)}, "must be at most 16384 bytes long"},
	} {
		answer := f.tokens.Send(t, f.svc.Node(0), "PUT /app-data", values(put(customer, c.key, c.value)))
		var refusal struct{ Details []record }
		answer.Refuses(t, http.StatusBadRequest, "INVALID_APP_DATA_VALUE").Read(t, &refusal)
		want := []record{{"resourceType": "CUSTOMER", "resourceId": customer, "key": c.key, "reason": c.want}}
		if diff := cmp.Diff(want, refusal.Details); diff != "" {
			t.Errorf("DATA-02 %s %.80v (-want +got):\n%s", c.key, c.value, diff)
		}
	}
	t.Run("DATA-02 the details name all bad values", func(t *testing.T) {
		var refusal struct{ Details []record }
		all := values(put(customer, "yes", 1), put(customer, "free", 1), put(customer, "day", "x"), put(customer, "choice", "c"))
		f.tokens.Send(t, f.svc.Node(0), "PUT /app-data", all).Refuses(t, http.StatusBadRequest, "INVALID_APP_DATA_VALUE").Read(t, &refusal)
		if len(refusal.Details) != 3 {
			t.Errorf("named %v", refusal.Details)
		}
	})
	t.Run("DATA-02 what no field could hold is refused before its field is asked", func(t *testing.T) {
		body := func(value string) string {
			return `{"values":[{"resourceType":"CUSTOMER","resourceId":"` + customer + `","key":"json","value":` + value + `}]}`
		}
		for value, want := range map[string]string{
			`"a\u0000"`:                "values.0.value must not contain a NUL character",
			`{"a":["\u0000"]}`:         "values.0.value.a.0 must not contain a NUL character",
			`{"a":1,"b":{},"a":2}`:     "values.0.value.a should be given once",
			`{"a":{"b":1,"\u0062":2}}`: "values.0.value.a.b should be given once",
			strings.Repeat("[", 70) + strings.Repeat("]", 70): "values.0.value" + strings.Repeat(".0", 61) + " is nested too deeply",
		} {
			f.complains(t, "PUT /app-data", body(value), want)
		}
		at := len(body("")) - len("}]}") + 1
		for value, want := range map[string]string{
			"NaN": fmt.Sprintf("the body is not valid JSON, at byte %d", at), "+1": fmt.Sprintf("the body is not valid JSON, at byte %d", at),
			"01": fmt.Sprintf("the body is not valid JSON, at byte %d", at+1), "\"\xff\"": "the body must be UTF-8", "\"\xed\xa0\x80\"": "the body must be UTF-8",
		} {
			f.complains(t, "PUT /app-data", body(value), want)
		}
		f.complains(t, "PUT /app-data", record{"values": []record{{"resourceType": "CUSTOMER", "resourceId": customer, "key": "json"}}}, "values.0.value must be given; null deletes")
	})
	t.Run("DATA-02 what keeps the rules is kept as it is", func(t *testing.T) {
		for _, c := range []struct{ key, sent, kept string }{
			{"text", `"a-1"`, ""}, {"any", `"<ä> & \"b\""`, ""}, {"any", `""`, ""}, {"any", `"\ud83d\ude00"`, `"😀"`}, {"any", `"\\ud800"`, ""},
			{"any", `"` + strings.Repeat("😀", 2000) + `"`, ""}, {"long", `"a\nb\t"`, ""}, {"whole", `10`, ""}, {"free", `-0`, `0`},
			{"free", `9007199254740992`, ""}, {"free", `-9007199254740992`, ""}, {"decimal", `"0.50"`, ""}, {"decimal", `"9.9"`, ""},
			{"yes", `false`, ""}, {"day", `"2024-02-29"`, ""}, {"day", `"2000-02-29"`, ""}, {"day", `"0001-01-01"`, ""},
			{"at", `"2026-11-14T22:38:07.000Z"`, ""}, {"at", `"2026-11-14T22:38:07+02:30"`, `"2026-11-14T20:08:07.000Z"`},
			{"at", `"2024-02-29T23:59:59.5-00:00"`, `"2024-02-29T23:59:59.500Z"`},
			{"url", `"https://acme.test/a?b=c"`, ""}, {"mail", `"olivia@bakery.test"`, ""}, {"choice", `"b"`, ""},
			{"json", `{"b":[1.10,1e400,-0],"a":null}`, ""}, {"json", `[ ]`, `[]`}, {"json", `["\ud83d\ude00 \u003c"]`, ""},
		} {
			if c.kept == "" {
				c.kept = c.sent
			}
			body := `{"values":[{"resourceType":"CUSTOMER","resourceId":"` + customer + `","key":"` + c.key + `","value":` + c.sent + `}]}`
			answer := f.tokens.Send(t, f.svc.Node(0), "PUT /app-data", body).Is(t, http.StatusOK)
			var got struct {
				Data []struct{ Value json.RawMessage }
			}
			f.tokens.Call(t, f.svc.Node(0), "GET /app-data?keys="+c.key+"&resourceId="+customer).Read(t, &got)
			if len(got.Data) != 1 || string(got.Data[0].Value) != c.kept {
				t.Errorf("%s: sent %.80s, kept %.80s, answered %.200s", c.key, c.sent, got.Data, answer.Body)
			}
		}
	})
}
