package html

import (
	"html/template"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

func english(t *testing.T) *catalogue {
	t.Helper()
	all, err := loadCatalogues()
	if err != nil {
		t.Fatal(err)
	}
	return all[defaultLocale]
}

func TestTimesAreToldFromTheReadersPointOfView(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 15, 9, 30, 0, 0, time.UTC)
	const day = 24 * time.Hour
	cases := []struct {
		from time.Duration
		want string
	}{
		{-59 * time.Second, "just now"},
		{30 * time.Second, "just now"},
		{-time.Minute, "1 minute ago"},
		{-59 * time.Minute, "59 minutes ago"},
		{-time.Hour, "1 hour ago"},
		{-23 * time.Hour, "23 hours ago"},
		{-day, "1 day ago"},
		{-59 * day, "59 days ago"},
		{-60 * day, "2 months ago"},
		{-729 * day, "24 months ago"},
		{-730 * day, "2 years ago"},
		{6 * day, "in 6 days"},
	}
	c := english(t)
	for _, tc := range cases {
		got, err := c.relative(now, now.Add(tc.from))
		if err != nil || got != tc.want {
			t.Errorf("%s: want %q, got %q, %v", tc.from, tc.want, got, err)
		}
	}
}

func TestATimeKeepsItsExactValue(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.November, 15, 11, 5, 0, 0, time.FixedZone("CET", 3600))
	got, err := english(t).when(at.Add(5*time.Minute), at)
	want := template.HTML(`<time datetime="2026-11-15T10:05:00Z" title="15 November 2026, 10:05 UTC">5 minutes ago</time>`)
	if err != nil || got != want {
		t.Errorf("want %s, got %s, %v", want, got, err)
	}
}

func TestValuesAreFilledInOnce(t *testing.T) {
	t.Parallel()
	got := fill("{a} and {b}", []any{"a", "{b}", "b", "{a}"}, func(v any) string { return v.(string) })
	if want := "{b} and {a}"; got != want {
		t.Errorf("want %q, got %q", want, got)
	}
}

// A code is declared once in a program, however often its tests run.
var errRoleMissing = fault.Declare(fault.Forbidden, "TEST_ROLE_MISSING", "Role %s is missing.")

func TestRefusalsAreSaidInTheirOwnWordsUnlessTheCatalogueHasBetter(t *testing.T) {
	t.Parallel()
	refusal := errRoleMissing.With("owner")
	c := english(t)
	plain, err := c.say(Refused(refusal))
	if want := "Role owner is missing."; err != nil || plain != want {
		t.Errorf("want %q, got %q, %v", want, plain, err)
	}
	c.texts["fault.TEST_ROLE_MISSING"] = "You would have to be {p0}."
	better, err := c.say(Refused(refusal))
	if want := "You would have to be owner."; err != nil || better != want {
		t.Errorf("want %q, got %q, %v", want, better, err)
	}
}

func TestAReaderGetsALanguageWeHave(t *testing.T) {
	t.Parallel()
	pages, err := New(Brand{})
	if err != nil {
		t.Fatal(err)
	}
	for _, wishes := range [][]string{nil, {""}, {"de"}, {"", "en-GB;q=0.8, fr"}, {"nonsense!"}, {Pseudo}} {
		if got := pages.Locale(wishes...); got != "en" {
			t.Errorf("%q: want en, got %s", wishes, got)
		}
	}
}

func TestEveryMessageHasWords(t *testing.T) {
	t.Parallel()
	messages := []Message{EmailMissing, EmailMalformed, NameMissing, PasswordMissing, SignInRefused, CurrentPasswordWrong,
		NewPasswordMissing, PasswordsDiffer, PasswordWeak, CodeMissing, CodeWrong, RecoveryCodeMissing, RecoveryCodeWrong,
		UserCodeMissing, UserCodeWrong, NameWrong, PasskeyMissing, PasskeyNameMissing, PasskeyNameWrong, SearchUnreadable, AmountMalformed, PasswordTooShort(1), PasswordTooLong(64), TooManyTries(0), TooManyTries(time.Hour)}
	for _, f := range []Failure{NotFound, Forbidden, FormExpired, LinkExpired, Internal, Unavailable, TooMany(time.Minute), UnknownApp,
		RedirectMismatch(App{}), ScopesNotPermitted, RequestMalformed, RequestExpired, AppNotReviewed, DeviceCodeGone} {
		messages = append(messages, f.Title, f.Meaning, f.Advice)
	}
	c := english(t)
	for _, kind := range append(appNotices, notices...) {
		said, err := c.notice(Notice{Kind: kind, App: App{Name: "Bakery Sync"}})
		if err != nil {
			t.Error(err)
		}
		messages = append(messages, said)
	}
	for _, m := range messages {
		if text, err := c.say(m); err != nil || text == "" || strings.Contains(text, "{") {
			t.Errorf("%s: %q, %v", m.id, text, err)
		}
	}
}

// What templates do not name is named by Go code: a role, a month, a problem.
var namedByCode = regexp.MustCompile(`^(locale|problem|notice|failure|role|month|month_short|time|field|scope|module|verb|roles|list|category|limits|caution|permission|actor|did|kind|kind_option|machine|place|role_may|permission_group|column|happened|record_word|record_title|record_table|record_act|invoice_act|invoice_do|records_lead|records_search|records_none|approve_tool|approve_effect|approve_state|approve_means|approve_from)\.` +
	`|^(record\.flag_(true|false)|account\.unknown_device|app\.unnamed|consent\.title.*|end_access\.you|grant\.(nothing|see_only|only_saw|lacks|asks))$`)

func TestNoTextIsLeftOver(t *testing.T) {
	t.Parallel()
	var source strings.Builder
	err := fs.WalkDir(templateFiles, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := templateFiles.ReadFile(path)
		source.Write(body)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for id := range english(t).texts {
		stem := strings.TrimSuffix(strings.TrimSuffix(id, ".one"), ".other")
		if !namedByCode.MatchString(id) && !strings.Contains(source.String(), `"`+stem+`"`) {
			t.Errorf("no template says %q", id)
		}
	}
}

func TestDisguiseLeavesNamesAlone(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff("Ĵóíñ {name} ñóŵ", disguise("Join {name} now")); diff != "" {
		t.Error(diff)
	}
}

func TestADateInATableIsShortAndWholeUnderThePointer(t *testing.T) {
	t.Parallel()
	got, err := english(t).date(time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	want := `<time class="nowrap" datetime="2026-11-16" title="16 November 2026">16 Nov 2026</time>`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}
