package sample

import (
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
)

func business() []Page {
	ben := html.Colleague{ID: "usr_0001jcq8m2t4f8rb5p8x2v0s6k9f", Name: "Ben Counter", Email: "ben@bakery.test", Role: "accountant", Since: Now.Add(-909 * day), Apps: 2}
	people := html.People{
		Members: []html.Colleague{
			{ID: olivia.ID, Name: olivia.Name, Email: olivia.Email, Role: "owner", Since: Now.Add(-989 * day), Apps: 2, Own: true, Held: true},
			ben,
			{ID: "usr_0001jcq8m2t4f8rb5p8x2v0s6k9g", Name: "Mira Sommer", Email: "mira@bakery.test", Role: "bookkeeper", Since: Now.Add(-277 * day)},
		},
		Roles: []html.Role{
			{Role: "owner", People: 1, Fixed: true}, {Role: "admin"}, {Role: "accountant", People: 1},
			{Role: "bookkeeper", People: 1, Added: 1, Removed: 2}, {Role: "sales"}, {Role: "viewer"},
		},
		Chosen: "viewer", Assignable: []string{"owner", "admin", "accountant", "bookkeeper", "sales", "viewer"}, InvitedFor: 7,
	}
	open := people
	open.Invitations = []html.OpenInvitation{
		{ID: "inv_0001jcq8m2t4f8rb5p8x2v0s6k9h", Email: "hanna@steuer.test", Role: "accountant", Own: true, At: Now.Add(-2 * day), ExpiresAt: Now.Add(5 * day)},
		{ID: "inv_0001jcq8m2t4f8rb5p8x2v0s6k9j", Email: "paul@bakery.test", Role: "viewer", By: "Ben Counter", At: Now.Add(-6 * day), ExpiresAt: Now.Add(day)},
		{ID: "inv_0001jcq8m2t4f8rb5p8x2v0s6k9k", Email: "somebody.with.a.very.long.name@donaudampfschifffahrtsgesellschaft.test", Role: "viewer", At: Now.Add(-6 * day), ExpiresAt: Now.Add(day)},
	}
	wrong := people
	wrong.Email, wrong.Chosen = "hanna", "accountant"
	wrong.Problems = html.Problems{{Field: "email", Message: html.EmailMalformed}}
	seen := people
	seen.Members = []html.Colleague{{ID: olivia.ID, Name: olivia.Name, Email: olivia.Email, Role: "owner", Since: Now.Add(-989 * day), Beyond: true}, ben}
	return []Page{
		{"app_activity", http.StatusOK, insider(bakery), activity()},
		{"app_activity_none", http.StatusOK, insider(bakery), html.AppActivity{ID: "ins_g301jcq8m6d1e3vsh4b7n9wq2r5t", App: bakerySync, Zone: "Europe/Berlin", Kinds: activity().Kinds, CSV: activity().CSV}},
		{"app_activity_wrong", http.StatusUnprocessableEntity, insider(bakery), html.AppActivity{ID: "ins_g301jcq8m6d1e3vsh4b7n9wq2r5t", App: bakerySync, From: "yesterday", Zone: "Europe/Berlin",
			Problems: html.Problems{{Field: "from", Message: html.DayMalformed}}}},
		{"people", http.StatusOK, insider(bakery), open},
		{"people_alone", http.StatusOK, confirmed(insider(bakery), html.InvitationCancelled), people},
		{"people_wrong", http.StatusUnprocessableEntity, insider(bakery), wrong},
		{"people_beyond", http.StatusOK, insider(bakery), seen},
		{"change_role", http.StatusOK, insider(bakery), html.ChangeRole{Member: ben, Chosen: ben.Role, Assignable: people.Assignable}},
		{"remove_member", http.StatusOK, insider(bakery), html.RemoveMember{Member: ben}},
		{"role_permissions", http.StatusOK, insider(bakery), bookkeepers()},
		{"role_permissions_may_not", http.StatusOK, insider(bakery), html.RolePermissions{Role: "admin", Groups: bookkeepers().Groups, MayNot: true}},
		{"audit_log", http.StatusOK, insider(bakery), auditLog()},
		{"audit_log_no_match", http.StatusOK, insider(bakery), html.AuditLog{From: "2026-11-01", Zone: "Europe/Berlin", CSV: "/audit-log.csv?from=2026-11-01", Actions: auditLog().Actions}},
		{"audit_log_none", http.StatusOK, insider(bakery), html.AuditLog{Zone: "Europe/Berlin", CSV: "/audit-log.csv"}},
		{"audit_log_wrong", http.StatusUnprocessableEntity, insider(bakery), html.AuditLog{From: "yesterday", Zone: "Europe/Berlin", CSV: "/audit-log.csv",
			Problems: html.Problems{{Field: "from", Message: html.DayMalformed}}}},
		{"plan", http.StatusOK, insider(bakery), starter()},
		{"plan_free", http.StatusOK, insider(bakery), html.Plan{Code: "FREE", Name: "Free", Year: 2026, Invoices: 96, Ceiling: 100, Turnover: "EUR 18,210.00", Cap: "EUR 25,000.00", Plans: plans("FREE", 96)}},
		{"plan_scale", http.StatusOK, insider(bakery), html.Plan{Code: "SCALE", Name: "Scale", Year: 2026, Invoices: 21417, Plans: plans("SCALE", 21417), MayChange: true}},
		{"change_plan", http.StatusOK, insider(bakery), html.ChangePlan{From: plans("STARTER", 417)[1], To: plans("STARTER", 417)[2]}},
	}
}

