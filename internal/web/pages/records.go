package pages

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
)

const (
	shownRecords = 50
	shownEvents  = 50
	mostSearched = 200 // letters that are searched for
)

// recordKind is a kind of records: how a list of them looks, and how they are read.
// Reading is the domain's, which looks for records of the reader's business alone.
type recordKind struct {
	html.RecordPlace
	columns []html.Column
	whole   string   // the word for a list that is not narrowed to a state
	states  []string // that a list can be narrowed to
	dated   bool     // whether it can be narrowed to some days
	on      appdata.ResourceType
	edits   permission.Permission // what it takes to change what apps show on a record
	list    func(context.Context, *recordReader, recordReading) (rows []recordRow, more bool, total *int, err error)
	read    func(context.Context, *recordReader, string) (html.RecordPage, error)
	names   naming
}

// recordRow is a record in a list: its id, and a value for each column.
type recordRow struct {
	id    string
	cells []html.Value
}

// recordReading is which part of a list is wanted. What is empty does not matter.
type recordReading struct {
	state    string
	from, to *time.Time // days, both included
	page     books.Page
}

func (f *Face) recordKinds() []recordKind {
	return []recordKind{f.invoiceKind(), f.customerKind(), f.supplierKind(), f.paymentKind(), f.accountKind(), f.entryKind()}
}

func (f *Face) recordRoutes() (rows []route.Route) {
	for _, kind := range f.recordKinds() {
		rows = append(rows,
			page(kind.Path, f.inBusiness(kind.Needs, f.records(kind))),
			page(kind.At("{id}"), f.inBusiness(kind.Needs, f.record(kind))),
			f.form(kind.At("{id}/app-fields"), f.inBusiness(kind.edits, f.saveAppFields(kind))),
			page(kind.At("{id}/apps/{extension}"), f.inBusiness(kind.Needs, f.recordExtension(kind))))
	}
	return append(rows, f.invoiceActRoutes()...)
}

// records lists records of a kind.
func (f *Face) records(kind recordKind) memberHandler {
	return func(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
		view, reading := kind.wish(r.URL.Query())
		view.Currency = reader.Business.Currency.Code
		if view.Problems != nil {
			return f.show(w, r, http.StatusUnprocessableEntity, view)
		}
		in, err := f.readerOf(reader)
		if err != nil {
			return err
		}
		rows, more, total, err := kind.list(r.Context(), in, reading)
		if err != nil {
			return err
		}
		view.Total, view.TotalOver = min(*total, books.MostCounted), *total > books.MostCounted
		for _, row := range rows {
			row.cells[0].Link = kind.At(row.id)
			view.Table.Rows = append(view.Table.Rows, html.RecordRow{Cells: row.cells})
		}
		if more {
			view.Older = kind.address(r.URL.Query(), "after", rows[len(rows)-1].id)
		}
		return f.show(w, r, http.StatusOK, view)
	}
}

// wish reads which part of a list is wanted.
func (kind recordKind) wish(q url.Values) (html.Records, recordReading) {
	view := html.Records{
		Kind: kind.Kind, Dated: kind.dated, Query: strings.TrimSpace(q.Get("q")),
		Table: html.RecordTable{Name: string(kind.Kind), Columns: kind.columns},
	}
	if slices.Contains(kind.states, q.Get("state")) {
		view.State = q.Get("state")
	}
	for _, state := range append([]string{""}, kind.states...) {
		view.Tabs = append(view.Tabs, html.RecordTab{
			Says: word(cmp.Or(state, kind.whole)), URL: kind.address(q, "state", state), Current: state == view.State,
		})
	}
	reading := recordReading{state: view.State, page: books.Page{Limit: shownRecords, Search: view.Query, WithTotal: true}}
	if shard, id, err := ident.Parts(q.Get("after")); err == nil { // what is no id begins at the newest
		reading.page.After = books.Ref{Shard: shard, UUID: id}
	}
	if len(view.Query) > mostSearched || !fault.Printable(view.Query) {
		view.Problems = html.Problems{{Field: "q", Message: html.SearchUnreadable}}
	}
	if kind.dated {
		view.From, view.To = q.Get("from"), q.Get("to")
		from, to, problems := daysIn(time.UTC, view.From, view.To)
		reading.from, reading.to = dayOrNone(from), dayOrNone(to)
		if reading.to != nil {
			*reading.to = reading.to.AddDate(0, 0, -1) // daysIn has the instant after the last day
		}
		view.Problems = append(view.Problems, problems...)
	}
	return view, reading
}

