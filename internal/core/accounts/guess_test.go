package accounts

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// outcomes counts how tries ended: by the refusal's code, "paused" or "in".
func outcomes(tries int, try func() error) map[string]int {
	got, results := map[string]int{}, make(chan string, tries)
	var start, all sync.WaitGroup
	start.Add(1)
	for range tries {
		all.Go(func() {
			start.Wait()
			results <- outcome(try())
		})
	}
	start.Done()
	all.Wait()
	for range tries {
		got[<-results]++
	}
	return got
}

func outcome(err error) string {
	refusal, refused := fault.As(err)
	switch {
	case err == nil:
		return "in"
	case errors.As(err, new(Paused)):
		return "paused"
	case refused:
		return refusal.Code
	}
	return err.Error()
}

// stranger tries a password from a browser that nobody knows.
func stranger(t *testing.T, node *Service, email, password string) error {
	_, err := node.SignIn(t.Context(), email, password, visit)
	return err
}

func TestGuessingAPasswordHasAnEnd(t *testing.T) {
	t.Parallel()
	t.Run("ACC-03 of many guesses at once on two nodes, exactly ten are looked at", func(t *testing.T) {
		t.Parallel()
		f := newService(t)
		other, olivia := f.node(t, pg.Options{}), f.withPassword(t, "Olivia")
		for _, email := range []string{olivia.Email, "nobody@example.com"} {
			nodes := make(chan *Service, 60)
			for i := range cap(nodes) {
				nodes <- []*Service{f.Service, other}[i%2]
			}
			got := outcomes(cap(nodes), func() error { return stranger(t, <-nodes, email, "a wrong guess") })
			if diff := cmp.Diff(map[string]int{"INVALID_CREDENTIALS": 10, "paused": 50}, got); diff != "" {
				t.Errorf("%s: %s", email, diff)
			}
		}
	})
	t.Run("ACC-03 strangers fail at most 100 times in any hour", func(t *testing.T) {
		t.Parallel()
		f := newService(t)
		olivia := f.withPassword(t, "Olivia")
		var failed []time.Time
		for range 2*360 + 1 {
			for range 11 {
				if outcome(stranger(t, f.Service, olivia.Email, "a wrong guess")) != "INVALID_CREDENTIALS" {
					break
				}
				failed = append(failed, f.deps.Now())
			}
			f.clock.Move(10 * time.Second)
		}
		for i, from := range failed {
			within := slices.IndexFunc(failed[i:], func(at time.Time) bool { return at.Sub(from) > time.Hour })
			if within > 100 {
				t.Fatalf("%d within an hour of the guess at %s", within, from)
			}
		}
		if len(failed) < 150 {
			t.Errorf("only %d guesses in two hours: a person would wait for too long", len(failed))
		}
	})
	t.Run("ACC-03 a right password costs nobody a try", func(t *testing.T) {
		t.Parallel()
		f := newService(t)
		olivia := f.withPassword(t, "Olivia")
		for range 30 {
			must(t, stranger(t, f.Service, olivia.Email, password))
		}
	})
	t.Run("ACC-03 whoever is paused is told for how long, and is let in then", func(t *testing.T) {
		t.Parallel()
		f := newService(t)
		olivia := f.withPassword(t, "Olivia")
		for range 10 {
			refused(t, stranger(t, f.Service, olivia.Email, "a wrong guess"), "INVALID_CREDENTIALS")
		}
		f.clock.Move(10 * time.Second)
		var paused Paused
		if err := stranger(t, f.Service, olivia.Email, password); !errors.As(err, &paused) || paused.Wait != 30*time.Second {
			t.Fatalf("want a pause of 30 s, got %v", err)
		}
		f.clock.Move(paused.Wait)
		must(t, stranger(t, f.Service, olivia.Email, password))
	})
}

func TestAKnownBrowserHasTriesOfItsOwn(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia, ben := f.withPassword(t, "Olivia"), f.withPassword(t, "Ben")
	entry, err := f.SignIn(t.Context(), olivia.Email, password, visit)
	must(t, err)
	hers := Visit{Address: visit.Address, Devices: []string{"nonsense", entry.Device}}
	exhaust := func(email string, from Visit) {
		t.Helper()
		for range 10 {
			_, err := f.SignIn(t.Context(), email, "a wrong guess", from)
			refused(t, err, "INVALID_CREDENTIALS")
		}
		_, err := f.SignIn(t.Context(), email, password, from)
		if outcome(err) != "paused" {
			t.Fatalf("want a pause, got %v", err)
		}
	}

	exhaust(olivia.Email, visit)
	again, err := f.SignIn(t.Context(), olivia.Email, password, hers)
	must(t, err)
	if again.Device != "" {
		t.Error("a known browser is given another secret")
	}
	exhaust(olivia.Email, hers)

	t.Run("ACC-03 a browser is known for its owner alone", func(t *testing.T) {
		exhaust(ben.Email, visit)
		_, err := f.SignIn(t.Context(), ben.Email, password, hers)
		if outcome(err) != "paused" {
			t.Errorf("Olivia's browser has tries at Ben's password: %v", err)
		}
	})
	t.Run("ACC-03 a mailed link makes a browser known", func(t *testing.T) {
		device, err := f.Reset(t.Context(), f.asked(t, ben), newPassword)
		must(t, err)
		exhaustedAgain := outcomes(20, func() error { return stranger(t, f.Service, ben.Email, "a wrong guess") })
		if exhaustedAgain["paused"] != 10 {
			t.Errorf("strangers had %v", exhaustedAgain)
		}
		_, err = f.SignIn(t.Context(), ben.Email, newPassword, Visit{Devices: []string{device}})
		must(t, err)
	})
	t.Run("ACC-03 a browser that was not used for 400 days is a stranger's again", func(t *testing.T) {
		f.later(t, DeviceLife)
		late, err := f.SignIn(t.Context(), olivia.Email, password, hers)
		must(t, err)
		if late.Device == "" {
			t.Error("it is still known")
		}
		_, err = f.PurgeDevices(t.Context(), ident.EveryShard())
		must(t, err)
		if left := f.texts(t, "SELECT user_id::text FROM accounts.devices"); len(left) != 1 {
			t.Errorf("%d browsers are kept, want the new one alone", len(left))
		}
	})
}

