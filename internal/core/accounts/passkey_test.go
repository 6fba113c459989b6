package accounts

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/passkeytest"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// inside is somebody who has just signed in with the password.
func (f *fixture) inside(t testing.TB, user User) SignedIn {
	t.Helper()
	token, _ := f.signIn(t, user)
	return f.letsIn(t, token)
}

// addPasskey has a phone make a passkey of somebody's account.
func (f *fixture) addPasskey(t testing.TB, in SignedIn, phone *passkeytest.Phone) {
	t.Helper()
	options, err := f.BeginPasskey(t.Context(), in)
	must(t, err)
	must(t, f.AddPasskey(t.Context(), in, "Olivia’s phone", []byte(phone.Create(t, string(options)))))
}

// withPasskey makes a user with a password, and a phone with a passkey of theirs.
func (f *fixture) withPasskey(t testing.TB, name string) (User, *passkeytest.Phone) {
	t.Helper()
	user, phone := f.withPassword(t, name), passkeytest.New(appURL)
	f.addPasskey(t, f.inside(t, user), phone)
	return user, phone
}

// signs has a phone sign a challenge for a sign-in.
func (f *fixture) signs(t testing.TB, phone *passkeytest.Phone) []byte {
	t.Helper()
	options, err := f.BeginPasskeySignIn(t.Context())
	must(t, err)
	return []byte(phone.Get(t, string(options)))
}

func (f *fixture) signInByPasskey(t testing.TB, phone *passkeytest.Phone) (Entry, error) {
	t.Helper()
	return f.SignInByPasskey(t.Context(), f.signs(t, phone), visit)
}

func TestAPasskeyIsMadeAsThePageAsks(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	in := f.inside(t, olivia)

	options, err := f.BeginPasskey(t.Context(), in)
	must(t, err)

	var got struct {
		RP                     struct{ ID, Name string }
		User                   struct{ ID, Name, DisplayName string }
		AuthenticatorSelection struct{ ResidentKey, UserVerification string }
		Attestation            string
		Challenge              string
	}
	must(t, json.Unmarshal(options, &got))
	want := []string{"app.books.test", "Service", base64.RawURLEncoding.EncodeToString(olivia.ID.UUID[:]), olivia.Email, "Olivia", "required", "required", "none"}
	if diff := cmp.Diff(want, []string{got.RP.ID, got.RP.Name, got.User.ID, got.User.Name, got.User.DisplayName,
		got.AuthenticatorSelection.ResidentKey, got.AuthenticatorSelection.UserVerification, got.Attestation}); diff != "" {
		t.Error(diff)
	}
	text, err := base64.RawURLEncoding.DecodeString(got.Challenge)
	must(t, err)
	f.notKept(t, string(text), got.Challenge)
}

