package sample

import (
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/web/html"
)

const (
	anInvoice  = "inv_g301jcq8m6d1e3vsh4b7n9wq2r5t"
	aCustomer  = "cus_g301jcq8m6d1e3vsh4b7n9wq2r5t"
	anActivity = "/apps/activity?installation=ins_g301jcq8m6d1e3vsh4b7n9wq2r5t"
)

func records() []Page {
	none := html.Records{Kind: html.Invoices, Currency: "EUR", Tabs: invoices().Tabs, Dated: true, Table: html.RecordTable{Name: "invoices", Columns: invoices().Table.Columns}}
	nobody, wrong := none, none
	nobody.State, nobody.Query, nobody.From, nobody.To = "DRAFT", "brewery", "2026-11-01", "2026-11-15"
	wrong.From, wrong.Problems = "yesterday", html.Problems{{Field: "from", Message: html.DayMalformed}}
	return []Page{
		{"records", http.StatusOK, insider(bakery), invoices()},
		{"records_none", http.StatusOK, insider(bakery), none},
		{"records_no_match", http.StatusOK, insider(bakery), nobody},
		{"records_wrong", http.StatusUnprocessableEntity, insider(bakery), wrong},
		{"records_customers", http.StatusOK, insider(mouth), customers()},
		{"record", http.StatusOK, insider(bakery), invoice()},
		{"invoice_act_issue", http.StatusOK, insider(bakery), html.InvoiceAct{Act: "issue", ID: anInvoice, Version: 2, Once: "once-sample", IssueDate: "2026-11-15"}},
		{"invoice_act_pay", http.StatusOK, insider(bakery), payment()},
		{"invoice_act_pay_wrong", http.StatusUnprocessableEntity, insider(bakery), wrongPayment()},
		{"invoice_act_send", http.StatusOK, insider(bakery), html.InvoiceAct{Act: "send", ID: anInvoice, Name: "2026-0412", Version: 3, Once: "once-sample", Email: "hello@cafe.test", Again: true}},
		{"invoice_act_void", http.StatusOK, insider(bakery), html.InvoiceAct{Act: "void", ID: anInvoice, Name: "2026-0412", Version: 3, Once: "once-sample"}},
		{"record_panels", http.StatusOK, insider(bakery), panels()},
		{"record_wrong", http.StatusUnprocessableEntity, insider(bakery), wrongFields()},
		{"record_customer", http.StatusOK, insider(mouth), customer()},
		{"record_entry", http.StatusOK, insider(bakery), entry()},
	}
}

func said(word string) html.Message { return html.Say("record_word." + word) }

func state(word string, tone html.Tone) html.Value {
	return html.Value{Said: said(word), Tone: tone}
}

func byMember(name string) html.Value {
	return html.Value{By: html.Signed{Actor: html.Actor{Kind: html.ByMember, Name: name}}}
}

func byApp() html.Value {
	return html.Value{By: html.Signed{Actor: html.Actor{Kind: html.ByApp, Name: "Bakery Sync"}, For: olivia.Name}}
}

func invoices() html.Records {
	today := Now.Truncate(day)
	row := func(number html.Value, customer string, state html.Value, issued, due time.Time, total, open string, by html.Value) html.RecordRow {
		number.Link = "/invoices/" + anInvoice
		return html.RecordRow{Cells: []html.Value{number, {Text: customer, Link: "/customers/" + aCustomer}, state, {Day: issued}, {Day: due}, {Amount: total}, {Amount: open}, by}}
	}
	return html.Records{
		Kind: html.Invoices, Currency: "EUR", Dated: true, Older: "/invoices?after=" + anInvoice, Total: 417,
		Tabs: []html.RecordTab{{Says: said("all"), URL: "/invoices", Current: true}, {Says: said("DRAFT"), URL: "/invoices?state=DRAFT"}, {Says: said("ISSUED"), URL: "/invoices?state=ISSUED"},
			{Says: said("PARTIALLY_PAID"), URL: "/invoices?state=PARTIALLY_PAID"}, {Says: said("OVERDUE"), URL: "/invoices?state=OVERDUE"}, {Says: said("PAID"), URL: "/invoices?state=PAID"}, {Says: said("VOID"), URL: "/invoices?state=VOID"}},
		Table: html.RecordTable{
			Name: "invoices",
			Columns: []html.Column{{Name: "number"}, {Name: "customer"}, {Name: "state"}, {Name: "issued", Late: true}, {Name: "due"},
				{Name: "total", Number: true}, {Name: "open", Number: true}, {Name: "by", Late: true}},
			Rows: []html.RecordRow{
				row(html.Value{Said: said("DRAFT")}, "Harbour Hotel", state("DRAFT", html.ToneOff), time.Time{}, time.Time{}, "212.40", "0.00", byApp()),
				row(html.Value{Text: "2026-0415"}, "Harbour Hotel", state("ISSUED", html.ToneNew), today, today.Add(14*day), "1204.00", "1204.00", byApp()),
				row(html.Value{Text: "2026-0413"}, "Markthalle Stand 12", state("PAID", html.ToneGood), today, today.Add(14*day), "64.20", "0.00", byMember("Mira Sommer")),
				row(html.Value{Text: "2026-0412"}, "Corner Cafe", state("PARTIALLY_PAID", html.ToneWarn), today, today.Add(14*day), "370.24", "170.24", byApp()),
				row(html.Value{Text: "2026-0411"}, "Gasthof zur Linde", state("VOID", html.ToneOff), today, today.Add(14*day), "92.00", "0.00", byMember("")),
				row(html.Value{Text: "2026-0410"}, "Donaudampfschifffahrtsgesellschaft Regensburg–Passau", html.Value{Said: html.Say("record_word.overdue", "n", 6), Tone: html.ToneBad},
					today.Add(-20*day), today.Add(-6*day), "1234567.75", "1234567.75", byMember("Mira Sommer")),
			},
		},
	}
}