func activity() html.AppActivity {
	change := func(ago time.Duration, action, record string) html.ActivityChange {
		return html.ActivityChange{At: Now.Add(-ago), Action: action, Record: record, Person: olivia.Name, Request: "req_01jcqx5e7v7k3ab5d8g0m2n4p6"}
	}
	made := change(time.Hour, "invoice.created", anInvoice)
	made.Called = html.Value{Text: "2026-0412", Link: "/invoices/" + anInvoice}
	changed := change(2*time.Hour, "customer.updated", "cus_g301jcq8m6d1e3vsh4b7n9wq2r5t")
	changed.Fields = []string{"name", "billingAddress"}
	paid := change(26*time.Hour, "payment.received", "pay_g301jcq8m6d1e3vsh4b7n9wq2r5t")
	paid.More = 2
	midnight := Now.Truncate(day)
	return html.AppActivity{
		ID: "ins_g301jcq8m6d1e3vsh4b7n9wq2r5t", App: bakerySync, From: "2026-11-09", To: "2026-11-15", Zone: "Europe/Berlin",
		Kind: "INVOICE", Kinds: []string{"INVOICE", "CUSTOMER", "PAYMENT", "SUPPLIER", "ACCOUNT", "JOURNAL_ENTRY"},
		Older: "/apps/activity?after=act_1&installation=ins_g301jcq8m6d1e3vsh4b7n9wq2r5t",
		CSV:   "/apps/activity.csv?from=2026-11-09&installation=ins_g301jcq8m6d1e3vsh4b7n9wq2r5t&to=2026-11-15",
		Days: []html.ActivityDay{
			{Day: midnight, Changes: []html.ActivityChange{made, changed},
				Reads: []html.ActivityReads{{Kind: "INVOICE", Count: 186}, {Kind: "CUSTOMER", Count: 1}, {Count: 24}}},
			{Day: midnight.Add(-day), Changes: []html.ActivityChange{paid}},
			{Day: midnight.Add(-2 * day), Reads: []html.ActivityReads{{Kind: "JOURNAL_ENTRY", Count: 12}}},
		},
	}
}

func bookkeepers() html.RolePermissions {
	v := html.RolePermissions{Role: "bookkeeper", People: []string{"Mira Sommer"}, Added: 1, Removed: 1}
	held := permission.Default(permission.Bookkeeper)
	for _, row := range permission.Rows() {
		p := html.RolePermission{
			Permission: row.Permission, Granted: held.Has(row.Permission), Default: held.Has(row.Permission), Fixed: row.OwnerOnly,
			Barred: row.Permission == permission.ReverseJournal,
		}
		switch row.Permission {
		case permission.VoidInvoices:
			p.Granted = true
		case permission.SendInvoices:
			p.Granted = false
		}
		v.Groups = html.Grouped(v.Groups, p)
	}
	return v
}

func auditLog() html.AuditLog {
	by := html.Actor{Kind: html.ByMember, Name: olivia.Name}
	return html.AuditLog{
		Zone: "Europe/Berlin", CSV: "/audit-log.csv", Older: "/audit-log?after=aud_00c3h6d9yn",
		Actions: []html.AuditAction{{Action: "app.access_revoked", Says: "An app's access to a business was revoked."}, {Action: "member.left", Says: "A member left."}},
		Entries: []html.AuditEntry{
			{ID: "aud_00dk7g2m5x", At: Now, Actor: by, Says: "An app's access to a business was revoked.", About: "Courier Notes"},
			{ID: "aud_00dk6n8c3v", At: Now.Add(-2 * day), Actor: by, Says: "A permission was given to a role, or taken from it.", Detail: html.AuditDetail{Role: "bookkeeper", Permission: permission.VoidInvoices, Granted: true}},
			{ID: "aud_00dcm3w8rj", At: Now.Add(-5 * day), Actor: html.Actor{Kind: html.ByOperator}, Says: "The operator suspended an app in a business.", About: "Till Reader"},
			{ID: "aud_00dcm3w8rk", At: Now.Add(-6 * day), Actor: html.Actor{Kind: html.ByApp, Name: "Bakery Sync"}, Says: "An app gave tokens up.", About: "Bakery Sync"},
			{ID: "aud_00dcm3w8rm", At: Now.Add(-7 * day), Actor: html.Actor{Kind: html.BySystem}, Says: "An invitation was mailed.", Detail: html.AuditDetail{Role: "viewer", From: "sales"}},
			{ID: "aud_00c3h6d9yn", At: Now.Add(-45 * day), Actor: html.Actor{Kind: html.ByMember}, Says: "A member left."},
		},
	}
}

func starter() html.Plan {
	return html.Plan{Code: "STARTER", Name: "Starter", Year: 2026, Invoices: 417, Ceiling: 1200, Plans: plans("STARTER", 417), MayChange: true}
}

func plans(current string, used int) []html.PlanRow {
	rows := []html.PlanRow{
		{Code: "FREE", Name: "Free", Invoices: 100, Turnover: "EUR 25,000.00"}, {Code: "STARTER", Name: "Starter", Invoices: 1200},
		{Code: "GROWTH", Name: "Growth", Invoices: 12000}, {Code: "SCALE", Name: "Scale"},
	}
	for i := range rows {
		rows[i].Current = rows[i].Code == current
		rows[i].Reached = rows[i].Invoices > 0 && used > rows[i].Invoices
	}
	return rows
}