func TestAPasskeySignsInWithoutAPassword(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, phone := f.withPasskey(t, "Olivia")
	f.protect(t, olivia)
	added := f.deps.Now().Add(-stepSeconds * time.Second)

	entry, err := f.signInByPasskey(t, phone)
	must(t, err)

	t.Run("ACC-06 the session is whole at once, and both factors are given in it", func(t *testing.T) {
		in := f.letsIn(t, entry.Token)
		if in.User.ID != olivia.ID || in.Session.HalfOpen || in.Session.SecondFactorAt == nil || !in.Session.AuthenticatedAt.Equal(f.deps.Now()) {
			t.Errorf("got %+v", in.Session)
		}
	})
	t.Run("ACC-06 the account tells its passkeys and when each was used", func(t *testing.T) {
		got, err := f.Passkeys(t.Context(), olivia.ID)
		must(t, err)
		now := f.deps.Now()
		want := []Passkey{{ID: got[0].ID, Name: "Olivia’s phone", CreatedAt: added, LastUsedAt: &now}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACC-06 it is written down how", func(t *testing.T) {
		got := f.texts(t, "SELECT facts ->> 'by' FROM audit.sign_in_entries WHERE action = 'session.opened' AND NOT (facts -> 'halfOpen')::boolean ORDER BY id")
		if diff := cmp.Diff([]string{"password", "passkey"}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAPasskeyStandsInForACode(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, phone := f.withPasskey(t, "Olivia")
	f.protect(t, olivia)
	half, _ := f.signIn(t, olivia)
	in, err := f.Authenticate(t.Context(), half)
	if !errors.Is(err, ErrSecondFactorRequired) {
		t.Fatal(err)
	}
	ask := func() string {
		options, err := f.BeginPasskeyFactor(t.Context(), in)
		must(t, err)
		return string(options)
	}
	complete := func(answer string) (Entry, error) {
		return f.CompleteByPasskey(t.Context(), half, []byte(answer), visit)
	}

	t.Run("ACC-06 not a challenge that was made for a sign-in, nor the other way round", func(t *testing.T) {
		_, err := complete(string(f.signs(t, phone)))
		refused(t, err, "PASSKEY_EXPIRED")
		_, err = f.SignInByPasskey(t.Context(), []byte(phone.Get(t, ask())), visit)
		refused(t, err, "PASSKEY_EXPIRED")
	})
	t.Run("ACC-06 not a challenge of another session", func(t *testing.T) {
		other, _ := f.signIn(t, olivia)
		answer := phone.Get(t, ask())
		_, err := f.CompleteByPasskey(t.Context(), other, []byte(answer), visit)
		refused(t, err, "PASSKEY_EXPIRED")
	})
	t.Run("ACC-06 a passkey of somebody else counts as a wrong code", func(t *testing.T) {
		_, thief := f.withPasskey(t, "Mallory")
		for range freeCodes {
			_, err := complete(thief.GetWith(t, ask(), thief.Keys()[0]))
			refused(t, err, "PASSKEY_REFUSED")
		}
		_, err := complete(phone.Get(t, ask()))
		if !errors.As(err, new(Paused)) {
			t.Errorf("want a pause, got %v", err)
		}
		f.clock.Move(firstPause)
	})
	t.Run("ACC-06 the user's own opens the session, under a new token", func(t *testing.T) {
		whole, err := complete(phone.Get(t, ask()))
		must(t, err)
		f.refuses(t, half, "SESSION_OVER")
		if got := f.letsIn(t, whole.Token).Session; got.HalfOpen || got.SecondFactorAt == nil {
			t.Errorf("got %+v", got)
		}
	})
}

func TestAPasskeyProvesWhoIsSignedIn(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, phone := f.withPasskey(t, "Olivia")
	token, _ := f.signIn(t, olivia)
	in := f.letsIn(t, token)
	f.clock.Move(time.Hour)
	signs := func(in SignedIn) []byte {
		options, err := f.BeginPasskeyConfirmation(t.Context(), in)
		must(t, err)
		return []byte(phone.Get(t, string(options)))
	}

	t.Run("ACC-06 not by what was signed for something else, elsewhere or long ago", func(t *testing.T) {
		refused(t, f.ReauthenticateByPasskey(t.Context(), in, f.signs(t, phone)), "PASSKEY_EXPIRED")
		refused(t, f.ReauthenticateByPasskey(t.Context(), in, signs(f.inside(t, olivia))), "PASSKEY_EXPIRED") // another session
		late := signs(in)
		f.clock.Move(challengeLife)
		refused(t, f.ReauthenticateByPasskey(t.Context(), in, late), "PASSKEY_EXPIRED")
		if got := f.letsIn(t, token).Session.AuthenticatedAt; !got.Equal(in.Session.AuthenticatedAt) {
			t.Errorf("want the first sign-in, got %s", got)
		}
	})
	t.Run("ACC-06 once, and the session is the same", func(t *testing.T) {
		answer := signs(in)
		must(t, f.ReauthenticateByPasskey(t.Context(), in, answer))
		got := f.letsIn(t, token).Session
		if !got.AuthenticatedAt.Equal(f.deps.Now()) || got.ID != in.Session.ID {
			t.Errorf("want session %s of now, got %s of %s", in.Session.ID, got.ID, got.AuthenticatedAt)
		}
		refused(t, f.ReauthenticateByPasskey(t.Context(), in, answer), "PASSKEY_EXPIRED")
	})
	t.Run("ACC-06 not in a session that is over, nor without a passkey", func(t *testing.T) {
		answer := signs(in)
		must(t, f.SignOut(t.Context(), token))
		refused(t, f.ReauthenticateByPasskey(t.Context(), in, answer), "SESSION_OVER")
		_, err := f.BeginPasskeyConfirmation(t.Context(), f.inside(t, f.withPassword(t, "Ben")))
		refused(t, err, "PASSKEY_NOT_FOUND")
	})
}

func TestAnAnswerThatIsNotRightOpensNothing(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, phone := f.withPasskey(t, "Olivia")
	mallory, thief := f.withPasskey(t, "Mallory")

	t.Run("ACC-06 a challenge is good once", func(t *testing.T) {
		answer := f.signs(t, phone)
		_, err := f.SignInByPasskey(t.Context(), answer, visit)
		must(t, err)
		_, err = f.SignInByPasskey(t.Context(), answer, visit)
		refused(t, err, "PASSKEY_EXPIRED")
	})
	t.Run("ACC-06 a challenge is good for five minutes", func(t *testing.T) {
		answer := f.signs(t, phone)
		f.clock.Move(challengeLife)
		_, err := f.SignInByPasskey(t.Context(), answer, visit)
		refused(t, err, "PASSKEY_EXPIRED")
	})
	t.Run("ACC-06 a challenge of one's own making is none", func(t *testing.T) {
		options := fmt.Sprintf(`{"challenge": %q, "rpId": "app.books.test"}`, base64.RawURLEncoding.EncodeToString([]byte(strings.Repeat("x", 66))))
		_, err := f.SignInByPasskey(t.Context(), []byte(phone.Get(t, options)), visit)
		refused(t, err, "PASSKEY_EXPIRED")
	})
	t.Run("ACC-06 another origin is refused, even one that is called much the same", func(t *testing.T) {
		for _, origin := range []string{"https://app.books.test.evil.example", "http://app.books.test", "https://api.books.test", "https://app.books.test:8443", "null"} {
			lured := phone.Copy()
			lured.Origin = origin
			_, err := f.signInByPasskey(t, lured)
			refused(t, err, "PASSKEY_REFUSED")
		}
	})
	t.Run("ACC-06 a passkey for another host is refused", func(t *testing.T) {
		options, err := f.BeginPasskeySignIn(t.Context())
		must(t, err)
		elsewhere := strings.Replace(string(options), "app.books.test", "books.test", 1)
		_, err = f.SignInByPasskey(t.Context(), []byte(phone.Get(t, elsewhere)), visit)
		refused(t, err, "PASSKEY_REFUSED")
	})
	t.Run("ACC-06 a passkey that did not ask its owner is refused", func(t *testing.T) {
		careless := phone.Copy()
		careless.Careless = true
		_, err := f.signInByPasskey(t, careless)
		refused(t, err, "PASSKEY_REFUSED")
	})
	t.Run("ACC-06 one user's passkey does not sign in as another", func(t *testing.T) {
		key := *thief.Keys()[0]
		key.User = olivia.ID.UUID[:]
		options, err := f.BeginPasskeySignIn(t.Context())
		must(t, err)
		_, err = f.SignInByPasskey(t.Context(), []byte(thief.GetWith(t, string(options), &key)), visit)
		refused(t, err, "PASSKEY_REFUSED")
		key.ID = phone.Keys()[0].ID // and says that it is hers
		options, err = f.BeginPasskeySignIn(t.Context())
		must(t, err)
		_, err = f.SignInByPasskey(t.Context(), []byte(thief.GetWith(t, string(options), &key)), visit)
		refused(t, err, "PASSKEY_REFUSED")
	})
	t.Run("ACC-06 nonsense is refused", func(t *testing.T) {
		for _, answer := range []string{"", "{}", "null", `{"id":"","type":"public-key"}`, "\x00"} {
			_, err := f.SignInByPasskey(t.Context(), []byte(answer), visit)
			refused(t, err, "PASSKEY_REFUSED")
		}
	})
	t.Run("ACC-06 a removed passkey is refused", func(t *testing.T) {
		answer := f.signs(t, thief)
		keys, err := f.Passkeys(t.Context(), mallory.ID)
		must(t, err)
		refused(t, f.RemovePasskey(t.Context(), olivia.ID, keys[0].ID), "PASSKEY_NOT_FOUND") // another's stays
		must(t, f.RemovePasskey(t.Context(), mallory.ID, keys[0].ID))
		_, err = f.SignInByPasskey(t.Context(), answer, visit)
		refused(t, err, "PASSKEY_REFUSED")
		refused(t, f.RemovePasskey(t.Context(), mallory.ID, keys[0].ID), "PASSKEY_NOT_FOUND")
		f.wrote(t, mallory.ID.String(), "user.created", "session.opened", "device.added", "passkey.added", "passkey.removed", "passkey.refused")
	})
	t.Run("ACC-06 a suspended user's passkey opens nothing", func(t *testing.T) {
		must(t, f.SuspendUser(t.Context(), olivia.ID))
		_, err := f.signInByPasskey(t, phone)
		refused(t, err, "ACCOUNT_SUSPENDED")
		must(t, f.UnsuspendUser(t.Context(), olivia.ID))
		_, err = f.signInByPasskey(t, phone)
		must(t, err)
	})
	t.Run("ACC-01 what was refused is written down with its cause", func(t *testing.T) {
		got := f.texts(t, "SELECT DISTINCT facts ->> 'cause' FROM audit.sign_in_entries WHERE action = 'passkey.refused' ORDER BY 1")
		if diff := cmp.Diff([]string{"account_suspended", "passkey_expired", "passkey_refused"}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestACopiedPasskeyIsRefused(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, phone := f.withPasskey(t, "Olivia")
	phone.Counts = true
	copied := phone.Copy()
	_, err := f.signInByPasskey(t, phone)
	must(t, err)
	_, err = f.signInByPasskey(t, phone)
	must(t, err)

	t.Run("ACC-06 a count that goes back is refused, and its owner hears of it", func(t *testing.T) {
		_, err := f.signInByPasskey(t, copied)
		refused(t, err, "PASSKEY_COPIED")
		got := f.texts(t, "SELECT action FROM audit.control_entries WHERE subject = $1 AND action = 'passkey.copied'", olivia.ID.String())
		if len(got) != 1 {
			t.Errorf("the record says %q", got)
		}
	})
	t.Run("ACC-06 so is one that stays, and the count with it", func(t *testing.T) {
		_, err := f.signInByPasskey(t, copied)
		refused(t, err, "PASSKEY_COPIED")
		got := f.texts(t, "SELECT sign_count::text FROM accounts.passkeys")
		if diff := cmp.Diff([]string{"2"}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACC-06 the one that counts on is let in", func(t *testing.T) {
		_, err := f.signInByPasskey(t, phone)
		must(t, err)
	})
	t.Run("ACC-06 as a second factor, too", func(t *testing.T) {
		f.protect(t, olivia)
		half, _ := f.signIn(t, olivia)
		in, _ := f.Authenticate(t.Context(), half)
		options, err := f.BeginPasskeyFactor(t.Context(), in)
		must(t, err)
		_, err = f.CompleteByPasskey(t.Context(), half, []byte(copied.Get(t, string(options))), visit)
		refused(t, err, "PASSKEY_COPIED")
	})
}

func TestOfManyWhoSendOneAnswerOneWins(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, phone := f.withPasskey(t, "Olivia")
	nodes := []*Service{f.Service, f.node(t, pg.Options{})}

	t.Run("ACC-06 one answer, on two nodes", func(t *testing.T) {
		for range 5 {
			answer, turns := f.signs(t, phone), make(chan int, 20)
			for i := range cap(turns) {
				turns <- i
			}
			won := race(t, "PASSKEY_EXPIRED", func() error {
				_, err := nodes[<-turns%2].SignInByPasskey(t.Context(), answer, visit)
				return err
			})
			if won != 1 {
				t.Errorf("want one winner, got %d", won)
			}
		}
	})
	t.Run("ACC-06 two answers of a passkey that counts the same", func(t *testing.T) {
		phone.Counts = true
		twin := phone.Copy()
		answers := make(chan []byte, 20)
		for range cap(answers) / 2 {
			answers <- f.signs(t, phone)
		}
		for range cap(answers) / 2 {
			answers <- f.signs(t, twin)
		}
		results := make(chan error, cap(answers))
		for i := range cap(answers) {
			go func() {
				_, err := nodes[i%2].SignInByPasskey(t.Context(), <-answers, visit)
				results <- err
			}()
		}
		won := 0
		for range cap(answers) {
			err := <-results
			if _, refused := fault.As(err); err == nil {
				won++
			} else if !refused {
				t.Error(err)
			}
		}
		if won < 1 || won > 10 {
			t.Errorf("ten counts let %d in", won)
		}
	})
	t.Run("ACC-06 while a passkey is removed, nobody is let in afterwards", func(t *testing.T) {
		keys, err := f.Passkeys(t.Context(), olivia.ID)
		must(t, err)
		phone.Counts = false
		must(t, f.RemovePasskey(t.Context(), olivia.ID, keys[0].ID))
		in := f.inside(t, olivia)
		phone := passkeytest.New(appURL)
		f.addPasskey(t, in, phone)
		keys, err = f.Passkeys(t.Context(), olivia.ID)
		must(t, err)
		answer := f.signs(t, phone)
		row, err := nodes[1].passkeyRows(t.Context(), olivia.ID)
		must(t, err)
		must(t, f.RemovePasskey(t.Context(), olivia.ID, keys[0].ID))
		// Whoever has checked the signature before comes too late.
		err = nodes[1].deps.DB.InTx(t.Context(), func(tx *pg.Tx) error {
			return nodes[1].usePasskey(t.Context(), tx, olivia.ID, usedPasskey{id: row[0].ID})
		})
		refused(t, err, "PASSKEY_REFUSED")
		_, err = nodes[1].SignInByPasskey(t.Context(), answer, visit)
		refused(t, err, "PASSKEY_REFUSED")
	})
}

func TestAPasskeyIsAddedInItsOwnSession(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.withPassword(t, "Olivia"), f.withPassword(t, "Ben")
	in := f.inside(t, olivia)
	begin := func(in SignedIn) string {
		options, err := f.BeginPasskey(t.Context(), in)
		must(t, err)
		return string(options)
	}
	add := func(in SignedIn, name, answer string) error {
		return f.AddPasskey(t.Context(), in, name, []byte(answer))
	}
	phone := passkeytest.New(appURL)

	t.Run("ACC-06 an answer is good once, in time, and for who asked", func(t *testing.T) {
		refused(t, add(f.inside(t, ben), "Phone", phone.Create(t, begin(in))), "PASSKEY_EXPIRED")
		refused(t, add(f.inside(t, olivia), "Phone", phone.Create(t, begin(in))), "PASSKEY_EXPIRED") // another session
		late := phone.Create(t, begin(in))
		f.clock.Move(challengeLife)
		refused(t, add(in, "Phone", late), "PASSKEY_EXPIRED")
		refused(t, add(in, "Phone", string(f.signs(t, phone))), "PASSKEY_NOT_MADE")
		twice := phone.Create(t, begin(in))
		must(t, add(in, "Phone", twice))
		refused(t, add(in, "Phone", twice), "PASSKEY_EXPIRED")
	})
	t.Run("ACC-06 one from another site, or that asks nobody, is not kept", func(t *testing.T) {
		lured := passkeytest.New("https://app.books.test.evil.example")
		refused(t, add(in, "Phone", lured.Create(t, begin(in))), "PASSKEY_NOT_MADE")
		careless := passkeytest.New(appURL)
		careless.Careless = true
		refused(t, add(in, "Phone", careless.Create(t, begin(in))), "PASSKEY_NOT_MADE")
	})
	t.Run("ACC-06 a name is asked for that mails could show", func(t *testing.T) {
		for _, name := range []string{"", "  ", strings.Repeat("x", 121), "win at https://evil.example"} {
			if err := add(in, name, phone.Create(t, begin(in))); !errors.As(err, new(*fault.Problems)) {
				t.Errorf("%q: got %v", name, err)
			}
		}
	})
	t.Run("ACC-06 a page does not ask for a passkey that is there already", func(t *testing.T) {
		var got struct {
			ExcludeCredentials []struct{ Transports []string }
		}
		must(t, json.Unmarshal([]byte(begin(in)), &got))
		if len(got.ExcludeCredentials) != 1 || !cmp.Equal(got.ExcludeCredentials[0].Transports, []string{"hybrid", "internal"}) {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("ACC-06 no more than twenty, however many are added at once", func(t *testing.T) {
		answers := make(chan string, MaxPasskeys+5)
		for range cap(answers) {
			answers <- passkeytest.New(appURL).Create(t, begin(in))
		}
		results := make(chan error, cap(answers))
		for range cap(answers) {
			go func() { results <- add(in, "Phone", <-answers) }()
		}
		added := 1
		for range cap(answers) {
			if err := <-results; err == nil {
				added++
			} else if refusal, ok := fault.As(err); !ok || refusal.Code != "PASSKEY_LIMIT" {
				t.Error(err)
			}
		}
		if added != MaxPasskeys {
			t.Errorf("want %d, got %d", MaxPasskeys, added)
		}
		_, err := f.BeginPasskey(t.Context(), in)
		refused(t, err, "PASSKEY_LIMIT")
	})
}

func TestABackedUpPasskeyStaysOne(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, phone := f.withPassword(t, "Olivia"), passkeytest.New(appURL)
	phone.Backups = true
	f.addPasskey(t, f.inside(t, olivia), phone)
	for range 2 {
		_, err := f.signInByPasskey(t, phone)
		must(t, err)
	}
	phone.Backups = false // a passkey cannot turn into one that was never to have copies
	_, err := f.signInByPasskey(t, phone)
	refused(t, err, "PASSKEY_REFUSED")
}

func TestWhatAPasskeyIsAskedIsForgotten(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, phone := f.withPasskey(t, "Olivia")
	left := func() string { return f.texts(t, "SELECT count(*)::text FROM accounts.challenges")[0] }
	_, err := f.BeginPasskeySignIn(t.Context())
	must(t, err)
	answer := f.signs(t, phone)
	f.clock.Move(challengeLife)
	purged, err := f.PurgeChallenges(t.Context(), ident.EveryShard())
	must(t, err)
	if purged != 2 || left() != "0" {
		t.Errorf("%d were purged, %s are left", purged, left())
	}
	_, err = f.SignInByPasskey(t.Context(), answer, visit)
	refused(t, err, "PASSKEY_EXPIRED")

	t.Run("ACC-07 an erased person has no passkeys", func(t *testing.T) {
		must(t, f.EraseUser(t.Context(), olivia, func(*pg.Tx) error { return nil }))
		if got := f.texts(t, "SELECT name FROM accounts.passkeys"); len(got) != 0 {
			t.Errorf("%q are left", got)
		}
		_, err := f.signInByPasskey(t, phone)
		refused(t, err, "PASSKEY_REFUSED")
	})
}

func TestAHostWithoutANameHasNoPasskeys(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]bool{
		"https://app.example.com": true, "http://localhost:8081": true, "https://127.0.0.1:8443": false, "http://[::1]:8081": false, "": false,
	} {
		if got := New(Deps{AppURL: url}).AllowPasskeys() == nil; got != want {
			t.Errorf("%q: want %t, got %t", url, want, got)
		}
	}
	_, err := New(Deps{}).BeginPasskeySignIn(t.Context())
	refused(t, err, "PASSKEYS_OFF")
}