func customers() html.Records {
	return html.Records{
		Kind: html.Customers, Currency: "EUR", State: "ARCHIVED", Total: 1,
		Tabs: []html.RecordTab{{Says: said("current"), URL: "/customers"}, {Says: said("ARCHIVED"), URL: "/customers?state=ARCHIVED", Current: true}},
		Table: html.RecordTable{
			Name:    "customers",
			Columns: []html.Column{{Name: "name"}, {Name: "state"}, {Name: "type", Late: true}, {Name: "email"}, {Name: "balance", Number: true}, {Name: "by", Late: true}},
			Rows: []html.RecordRow{{Cells: []html.Value{{Text: "Corner Cafe", Link: "/customers/" + aCustomer}, state("ARCHIVED", html.ToneOff), {Said: said("BUSINESS")},
				{Text: "somebody.with.a.very.long.name@donaudampfschifffahrtsgesellschaft.test"}, {Amount: "-12.50"}, byApp()}}},
		},
	}
}

func invoice() html.RecordPage {
	today := Now.Truncate(day)
	happened := func(ago time.Duration, id, name string, by html.Value) html.RecordEvent {
		by.By.At, by.By.For = Now.Add(-ago), ""
		return html.RecordEvent{ID: id, Type: name, By: by.By}
	}
	app, ben := byApp().By, byMember("Ben Counter").By
	app.At, app.Link, ben.At = Now.Add(-3*day), anActivity, Now.Add(-2*day)
	return html.RecordPage{
		Kind: html.Invoices, ID: anInvoice, Title: "invoice", Name: "2026-0412", State: state("PARTIALLY_PAID", html.ToneWarn),
		Acts: []html.RecordAct{{Name: "pay", URL: "/invoices/" + anInvoice + "/pay"}, {Name: "send_again", URL: "/invoices/" + anInvoice + "/send"}},
		Facts: []html.Fact{
			{Name: "customer", Value: html.Value{Text: "Corner Cafe", Link: "/customers/" + aCustomer}},
			{Name: "issued", Value: html.Value{Day: today}}, {Name: "due", Value: html.Value{Day: today.Add(14 * day)}},
			{Name: "currency", Value: html.Value{Text: "EUR"}}, {Name: "notes", Value: html.Value{Text: "Back gate,\nring twice"}},
			{Name: "sent", Value: html.Value{At: Now.Add(-2 * day)}},
		},
		Tables: []html.RecordTable{{
			Name:    "lines",
			Columns: []html.Column{{Name: "description"}, {Name: "quantity", Number: true}, {Name: "price", Number: true}, {Name: "tax_rate", Number: true}, {Name: "net", Number: true}},
			Rows: []html.RecordRow{
				{Cells: []html.Value{{Text: "Sourdough loaf 1 kg"}, {Amount: "40"}, {Amount: "3.80"}, {Amount: "7"}, {Amount: "152.00"}}},
				{Cells: []html.Value{{Text: "Croissant, butter"}, {Amount: "120"}, {Amount: "1.45"}, {Amount: "7"}, {Amount: "174.00"}}},
			},
			Sums: []html.Fact{{Name: "net", Value: html.Value{Amount: "326.00"}}, {Name: "tax", Value: html.Value{Amount: "22.82"}}, {Name: "total", Value: html.Value{Amount: "348.82"}},
				{Name: "paid", Value: html.Value{Amount: "-200.00"}}, {Name: "open", Value: html.Value{Amount: "148.82"}}},
		}},
		Created: app, Changed: ben, Apps: []html.AppFields{fields()}, Zone: "Europe/Berlin", Days: 30,
		Events: []html.RecordEvent{
			happened(day, "evt_g301jcq8m6d1e3vsh4b7n9wq2r5v", "invoice.partially_paid", byApp()),
			happened(2*day, "evt_g301jcq8m6d1e3vsh4b7n9wq2r5u", "invoice.issued", byMember("Ben Counter")),
			happened(3*day, "evt_g301jcq8m6d1e3vsh4b7n9wq2r5t", "invoice.created", byApp()),
		},
	}
}