// address is where a list leads when one of its wishes is another. Other wishes stay,
// but for the place in the list.
func (kind recordKind) address(q url.Values, name, value string) string {
	to := url.Values{}
	for _, kept := range []string{"state", "q", "from", "to"} {
		if q.Get(kept) != "" {
			to.Set(kept, q.Get(kept))
		}
	}
	if to.Set(name, value); value == "" {
		to.Del(name)
	}
	if len(to) == 0 {
		return kind.Path
	}
	return kind.Path + "?" + to.Encode()
}

// record shows a record with who made it and what happened to it.
func (f *Face) record(kind recordKind) memberHandler {
	return func(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
		view, err := f.recordView(r.Context(), kind, reader, r.PathValue("id"))
		if err != nil {
			return err
		}
		return f.show(w, r, http.StatusOK, view)
	}
}

func (f *Face) recordView(ctx context.Context, kind recordKind, reader tenancy.Acting, id string) (html.RecordPage, error) {
	in, err := f.readerOf(reader)
	if err != nil {
		return html.RecordPage{}, err
	}
	view, err := kind.read(ctx, in, id)
	if err != nil {
		return html.RecordPage{}, err
	}
	view.Kind, view.ID, view.Zone, view.Days = kind.Kind, id, in.zone.String(), int(events.Kept/(24*time.Hour))
	view.Facts = slices.DeleteFunc(view.Facts, func(fact html.Fact) bool { return fact.Value.Empty() })
	if view.Events, err = in.events(ctx, id); err != nil {
		return html.RecordPage{}, err
	}
	if view.Apps, err = in.appFields(ctx, kind, id); err != nil {
		return html.RecordPage{}, err
	}
	err = in.addExtensions(ctx, kind, &view)
	return view, err
}

// recordReader is a member who reads records, with what it takes to show them.
type recordReader struct {
	*Face
	reader tenancy.Acting
	zone   *time.Location
	today  time.Time // in the business, as midnight UTC
	names  *names
}

func (f *Face) readerOf(reader tenancy.Acting) (*recordReader, error) {
	zone, err := reader.Business.Zone()
	if err != nil {
		return nil, err
	}
	today, err := f.deps.Ledger.Today(reader.Business)
	return &recordReader{
		Face: f, reader: reader, zone: zone, today: today,
		names: &names{face: f, business: reader.Business.ID, known: map[string]string{}},
	}, err
}

// events are what happened to a record, the newest first.
func (r *recordReader) events(ctx context.Context, id string) (list []html.RecordEvent, err error) {
	found, err := r.deps.Events.OfRecord(ctx, r.reader.Business.ID, id, shownEvents)
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		var data struct {
			Actor struct {
				Type actor.Kind `json:"type"`
				ID   string     `json:"id"`
			} `json:"actor"`
		}
		if err := json.Unmarshal(e.Data, &data); err != nil {
			return nil, fmt.Errorf("read the data of event %s: %w", e.ID, err)
		}
		by := html.Signed{At: e.At.In(r.zone)}
		if by.Actor, err = r.names.actor(ctx, actor.Actor{Kind: data.Actor.Type, ID: data.Actor.ID}); err != nil {
			return nil, err
		}
		list = append(list, html.RecordEvent{ID: e.ID.String(), Type: string(e.Type), By: by})
	}
	return list, nil
}

// signed names who signed a record.
func (r *recordReader) signed(ctx context.Context, by actor.Signature, at time.Time) (html.Signed, error) {
	shown := html.Signed{At: at.In(r.zone)}
	who, known := by.Actor()
	if !known {
		return shown, nil
	}
	var err error
	if shown.Actor, err = r.names.actor(ctx, who); err != nil || who.For == "" {
		return shown, err
	}
	shown.For, err = r.names.of(ctx, who.For)
	return shown, err
}

// signatures are those of a record, with the way to what else an app did here.
func (r *recordReader) signatures(ctx context.Context, view *html.RecordPage, created, changed actor.Signature, createdAt, changedAt time.Time) (err error) {
	if view.Created, err = r.signed(ctx, created, createdAt); err != nil {
		return err
	}
	if view.Created.Link, err = r.activityOf(ctx, created); err != nil || changedAt.IsZero() {
		return err
	}
	if view.Changed, err = r.signed(ctx, changed, changedAt); err != nil {
		return err
	}
	view.Changed.Link, err = r.activityOf(ctx, changed)
	return err
}