func TestOnlyTheLatestBrowsersAreRemembered(t *testing.T) {
	t.Parallel()
	f := newService(t)
	olivia := f.withPassword(t, "Olivia")
	for range mostDevices + 3 {
		f.signIn(t, olivia)
		f.clock.Move(time.Second)
	}
	if kept := f.texts(t, "SELECT id::text FROM accounts.devices"); len(kept) != mostDevices {
		t.Errorf("%d browsers are kept", len(kept))
	}
}

func TestGuessingACodeHasAnEnd(t *testing.T) {
	t.Parallel()
	// halfOpen brings a stranger who has the password before the second factor.
	halfOpen := func(t *testing.T, f *fixture) (User, string, func(node *Service, code string, from Visit) error) {
		olivia := f.withPassword(t, "Olivia")
		key, _ := f.protect(t, olivia)
		row, err := db.New(f.deps.DB).User(t.Context(), olivia.ID.UUID)
		must(t, err)
		return olivia, key, func(node *Service, code string, from Visit) error {
			entry, err := node.openSession(t.Context(), row, from, device{}) // somebody who has the password
			if err == nil {
				_, err = node.CompleteSecondFactor(t.Context(), entry.Token, code, from)
			}
			return err
		}
	}
	t.Run("ACC-03 of many codes at once on two nodes, exactly ten are looked at", func(t *testing.T) {
		t.Parallel()
		f := newService(t)
		_, _, try := halfOpen(t, f)
		other := f.node(t, pg.Options{})
		nodes := make(chan *Service, 40)
		for i := range cap(nodes) {
			nodes <- []*Service{f.Service, other}[i%2]
		}
		got := outcomes(cap(nodes), func() error { return try(<-nodes, "000000", visit) })
		if diff := cmp.Diff(map[string]int{"SECOND_FACTOR_CODE_INVALID": 10, "paused": 30}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACC-03 pauses grow to hours, and after 50 only a mailed link helps", func(t *testing.T) {
		t.Parallel()
		f := newService(t)
		olivia, key, try := halfOpen(t, f)
		var pauses []string
		for n := 1; n <= 50; n++ {
			refused(t, try(f.Service, "000000", visit), "SECOND_FACTOR_CODE_INVALID")
			if n < 10 || n == 50 {
				continue
			}
			var paused Paused
			if err := try(f.Service, f.code(t, key), visit); !errors.As(err, &paused) {
				t.Fatalf("no pause after %d wrong codes: %v", n, err)
			}
			pauses = append(pauses, paused.Wait.String())
			f.later(t, paused.Wait)
		}
		if diff := cmp.Diff([]string{"5m0s", "10m0s", "20m0s", "40m0s", "1h20m0s", "2h40m0s", "5h20m0s", "10h40m0s", "12h0m0s"}, pauses[:9]); diff != "" {
			t.Error(diff)
		}
		f.later(t, 30*day)
		refused(t, try(f.Service, f.code(t, key), visit), "SECOND_FACTOR_LOCKED")

		must(t, f.resets(t, f.asked(t, olivia), newPassword))
		entry, err := f.SignIn(t.Context(), olivia.Email, newPassword, visit)
		must(t, err)
		_, err = f.CompleteSecondFactor(t.Context(), entry.Token, f.code(t, key), visit)
		must(t, err)
	})
	t.Run("ACC-03 strangers with the password do not keep its owner's browser out", func(t *testing.T) {
		t.Parallel()
		f := newService(t)
		olivia, key, try := halfOpen(t, f)
		half, _ := f.signIn(t, olivia)
		entry, err := f.CompleteSecondFactor(t.Context(), half, f.code(t, key), visit)
		must(t, err)
		f.clock.Move(stepSeconds * time.Second)
		outcomes(20, func() error { return try(f.Service, "000000", visit) })
		if got := outcome(try(f.Service, f.code(t, key), visit)); got != "paused" {
			t.Errorf("a stranger with the right code is %s", got)
		}
		must(t, try(f.Service, f.code(t, key), Visit{Devices: []string{entry.Device}}))
	})
}

func TestTriesThatNoLongerMatterAreForgotten(t *testing.T) {
	t.Parallel()
	f := newService(t)
	for i := range 10 {
		refused(t, stranger(t, f.Service, fmt.Sprintf("nobody%d@example.com", i), "a wrong guess"), "INVALID_CREDENTIALS")
	}
	f.clock.Move(passwordPace)
	purged, err := f.PurgeGuesses(t.Context(), ident.EveryShard())
	must(t, err)
	if purged != 10 {
		t.Errorf("%d are forgotten, want all 10", purged)
	}
}
