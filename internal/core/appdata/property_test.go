package appdata_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// operationsWanted is how many operations the property is tried with; for a long run
//
//	COUNTERPART_APPDATA_DEEDS=20000 go test -run Satisfies -timeout 60m ./internal/core/appdata
func operationsWanted(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv("COUNTERPART_APPDATA_DEEDS"), "400"))
	must(t, err)
	return n
}

func TestWhatIsStoredSatisfiesItsField(t *testing.T) {
	t.Parallel()
	t.Run("DATA-05 whatever fields and values are written, in any order", func(t *testing.T) {
		f, wanted := newFixture(t), operationsWanted(t)
		done, failed := 0, false
		for done < wanted {
			rapid.Check(t, func(r *rapid.T) {
				// One that failed is tried over and over, to find the shortest
				// sequence that does.
				if done >= wanted && !failed {
					return
				}
				defer func() { failed = failed || r.Failed() }()
				m := newModel(t, f)
				r.Repeat(m.operations())
				done += m.done
			})
		}
		t.Logf("%d operations", done)
	})
}

// model does whatever comes to its mind with an app's fields and values, and
// keeps its own account of what must come of it.
type model struct {
	guest
	t         *testing.T
	customers []ident.Customer
	fields    []appdata.Field
	kept      map[place]value
	events    []string
	done      int
}

// place is where a value is kept.
type place struct {
	customer ident.Customer
	key      string
}

// value is one that must be there, with the field as it was when it came.
type value struct {
	json string
	by   appdata.Field
}

func newModel(t *testing.T, f *fixture) *model {
	t.Helper()
	return &model{
		guest: f.guest(t), t: t, customers: []ident.Customer{f.customer(t), f.customer(t)}, kept: map[place]value{},
	}
}

// operations are what can be done, by name. All is looked at after each.
func (m *model) operations() map[string]func(*rapid.T) {
	all := map[string]func(*rapid.T){"": m.isTrue}
	for name, operation := range map[string]func(*rapid.T){
		"declare a field":        m.declare,
		"change a field's rules": m.change,
		"change a field's type":  m.retype,
		"remove a field":         m.remove,
		"put fit values":         func(r *rapid.T) { m.put(r, fits) },
		"put malformed values":   func(r *rapid.T) { m.put(r, fits, malformed) },
		"put values past a rule": func(r *rapid.T) { m.put(r, fits, breaksRule) },
		"edit as a member":       m.edit,
		"delete a value":         m.delete,
	} {
		all[name] = func(r *rapid.T) {
			operation(r)
			m.done++
			m.Clock.Move(time.Second) // what is made next is newer
		}
	}
	return all
}

func (m *model) service(r *rapid.T) *appdata.Service {
	return m.Node(rapid.IntRange(0, 1).Draw(r, "node")).AppData
}

// one picks one of what there is.
func one[T any](r *rapid.T, name string, of []T) T {
	if len(of) == 0 {
		r.Skip("no", name)
	}
	return of[rapid.IntRange(0, len(of)-1).Draw(r, name)] // the log names it by its number, not by a random id
}

// answers fails unless an operation ended with this refusal; an empty one is none.
func answers(r *rapid.T, want string, err error) {
	if got := code(err); got != want || err != nil && got == "" {
		r.Fatalf("answered %v, want %q", err, want)
	}
}

func (m *model) used(f appdata.Field) bool {
	for at := range m.kept {
		if at.key == f.Key {
			return true
		}
	}
	return false
}

func (m *model) declare(r *rapid.T) {
	of := appdata.NewField{Resource: appdata.Customer, Key: rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}).Draw(r, "key"), Details: someType(r)}
	of.Label = "x"
	of.VisibleToBusiness = rapid.Bool().Draw(r, "visible")
	of.EditableByBusiness = of.VisibleToBusiness && rapid.Bool().Draw(r, "editable")
	made, err := m.service(r).Declare(maker(r.Context()), m.app.App, of)
	if slices.ContainsFunc(m.fields, func(f appdata.Field) bool { return f.Key == of.Key }) {
		answers(r, "FIELD_KEY_TAKEN", err)
		return
	}
	answers(r, "", err)
	m.fields = append(m.fields, made)
}

// change gives a field other rules of its type, while there are values or not.
func (m *model) change(r *rapid.T) {
	f := one(r, "field", m.fields)
	to := rapid.Custom(someType).Filter(func(d appdata.Details) bool { return d.Type == f.Type }).Draw(r, "to")
	m.alter(r, f, "", func(d *appdata.Details) { d.Rules = to.Rules })
}

