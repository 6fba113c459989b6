package reference_test

import (
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/edition"
	pages "github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/reference"
	"github.com/counterpart/counterpart/internal/web/route"
)

var november = time.Date(2026, 11, 14, 22, 38, 7, 0, time.UTC)

func newBook(t *testing.T) (*reference.Reference, *edition.Editions) {
	t.Helper()
	description, err := api.Load()
	must(t, err)
	editions, err := edition.New(edition.Config{
		Description: description, Service: "Service", BaseURL: "https://api.bakery.test", AuthURL: "https://app.bakery.test",
	})
	must(t, err)
	return reference.New(reference.Config{Editions: editions, BaseURL: "https://api.bakery.test", AppURL: "https://app.bakery.test", Service: "Service", Routes: []route.Route{
		{Pattern: "GET /suppliers", Permission: permission.ViewSuppliers},
	}}), editions
}

func lookup(t *testing.T, name string) version.Version {
	t.Helper()
	v, ok := version.Lookup(name)
	if !ok {
		t.Fatalf("there is no version %s", name)
	}
	return v
}

// module is a part of the reference by its name.
func module(t *testing.T, book *reference.Reference, v version.Version, name string) pages.ReferenceModule {
	t.Helper()
	page, ok := book.Module(v, november, name)
	if !ok {
		t.Fatalf("%s has no part %s", v.Name, name)
	}
	return page
}

// each runs a check on every page of every version.
func each(t *testing.T, check func(t *testing.T, text string, ids, links []string)) {
	t.Helper()
	book, _ := newBook(t)
	site, err := pages.New(pages.Brand{})
	must(t, err)
	views := map[string]pages.View{"versions": book.Versions(november)}
	for _, v := range version.All() {
		overview := book.Overview(v, november)
		views[v.Name] = overview
		for _, part := range overview.Parts {
			name := part.URL[strings.LastIndex(part.URL, "/")+1:]
			views[v.Name+" "+name] = module(t, book, v, name)
		}
	}
	for name, view := range views {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			must(t, site.Render(w, 200, pages.Frame{Now: november}, view))
			ids, links := anchors(t, w.Body.String())
			check(t, w.Body.String(), ids, links)
		})
	}
}

func anchors(t *testing.T, text string) (ids, links []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	must(t, err)
	for node := range root.Descendants() {
		for _, a := range node.Attr {
			if a.Key == "id" {
				ids = append(ids, a.Val)
			}
			if anchor, ok := strings.CutPrefix(a.Val, "#"); ok && a.Key == "href" {
				links = append(links, anchor)
			}
		}
	}
	return ids, links
}

func TestEveryLinkWithinAPageLeadsSomewhere(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, _ string, ids, links []string) {
		for _, link := range links {
			if !slices.Contains(ids, link) {
				t.Errorf("there is no #%s", link)
			}
		}
		slices.Sort(ids)
		if twice := len(ids) - len(slices.Compact(ids)); twice > 0 {
			t.Errorf("%d ids stand twice", twice)
		}
	})
}

func TestNoPageIsHeavy(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, text string, _, _ []string) {
		if len(text) > 300_000 {
			t.Errorf("it has %d bytes", len(text))
		}
	})
}

func TestPagesTellNothingOfTheMachineryBelow(t *testing.T) {
	t.Parallel()
	leaks := regexp.MustCompile(`(api|app)\.example\.com|x-order|<no value>|%!|#/components|map\[`)
	each(t, func(t *testing.T, text string, _, _ []string) {
		if found := leaks.FindAllString(text, -1); found != nil {
			t.Errorf("it says %q", found)
		}
	})
}