// activityOf is where a reader finds what an app did in the business; empty for those
// who are no app, or are not connected any more.
func (r *recordReader) activityOf(ctx context.Context, by actor.Signature) (string, error) {
	who, _ := by.Actor()
	id, err := ident.Parse[ident.App](who.ID)
	if err != nil || !r.reader.Permissions.Has(permission.ViewBusiness) {
		return "", nil
	}
	inst, connected, err := r.deps.Installs.Current(ctx, r.reader.Business.ID, id)
	if err != nil || !connected {
		return "", err
	}
	return pagepath.AppActivity + "?" + url.Values{"installation": {inst.ID.String()}}.Encode(), nil
}

// rowsOf are records in a list. row tells a record's id, who created it, and a value
// for each column but the last, which is for who that was.
func rowsOf[R any](ctx context.Context, r *recordReader, list []R, row func(R) (id string, by actor.Signature, cells []html.Value)) (rows []recordRow, err error) {
	for _, record := range list {
		id, by, cells := row(record)
		maker, err := r.signed(ctx, by, time.Time{})
		if err != nil {
			return nil, err
		}
		maker.At = time.Time{} // a list tells who, not when
		rows = append(rows, recordRow{id, append(cells, html.Value{By: maker})})
	}
	return rows, nil
}

// naming finds what records of a kind are called, by their ids. Those of another kind,
// or that are not there, are missing.
type naming func(ctx context.Context, business ident.Business, ids []string) (map[string]string, error)

// named makes a naming of how a domain names records of a kind.
func named[I interface {
	comparable
	fmt.Stringer
}](parse func(string) (I, error), ask func(context.Context, ident.Business, []I) (map[I]string, error)) naming {
	return func(ctx context.Context, business ident.Business, texts []string) (map[string]string, error) {
		var ids []I
		for _, text := range texts {
			if id, err := parse(text); err == nil && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		if len(ids) == 0 {
			return nil, nil
		}
		found, err := ask(ctx, business, ids)
		names := map[string]string{}
		for id, name := range found {
			names[id.String()] = name
		}
		return names, err
	}
}

// callRecords are records of whatever kind by their names, which lead to them. What
// is not there, or not for the reader, is missing.
func (f *Face) callRecords(ctx context.Context, reader tenancy.Acting, ids []string) (map[string]html.Value, error) {
	called := map[string]html.Value{}
	for _, kind := range f.recordKinds() {
		if !reader.Permissions.Has(kind.Needs) {
			continue
		}
		names, err := kind.names(ctx, reader.Business.ID, ids)
		if err != nil {
			return nil, err
		}
		for id, name := range names {
			called[id] = html.Value{Text: name, Link: kind.At(id)}
			if name == "" {
				called[id] = html.Value{Said: word("DRAFT"), Link: kind.At(id)}
			}
		}
	}
	return called, nil
}

// refer calls other records by their names, which lead to them; what the reader may
// not see, by its id.
func (r *recordReader) refer(ctx context.Context, ids ...string) (func(id string) html.Value, error) {
	called, err := r.callRecords(ctx, r.reader, ids)
	return func(id string) html.Value {
		if value, ok := called[id]; ok {
			return value
		}
		return html.Value{ID: id}
	}, err
}

// word is what we call something that a record says in the words of the API.
func word[W ~string](name W) html.Message { return html.Say("record_word." + string(name)) }

// wordValue is such a word as a value; empty for none.
func wordValue[W ~string](name W) html.Value {
	if name == "" {
		return html.Value{}
	}
	return html.Value{Said: word(name)}
}

// textValue is what somebody wrote, if anything.
func textValue(written *string) html.Value {
	if written == nil {
		return html.Value{}
	}
	return html.Value{Text: *written}
}

// dayValue is a calendar day, if there is one.
func dayValue(at *time.Time) html.Value {
	if at == nil {
		return html.Value{}
	}
	return html.Value{Day: *at}
}

// timeValue is a point in time, if there is one.
func (r *recordReader) timeValue(when *time.Time) html.Value {
	if when == nil {
		return html.Value{}
	}
	return html.Value{At: when.In(r.zone)}
}

// addressValue is an address, a line for each part.
func addressValue(a *books.Address) html.Value {
	if a == nil {
		return html.Value{}
	}
	var lines []string
	for _, part := range []*string{a.Line1, a.Line2, a.PostalCode, a.City, a.Region, a.Country} {
		if part != nil {
			lines = append(lines, *part)
		}
	}
	return html.Value{Text: strings.Join(lines, "\n")}
}

// dayOrNone is a day as filters take it.
func dayOrNone(day time.Time) *time.Time {
	if day.IsZero() {
		return nil
	}
	return &day
}