func payment() html.InvoiceAct {
	return html.InvoiceAct{Act: "pay", ID: anInvoice, Name: "2026-0412", Version: 3, Once: "once-sample", Currency: "EUR", Open: "148.82", Amount: "148.82", Day: "2026-11-15",
		Method: "BANK_TRANSFER", Methods: []string{"BANK_TRANSFER", "CARD", "CASH", "DIRECT_DEBIT", "CHECK", "OTHER"}}
}

func wrongPayment() html.InvoiceAct {
	v := payment()
	v.Amount, v.Reference, v.Problems = "a lot", "Till 2", html.Problems{{Field: "amount", Message: html.AmountMalformed}}
	return v
}

func fields() html.AppFields {
	return html.AppFields{AppID: "app_0001jcq8m2t4f8rb5p8x2v0s6k9e", App: "Bakery Sync", MayEdit: true, Fields: []html.AppField{
		{ID: "adf_0001jcq8m2t4f8rb5p8x2v0s6k9a", Label: "Delivery slot", Input: html.InputChoice, Choices: []string{"05:30 to 06:30", "06:30 to 07:30"}, Value: "05:30 to 06:30", Shown: "05:30 to 06:30", Editable: true},
		{ID: "adf_0001jcq8m2t4f8rb5p8x2v0s6k9b", Label: "Note for the driver", Description: "On one line", Input: html.InputText, Value: "Back gate, ring twice", Shown: "Back gate, ring twice", Editable: true},
		{ID: "adf_0001jcq8m2t4f8rb5p8x2v0s6k9c", Label: "Instructions", Input: html.InputLong, Editable: true},
		{ID: "adf_0001jcq8m2t4f8rb5p8x2v0s6k9d", Label: "Frozen", Input: html.InputFlag, Value: "true", Shown: "true", Editable: true},
		{ID: "adf_0001jcq8m2t4f8rb5p8x2v0s6k9e", Label: "Oven batch", Input: html.InputText, Value: "B-2211", Shown: "B-2211"},
		{ID: "adf_0001jcq8m2t4f8rb5p8x2v0s6k9f", Label: "Baked", Input: html.InputFlag},
	}}
}

func panels() html.RecordPage {
	v := entry()
	v.AppActs = []html.AppAct{{Label: "Print labels", App: "Bakery Sync", URL: "/journal/" + v.ID + "/apps/ext_1"}}
	panel := html.AppPanel{AppID: "app_0001jcq8m2t4f8rb5p8x2v0s6k9e", App: "Bakery Sync", Label: "Stock", Src: "https://app.bakerysync.test/panels/stock?resourceId=" + v.ID, Larger: "/journal/" + v.ID + "/apps/ext_2"}
	route, asks := panel, panel
	route.App, route.Label, route.Src = "Route Planner", "Route", "https://routes.test/panel"
	asks.App, asks.Label, asks.Asks = "Till Reader", "Receipt", true
	v.Panels = []html.AppPanel{panel, route, asks}
	return v
}

func wrongFields() html.RecordPage {
	v := invoice()
	v.Apps = []html.AppFields{fields()}
	note := &v.Apps[0].Fields[1]
	note.Value, note.Wrong = "Back gate", "must match the pattern DIGITS"
	v.Problems = html.Problems{{Field: note.ID, Message: html.AppFieldWrong(note.Label)}}
	return v
}

func customer() html.RecordPage {
	system := html.Signed{Actor: html.Actor{Kind: html.BySystem}, At: Now.Add(-day)}
	return html.RecordPage{
		Kind: html.Customers, ID: aCustomer, Title: "named", Name: "Donaudampfschifffahrtsgesellschaft Regensburg–Passau & Söhne", State: state("ARCHIVED", html.ToneOff),
		Facts:   []html.Fact{{Name: "type", Value: html.Value{Said: said("BUSINESS")}}, {Name: "balance", Value: html.Value{Amount: "0.00"}}},
		Created: html.Signed{At: Now.Add(-400 * day)}, Changed: system, Zone: "Europe/Vienna", Days: 30,
	}
}

func entry() html.RecordPage {
	made := byMember("").By
	made.At = Now.Add(-day)
	return html.RecordPage{
		Kind: html.Journal, ID: "jrn_g301jcq8m6d1e3vsh4b7n9wq2r5t", Title: "entry", Name: "JE-001877",
		Facts: []html.Fact{{Name: "day", Value: html.Value{Day: Now.Truncate(day)}}, {Name: "source", Value: html.Value{Said: said("INVOICE"), Link: "/invoices/" + anInvoice}}},
		Tables: []html.RecordTable{{
			Name: "lines", Columns: []html.Column{{Name: "account"}, {Name: "memo"}, {Name: "debit", Number: true}, {Name: "credit", Number: true}},
			Rows: []html.RecordRow{
				{Cells: []html.Value{{Text: "1200 Receivables", Link: "/accounts/acc_1"}, {}, {Amount: "348.82"}, {}}},
				{Cells: []html.Value{{Text: "4000 Sales", Link: "/accounts/acc_2"}, {}, {}, {Amount: "348.82"}}},
			},
			Sums: []html.Fact{{Name: "total", Value: html.Value{Amount: "348.82"}}},
		}},
		Created: made, Zone: "Europe/Berlin", Days: 30,
	}
}
