package sample

import (
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/web/html"
)

// reference are the pages of the API reference, with a little of everything that
// they can show.
func reference() []Page {
	return []Page{
		{"reference", http.StatusOK, stranger(), html.Reference{
			ReferenceFrame: referenceFrame("2026-11-01", "/reference/2026-11-01"),
			About:          prose("Names of members are in camelCase. An id is opaque: keep it as it is."),
			BaseURL:        "https://api.bakery.test", Header: "Service-Version", Description: "https://api.bakery.test/openapi.json?version=2026-11-01",
			Requests: "/reference/2026-11-01/requests.http", Postman: "/reference/2026-11-01/postman.json",
			Curl:  "curl https://api.bakery.test/me \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\"",
			Parts: []html.ReferencePart{customersPart()},
		}},
		{"reference_module", http.StatusOK, insider(bakery), html.ReferenceModule{
			ReferenceFrame: referenceFrame("2026-11-01", "/reference/2026-11-01/customers"), ReferencePart: customersPart(),
			Records: []html.Record{
				{ID: "Customer", Name: "Customer", About: prose("Somebody who is invoiced."), Members: []html.Member{
					{Name: "id", Type: "cus_… id", Required: true},
					{Name: "type", Type: "CustomerType", Record: html.ReferenceLink{Name: "CustomerType", URL: "#CustomerType"}, Required: true},
					{Name: "taxNumber", Type: "string, at most 40 characters", Null: true, About: prose("As the tax office writes it.")},
				}},
				{ID: "CustomerType", Name: "CustomerType", Words: []string{"BUSINESS", "PERSON"}},
			},
		}},
		{"reference_module_events", http.StatusOK, stranger(), html.ReferenceModule{
			ReferenceFrame: referenceFrame("2025-02-01", "/reference/2025-02-01/events"),
			ReferencePart:  html.ReferencePart{ReferenceLink: html.ReferenceLink{Name: "Events", URL: "/reference/2025-02-01/events"}},
			Events: []html.EventEntry{
				{ID: "event-customer.archived", Name: "customer.archived", Says: "A customer was archived.", Audience: "business", Scope: "customers:read", Sample: "{\n  \"id\": \"cus_g406gxrdfrk1w3bdm4htmkmve0b8\"\n}"},
				{ID: "event-app.installed", Name: "app.installed", Says: "A business installed the app.", Audience: "app", Sample: "{}"},
			},
		}},
		{"reference_versions", http.StatusOK, stranger(), html.ReferenceVersions{
			ReferenceFrame: referenceFrame("2026-11-01", "/reference/versions"), Header: "Service-Version",
		}},
	}
}

func referenceFrame(version, at string) html.ReferenceFrame {
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	link := func(name string) html.ReferenceLink {
		return html.ReferenceLink{Name: name, URL: "/reference/" + name}
	}
	return html.ReferenceFrame{
		Version: version, At: at,
		Modules: []html.ReferenceLink{
			{Name: "Customers", URL: "/reference/" + version + "/customers"}, {Name: "Events", URL: "/reference/" + version + "/events"},
		},
		Versions: []html.ReferenceVersion{
			{ReferenceLink: link("2026-11-01"), State: html.VersionCurrent, Released: day(2026, 11, 1), Description: "https://api.bakery.test/openapi.json?version=2026-11-01",
				Changes: []html.Paragraph{{{Text: "The tax number is called "}, {Text: "taxNumber", Code: true}, {Text: "."}}}},
			{ReferenceLink: link("2025-02-01"), State: html.VersionDeprecated, Released: day(2025, 2, 1), Deprecated: day(2026, 11, 1), Sunset: day(2028, 5, 1),
				Description: "https://api.bakery.test/openapi.json?version=2025-02-01"},
			{ReferenceLink: link("2024-06-01"), State: html.VersionEnded, Released: day(2024, 6, 1), Deprecated: day(2025, 2, 1), Sunset: day(2026, 9, 1),
				Description: "https://api.bakery.test/openapi.json?version=2024-06-01"},
		},
	}
}

func prose(sentence string) html.Prose { return html.Prose{{{Text: sentence}}} }

func customersPart() html.ReferencePart {
	page := html.ReferenceLink{Name: "Customers", URL: "/reference/2026-11-01/customers"}
	return html.ReferencePart{
		ReferenceLink: page, About: html.Prose{{{Text: "Those who are invoiced."}}, {{Text: "ACTIVE → ARCHIVED", Figure: true}}},
		Operations: []html.Operation{
			{
				ID: "listCustomers", URL: page.URL + "#listCustomers", Method: "GET", Path: "/customers", Title: "List customers",
				About: html.Prose{{{Text: "Read on with "}, {Text: "nextCursor", Code: true}, {Text: "."}}},
				Entry: html.Entry{Kind: html.AccessToken, Scope: "customers:read", ScopeSays: "See customers and their contact details",
					Permission: "customers.view", PermissionSays: "See customers"},
				Parameters: []html.Member{{Name: "limit", Place: "query", Type: "integer, 1 to 200", About: prose("How many to return."), Default: "50", Example: "20"}},
				Answers:    []html.Answer{{Status: "200", About: prose("A page of customers."), Record: html.ReferenceLink{Name: "Customer", URL: "#Customer"}}},
				Errors:     []html.Answer{{Status: "400", About: prose("The request cannot be carried out as it is."), Codes: []string{"UNKNOWN_CURSOR"}}},
				Curl:       "curl https://api.bakery.test/customers", AnswerExample: "{\n  \"data\": []\n}",
			},
			{
				ID: "addCustomer", URL: page.URL + "#addCustomer", Method: "POST", Path: "/customers", Title: "Add a customer",
				Entry:   html.Entry{Kind: html.AccessClient},
				Body:    []html.Member{{Name: "type", Type: "string", Required: true, Words: []string{"BUSINESS", "PERSON"}}},
				Answers: []html.Answer{{Status: "201", About: prose("The customer.")}},
				Curl:    "curl https://api.bakery.test/customers -d '{}'",
			},
			{
				ID: "readDescription", URL: page.URL + "#readDescription", Method: "GET", Path: "/openapi.json", Title: "Read the description of the API",
				Entry:   html.Entry{Kind: html.AccessOpen},
				Answers: []html.Answer{{Status: "200", About: prose("The description.")}}, Curl: "curl https://api.bakery.test/openapi.json",
			},
		},
	}
}