func (m *model) retype(r *rapid.T) {
	f, to, want := one(r, "field", m.fields), someType(r), ""
	if to.Type != f.Type && m.used(f) {
		want = "FIELD_TYPE_LOCKED"
	}
	m.alter(r, f, want, func(d *appdata.Details) { d.Type, d.Rules = to.Type, to.Rules })
}

func (m *model) alter(r *rapid.T, f appdata.Field, want string, by func(*appdata.Details)) {
	changed, err := m.service(r).Change(maker(r.Context()), m.app.App, f.ID, 0, by)
	answers(r, want, err)
	if err == nil {
		m.fields[m.at(f.ID)] = changed
	}
}

func (m *model) at(id ident.AppDataField) int {
	return slices.IndexFunc(m.fields, func(f appdata.Field) bool { return f.ID == id })
}

func (m *model) remove(r *rapid.T) {
	f, want := one(r, "field", m.fields), ""
	if m.used(f) {
		want = "FIELD_IN_USE"
	}
	err := m.service(r).Remove(maker(r.Context()), m.app.App, f.ID)
	answers(r, want, err)
	if err == nil {
		m.fields = slices.Delete(m.fields, m.at(f.ID), m.at(f.ID)+1)
	}
}

// said is a value that is written somewhere; without a sample it is null.
type said struct {
	field appdata.Field
	at    place
	*sample
}

func (s said) json() json.RawMessage {
	if s.sample == nil {
		return json.RawMessage("null")
	}
	return json.RawMessage(s.sent)
}

// say thinks of something for some places, of which the fields say one of these.
func (m *model) say(r *rapid.T, fields []appdata.Field, customers []ident.Customer, verdicts ...verdict) (all []said) {
	for range rapid.IntRange(1, 6).Draw(r, "values") {
		f := one(r, "field", fields)
		s := said{field: f, at: place{one(r, "customer", customers), f.Key}}
		if slices.ContainsFunc(all, func(o said) bool { return o.at == s.at }) {
			continue
		}
		if rapid.IntRange(0, 4).Draw(r, "null") > 0 {
			s.sample = new(some(r, f, one(r, "verdict", verdicts)))
		}
		all = append(all, s)
	}
	return all
}

// complaints are the places of what is unfit.
func complaints(all []said) (list []string) {
	for _, s := range all {
		if s.sample != nil && s.verdict != fits {
			list = append(list, s.at.customer.String()+" "+s.at.key)
		}
	}
	return list
}

// put writes values as the app does, by the operation or over the API.
func (m *model) put(r *rapid.T, verdicts ...verdict) {
	all := m.say(r, m.fields, m.customers, verdicts...)
	var err error
	if rapid.IntRange(0, 3).Draw(r, "over HTTP") == 0 {
		err = m.send(r, all)
	} else {
		entries := make([]appdata.Entry, len(all))
		for i, s := range all {
			entries[i] = set(s.at.customer, s.at.key, string(s.json()))
		}
		_, err = m.service(r).Put(r.Context(), m.access, entries)
	}
	m.happens(r, all, err, "APP")
}

// send writes values over the API. What it refuses comes back as the operation would
// have said it.
func (m *model) send(r *rapid.T, all []said) error {
	var texts []string
	for _, s := range all {
		texts = append(texts, fmt.Sprintf(`{"resourceType":"CUSTOMER","resourceId":%q,"key":%q,"value":%s}`, s.at.customer, s.at.key, s.json()))
	}
	body := `{"values":[` + strings.Join(texts, ",") + `]}`
	answer := m.tokens.Send(m.t, m.Node(rapid.IntRange(0, 1).Draw(r, "node")), "PUT /app-data", body)
	if answer.Status == http.StatusOK {
		return nil
	}
	var refusal struct {
		Code    string
		Details []appdata.Complaint
	}
	answer.Is(m.t, http.StatusBadRequest).Read(m.t, &refusal)
	if strings.Contains(body, `\u0000`) && refusal.Code == "" {
		return errNUL // no request may have that, whatever its fields say
	}
	return refused(refusal.Code).WithDetails(refusal.Details)
}

var errNUL = errors.New("a NUL character")

// refused finds a declared refusal by its code.
func refused(code string) *fault.Declared {
	all := fault.All()
	return all[slices.IndexFunc(all, func(d *fault.Declared) bool { return d.Code == code })]
}

// edit writes values of one customer as a member does, of fields that are open.
func (m *model) edit(r *rapid.T) {
	open := slices.DeleteFunc(slices.Clone(m.fields), func(f appdata.Field) bool { return !f.EditableByBusiness })
	customer := one(r, "customer", m.customers)
	all := m.say(r, open, []ident.Customer{customer}, fits, fits, malformed, breaksRule)
	edits := make([]appdata.Edit, len(all))
	for i, s := range all {
		edits[i] = appdata.Edit{Field: s.field.ID, Value: s.json()}
	}
	_, err := m.service(r).Edit(r.Context(), m.bakery.ID, appdata.Customer, customer.String(), edits)
	m.happens(r, all, err, "USER")
}

