package books_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

func TestAnAddressWithoutAnyPartIsNone(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]*books.Address{
		"none": nil, "no parts": {}, "empty parts": {Line1: new(""), City: new("  ")},
	} {
		if got := a.Trimmed(); got != nil {
			t.Errorf("%s became %+v", name, *got)
		}
	}
	got := (&books.Address{Line1: new(" Mühlenstraße 12 "), Line2: new("")}).Trimmed()
	if diff := cmp.Diff(&books.Address{Line1: new("Mühlenstraße 12")}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsWrongWithAnAddressIsSaidByTheNameOfItsMember(t *testing.T) {
	t.Parallel()
	var p fault.Problems
	(&books.Address{
		Line1: new(strings.Repeat("é", 201)), City: new("Ber\x07lin"), PostalCode: new(strings.Repeat("1", 21)), Country: new("de"),
	}).Check(&p, "billingAddress")
	want := []string{
		"billingAddress.line1 must be shorter than or equal to 200 characters",
		"billingAddress.city must be printable text",
		"billingAddress.postalCode must be shorter than or equal to 20 characters",
		"billingAddress.country must be an ISO 3166-1 alpha-2 code",
	}
	if diff := cmp.Diff(want, p.List()); diff != "" {
		t.Error(diff)
	}
}

func TestTextsAreHeldToWhatPeopleCanRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		note func(p *fault.Problems)
		want []string
	}{
		{"a name", func(p *fault.Problems) { books.WantName(p, "name", "Größe 10 – 株式会社", 20) }, nil},
		{"no name", func(p *fault.Problems) { books.WantName(p, "name", "", 20) }, []string{"name should not be empty"}},
		{"a line break in a line", func(p *fault.Problems) { books.WantLine(p, "phone", new("1\n2"), 20) }, []string{"phone must be printable text"}},
		{"a mark that turns text around", func(p *fault.Problems) { books.WantLine(p, "phone", new("1\u202e2"), 20) }, []string{"phone must be printable text"}},
		{"line breaks in a text", func(p *fault.Problems) { books.WantText(p, "notes", new("1\r\n\t2"), 20) }, nil},
		{"a bell in a text", func(p *fault.Problems) { books.WantText(p, "notes", new("1\a2"), 20) }, []string{"notes must be printable text"}},
		{"an address for mail", func(p *fault.Problems) { books.WantEmail(p, "email", new("orders@flour.test")) }, nil},
		{"a name before it", func(p *fault.Problems) { books.WantEmail(p, "email", new("Flour <orders@flour.test>")) }, []string{"email must be an email"}},
		{"a header behind it", func(p *fault.Problems) { books.WantEmail(p, "email", new("a@flour.test\nBcc: b@flour.test")) }, []string{"email must be an email"}},
		{"what is not given", func(p *fault.Problems) {
			books.WantLine(p, "phone", nil, 1)
			books.WantText(p, "notes", nil, 1)
			books.WantEmail(p, "email", nil)
		}, nil},
	} {
		var p fault.Problems
		c.note(&p)
		if diff := cmp.Diff(c.want, p.List()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestACursorIsARecordOfTheSameShard(t *testing.T) {
	t.Parallel()
	home, away := ident.Business{Shard: 1, UUID: ident.Random()}, ident.Shard(2)
	id := ident.New[ident.Supplier](home.Shard, time.Now()).UUID
	for _, c := range []struct {
		name  string
		after books.Ref
		want  error
	}{
		{"none", books.Ref{}, nil},
		{"an id of ours", books.Ref{Shard: home.Shard, UUID: id}, nil},
		{"an id that nobody makes", books.Ref{Shard: home.Shard, UUID: uuid.Max}, fault.UnknownCursor},
		{"of another shard", books.Ref{Shard: away, UUID: id}, fault.UnknownCursor},
	} {
		err := books.Page{After: c.after}.Cursor(home)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestAPageBeginsBeyondEveryIDOrAtItsCursor(t *testing.T) {
	t.Parallel()
	id := ident.Random()
	for want, p := range map[uuid.UUID]books.Page{
		uuid.Max: {}, uuid.Nil: {Ascending: true}, id: {After: books.Ref{UUID: id}},
	} {
		if got := p.Start(); got != want {
			t.Errorf("%+v starts at %s", p, got)
		}
	}
}

func TestAPageIsCutWhereMoreWasRead(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int]bool{2: true, 3: false, 4: false} {
		page, more := books.Cut([]int{1, 2, 3}, limit)
		if more != want || len(page) != min(limit, 3) {
			t.Errorf("with a limit of %d there are %v, more: %v", limit, page, more)
		}
	}
}