func TestEveryOperationForAppsIsInTheReference(t *testing.T) {
	t.Parallel()
	book, editions := newBook(t)
	for _, v := range version.All() {
		var shown []string
		for _, part := range book.Overview(v, november).Parts {
			for _, o := range part.Operations {
				shown = append(shown, o.Method+" "+o.Path)
			}
		}
		for pattern := range editions.Public(v).Operations() {
			if !slices.Contains(shown, pattern) {
				t.Errorf("%s does not show %s", v.Name, pattern)
			}
		}
	}
}

func TestTheReferenceSpeaksTheWordsOfItsVersion(t *testing.T) {
	t.Parallel()
	book, _ := newBook(t)
	for name, words := range map[string]struct{ has, lacks string }{
		"2026-11-01": {"taxNumber nextCursor", "vatNumber"},
		"2025-02-01": {"vatNumber next", "taxNumber nextCursor hasMore"},
	} {
		var members []string
		for _, record := range module(t, book, lookup(t, name), "suppliers").Records {
			for _, member := range record.Members {
				members = append(members, member.Name)
			}
		}
		for _, word := range strings.Fields(words.has) {
			if !slices.Contains(members, word) {
				t.Errorf("%s: suppliers have no %s", name, word)
			}
		}
		for _, word := range strings.Fields(words.lacks) {
			if slices.Contains(members, word) {
				t.Errorf("%s: suppliers have %s", name, word)
			}
		}
	}
}

func TestAnOperationIsToldInFull(t *testing.T) {
	t.Parallel()
	book, _ := newBook(t)
	list := module(t, book, lookup(t, "2026-11-01"), "suppliers").Operations[0]
	if list.Method != "GET" || list.Path != "/suppliers" {
		t.Fatalf("the first operation is %s %s", list.Method, list.Path)
	}
	want := pages.Entry{
		Kind: pages.AccessToken, Scope: "suppliers:read", ScopeSays: "See suppliers and their contact details",
		Permission: "suppliers.view", PermissionSays: list.Entry.PermissionSays,
	}
	if list.Entry != want || list.Entry.PermissionSays == "" {
		t.Errorf("got %+v", list.Entry)
	}
	for what, wanted := range map[string]bool{
		"parameters": len(list.Parameters) > 3, "answers": len(list.Answers) == 1 && list.Answers[0].Record.Name == "SupplierList",
		"errors": len(list.Errors) > 3, "an example": strings.Contains(list.AnswerExample, `"hasMore"`),
		"a call": strings.HasPrefix(list.Curl, "curl https://api.bakery.test/suppliers \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\" \\\n  -H \"Service-Version: 2026-11-01\""),
	} {
		if !wanted {
			t.Errorf("it lacks %s: %+v", what, list)
		}
	}
}

func TestTheCatalogueOfEventsIsShownInEveryVersion(t *testing.T) {
	t.Parallel()
	book, _ := newBook(t)
	for name, word := range map[string]string{"2026-11-01": "BUSINESS", "2024-06-01": "COMPANY"} {
		events := module(t, book, lookup(t, name), "events").Events
		if len(events) != len(event.All()) {
			t.Errorf("%s shows %d events", name, len(events))
		}
		i := slices.IndexFunc(events, func(e pages.EventEntry) bool { return e.Name == "customer.created" })
		if !strings.Contains(events[i].Sample, word) {
			t.Errorf("%s: the sample is %s", name, events[i].Sample)
		}
	}
}

func TestVersionsAreToldWithWhatBecameOfThem(t *testing.T) {
	t.Parallel()
	book, _ := newBook(t)
	var got []pages.VersionState
	for _, v := range book.Versions(november).Versions {
		got = append(got, v.State)
	}
	if want := []pages.VersionState{pages.VersionCurrent, pages.VersionDeprecated, pages.VersionEnded}; !slices.Equal(got, want) {
		t.Errorf("want %v, got %v", want, got)
	}
	if before := book.Versions(november.AddDate(0, -1, 0)).Versions; len(before) != 2 || before[0].State != pages.VersionCurrent {
		t.Errorf("before its release, the newest version is told of: %v", before)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