// happens writes down what must have come of a write: all of it, or, if some of
// it was unfit, nothing but a refusal that names just that.
func (m *model) happens(r *rapid.T, all []said, err error, origin string) {
	if bad := complaints(all); bad != nil {
		if err == errNUL {
			return
		}
		answers(r, "INVALID_APP_DATA_VALUE", err)
		refusal, _ := fault.As(err)
		var named []string
		for _, c := range refusal.Details.([]appdata.Complaint) {
			named = append(named, c.ResourceID+" "+c.Key)
		}
		if diff := gocmp.Diff(bad, named); diff != "" {
			r.Fatalf("the details name others (-want +got):\n%s", diff)
		}
		return
	}
	answers(r, "", err)
	for _, s := range all {
		m.becomes(s, origin)
	}
}

func (m *model) becomes(s said, origin string) {
	was, there := m.kept[s.at]
	switch {
	case s.sample == nil && there:
		delete(m.kept, s.at)
		m.events = append(m.events, fmt.Sprint(s.at.customer, " ", s.at.key, " DELETE ", origin))
	case s.sample != nil && was.json != s.kept:
		m.events = append(m.events, fmt.Sprint(s.at.customer, " ", s.at.key, " SET ", origin))
		fallthrough
	case s.sample != nil:
		m.kept[s.at] = value{s.kept, s.field}
	}
}

// delete deletes a value by its id.
func (m *model) delete(r *rapid.T) {
	customer := one(r, "customer", m.customers)
	v := one(r, "value", m.read(r, customer))
	answers(r, "", m.service(r).Delete(r.Context(), m.access, v.ID))
	m.becomes(said{at: place{customer, v.Key}}, "APP")
}

func (m *model) read(r *rapid.T, customers ...ident.Customer) []appdata.Value {
	var records []string
	for _, c := range customers {
		records = append(records, c.String())
	}
	list, err := m.service(r).Values(r.Context(), m.access, appdata.Question{Records: records})
	answers(r, "", err)
	return list
}

// isTrue fails unless all is as the account says: what is stored, how it reads
// back, and what the app was told.
func (m *model) isTrue(r *rapid.T) {
	want := map[string]string{}
	for at, v := range m.kept {
		if !appdata.Satisfies(v.by, json.RawMessage(v.json)) {
			r.Fatalf("%s was kept by %s with %+v", v.json, v.by.Type, v.by.Rules)
		}
		f := m.fields[slices.IndexFunc(m.fields, func(f appdata.Field) bool { return f.Key == at.key })]
		stale := !appdata.Satisfies(f, json.RawMessage(v.json))
		want[at.customer.String()+" "+at.key] = fmt.Sprint(f.Type, " ", v.json, " stale: ", stale)
	}
	got := map[string]string{}
	for _, v := range m.read(r, m.customers...) {
		got[v.Record.String()+" "+v.Key] = fmt.Sprint(v.Type, " ", string(v.JSON), " stale: ", v.Stale)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		r.Fatalf("what is read differs (-want +got):\n%s", diff)
	}
	var stored []string
	for at, v := range m.kept {
		stored = append(stored, at.customer.UUID.String()+" "+at.key+" "+v.json)
	}
	slices.Sort(stored)
	found := m.texts(r, "SELECT resource_id || ' ' || key || ' ' || value FROM appdata.values WHERE app_id = $1")
	slices.Sort(found)
	if diff := gocmp.Diff(stored, found, cmpopts.EquateEmpty()); diff != "" {
		r.Fatalf("what is stored differs (-want +got):\n%s", diff)
	}
	events := m.texts(r, `
		SELECT concat_ws(' ', data->>'resourceId', data->>'key', data->>'operation', data->>'origin')
		FROM   events.log WHERE app_id = $1 AND type = 'app_data.updated' ORDER BY seq`)
	if diff := gocmp.Diff(m.events, events, cmpopts.EquateEmpty()); diff != "" {
		r.Fatalf("what the app was told differs (-want +got):\n%s", diff)
	}
}

// texts asks a question about the app that is answered by texts.
func (m *model) texts(r *rapid.T, query string) []string {
	rows, err := m.Node(0).DB.Query(r.Context(), query, m.app.ID.UUID)
	if err != nil {
		r.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		r.Fatal(err)
	}
	return list
}
