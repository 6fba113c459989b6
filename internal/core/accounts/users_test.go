package accounts

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

func TestAUserIsFoundAsMade(t *testing.T) {
	t.Parallel()
	f := newService(t)
	made := f.userWith(t, NewUser{Email: " Olivia@Example.com ", Name: "Olivia", Locale: "pt-BR", Operator: true})
	want := User{
		ID: made.ID, Email: "Olivia@Example.com", Name: "Olivia", Locale: "pt-BR", Operator: true, CreatedAt: f.deps.Now(),
	}

	byID, err := f.UserByID(t.Context(), made.ID)
	must(t, err)
	byEmail, err := f.UserByEmail(t.Context(), "OLIVIA@example.COM")
	must(t, err)

	for _, got := range []User{made, byID, byEmail} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	f.wrote(t, made.ID.String(), "user.created")
}

func TestAnAddressHasOneUserHoweverItIsSpelt(t *testing.T) {
	t.Parallel()
	f := newService(t)
	f.user(t, "Olivia")
	_, err := f.CreateUser(t.Context(), NewUser{Email: "OLIVIA@EXAMPLE.COM", Name: "Another"})
	refused(t, err, "EMAIL_TAKEN")
}

func TestAUserThatCannotBeIsRefusedWithAllThatIsWrong(t *testing.T) {
	t.Parallel()
	f := newService(t)
	_, err := f.CreateUser(t.Context(), NewUser{Email: "olivia", Name: "  ", Locale: "English"})
	problems, ok := errors.AsType[*fault.Problems](err)
	if !ok {
		t.Fatalf("want problems, got %v", err)
	}
	want := []string{"email must be an email", "name should not be empty", "locale must be a language tag"}
	if diff := cmp.Diff(want, problems.List()); diff != "" {
		t.Error(diff)
	}
}

func TestValidEmail(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"olivia@example.com":                      true,
		"o.livia+books@sub.example.co":            true,
		"zoë@exämple.de":                          true,
		"olivia":                                  false,
		"olivia@":                                 false,
		"@example.com":                            false,
		"Olivia <olivia@example.com>":             false,
		"a@example.com, b@example.com":            false,
		"olivia @example.com":                     false,
		"olivia@example.com\r\nBcc: x@y.z":        false,
		"olivia\x00@example.com":                  false,
		strings.Repeat("a", 250) + "@example.com": false,
	} {
		if got := ValidEmail(text); got != want {
			t.Errorf("ValidEmail(%q): want %t, got %t", text, want, got)
		}
	}
}

func TestWhoDoesNotExistIsNotFound(t *testing.T) {
	t.Parallel()
	f := newService(t)
	_, err := f.UserByID(t.Context(), ident.New[ident.User](ident.Control, f.deps.Now()))
	refused(t, err, "USER_NOT_FOUND")
	// What PostgreSQL would not take as text is nobody's address, and no fault of ours.
	for _, email := range []string{"nobody@example.com", "a\x00b@example.com", "a\xff@example.com"} {
		_, err := f.UserByEmail(t.Context(), email)
		refused(t, err, "USER_NOT_FOUND")
	}
}

func TestUsersAreListedNewestFirstPageByPage(t *testing.T) {
	t.Parallel()
	f := newService(t)
	for _, name := range []string{"Ada", "Ben", "Cleo"} {
		f.user(t, name)
		f.clock.Move(1e9)
	}

	var names []string
	var last ident.User
	for range 2 {
		page, err := f.Users(t.Context(), last, 2)
		must(t, err)
		for _, user := range page {
			names, last = append(names, user.Name), user.ID
		}
	}
	if diff := cmp.Diff([]string{"Cleo", "Ben", "Ada"}, names); diff != "" {
		t.Error(diff)
	}
}
