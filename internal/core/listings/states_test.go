package listings_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// entry is a listing whose first revision is looked at.
type entry struct {
	*shop
	app              apps.App
	icon, screenshot listings.Asset
	slug             string
	revision         ident.Revision
}

// do does an action to the revision, as its makers or review would.
func (e *entry) do(ctx context.Context, does listings.Action) (err error) {
	switch does {
	case listings.Save:
		var now listings.Listing
		if now, err = e.Of(ctx, e.app.ID); err == nil {
			_, err = e.Save(ctx, e.app.ID, now.Version, e.content(e.slug, e.icon, e.screenshot))
		}
	case listings.Submit:
		_, err = e.Submit(ctx, e.app, e.maker, "")
	case listings.Withdraw:
		_, err = e.Withdraw(ctx, e.app.ID, e.maker)
	case listings.Claim:
		err = e.Claim(ctx, e.revision, e.reviewer)
	case listings.Release:
		err = e.Release(ctx, e.revision, e.reviewer)
	default:
		err = e.Decide(ctx, e.revision, e.reviewer, does, "Words")
	}
	return err
}

// ways leads a first revision to each of the states.
var ways = map[listings.State][]listings.Action{
	listings.Draft:            {},
	listings.Submitted:        {listings.Submit},
	listings.InReview:         {listings.Submit, listings.Claim},
	listings.ChangesRequested: {listings.Submit, listings.Claim, listings.RequestChanges},
	listings.Rejected:         {listings.Submit, listings.Claim, listings.Reject},
	listings.Approved:         {listings.Submit, listings.Claim, listings.Approve},
}

// at brings a new listing's first revision to a state. A superseded one has a
// second one after it that is live and shows other pictures.
func (s *shop) at(t testing.TB, state listings.State, slug string) *entry {
	t.Helper()
	app, icon, screenshot := s.app(t)
	e := &entry{shop: s, app: app, icon: icon, screenshot: screenshot, slug: slug}
	saved, err := s.Save(t.Context(), app.ID, 0, s.content(slug, icon, screenshot))
	must(t, err)
	e.revision = saved.Open.ID
	if state == listings.Superseded {
		e.along(t, ways[listings.Approved])
		other, err := s.AddAsset(t.Context(), app, listings.Icon, "Two loaves", drawing(t, 256, 256))
		must(t, err)
		second, err := s.AddAsset(t.Context(), app, listings.Screenshot, "One customer", drawing(t, 800, 600))
		must(t, err)
		now, err := s.Of(t.Context(), app.ID)
		must(t, err)
		next, err := s.Save(t.Context(), app.ID, now.Version, s.content(slug, other, second))
		must(t, err)
		first := e.revision
		e.revision = next.Open.ID
		e.along(t, ways[listings.Approved])
		e.revision = first
		return e
	}
	e.along(t, ways[state])
	return e
}

func (e *entry) along(t testing.TB, way []listings.Action) {
	t.Helper()
	for _, does := range way {
		must(t, e.do(t.Context(), does))
	}
}

func TestARevisionGoesItsWay(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for _, from := range listings.States {
		for _, does := range listings.Actions {
			t.Run("CON-05 "+string(from)+", "+string(does), func(t *testing.T) {
				e := s.at(t, from, slugOf(from, does))
				want, allowed := listings.Next(from, does)
				// Saving what is decided begins another revision, which is no way of this one.
				begins := does == listings.Save && !from.Open()
				err := e.do(t.Context(), does)
				if (err == nil) != (allowed || begins) {
					t.Fatalf("want it allowed: %t, got %v", allowed || begins, err)
				}
				got, listing, err := e.Revision(t.Context(), e.revision)
				must(t, err)
				if got.State != want {
					t.Errorf("want %s, got %s", want, got.State)
				}
				e.agrees(t, listing)
			})
		}
	}
}

// agrees fails the test unless the app's own review says what its listing's does:
// approved once something is live, else as far as the open revision has come.
func (e *entry) agrees(t testing.TB, l listings.Listing) {
	t.Helper()
	want := apps.Approved
	if l.Live == nil {
		want = apps.Review(l.Open.State)
	}
	app, err := e.apps.ByID(t.Context(), e.app.ID)
	must(t, err)
	if app.Review != want {
		t.Errorf("the app is %s, its listing %s", app.Review, want)
	}
}

func slugOf(state listings.State, does listings.Action) string {
	return "s" + string(rune('a'+slices.Index(listings.States, state))) + "-" + string(rune('a'+slices.Index(listings.Actions, does)))
}

func TestAPictureThatIsShownStays(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for i, state := range listings.States {
		t.Run("CON-02 ASSET_IN_USE by a revision that is "+string(state), func(t *testing.T) {
			e := s.at(t, state, "shown-"+string(rune('a'+i)))
			for _, asset := range []listings.Asset{e.icon, e.screenshot} {
				err := s.RemoveAsset(t.Context(), e.app, asset.ID)
				if state == listings.Superseded {
					must(t, err)
					continue
				}
				refused(t, err, "ASSET_IN_USE")
			}
			unused, err := s.AddAsset(t.Context(), e.app, listings.Screenshot, "Unused", drawing(t, 640, 480))
			must(t, err)
			must(t, s.RemoveAsset(t.Context(), e.app, unused.ID))
			refused(t, s.RemoveAsset(t.Context(), e.app, unused.ID), "ASSET_NOT_FOUND")
		})
	}
}

func TestAnApprovalTakenBackIsGivenByTheNextRevision(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	e := s.at(t, listings.Approved, "back")
	_, err := s.apps.SetReview(t.Context(), e.app.ID, apps.ChangesRequested)
	must(t, err)
	if list, err := s.Market(t.Context(), listings.Search{Most: 10}); err != nil || len(list) != 0 {
		t.Errorf("it is in the marketplace still: %v, %v", list, err)
	}
	now, err := s.Of(t.Context(), e.app.ID)
	must(t, err)
	next, err := s.Save(t.Context(), e.app.ID, now.Version, s.content("back", e.icon, e.screenshot))
	must(t, err)
	e.revision = next.Open.ID
	e.along(t, ways[listings.Approved])
	if app, err := s.apps.ByID(t.Context(), e.app.ID); err != nil || !app.Approved() {
		t.Errorf("the app is %s: %v", app.Review, err)
	}
	if list, err := s.Market(t.Context(), listings.Search{Most: 10}); err != nil || len(list) != 1 {
		t.Errorf("it is not in the marketplace: %v, %v", list, err)
	}
}

func TestOfTwoReviewersOneGetsARevision(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for i := range 20 {
		e := s.at(t, listings.Submitted, "race-"+string(rune('a'+i)))
		claims := make(chan error, 2)
		for range 2 {
			go func() {
				err := s.Claim(t.Context(), e.revision, ident.New[ident.User](ident.Control, s.clock.Now()))
				claims <- err
			}()
		}
		first, second := <-claims, <-claims
		if first != nil {
			first, second = second, first
		}
		must(t, first)
		refused(t, second, "REVISION_NOT_WAITING")
		err := s.Decide(t.Context(), e.revision, s.reviewer, listings.Approve, "Fine")
		refused(t, err, "REVIEW_NOT_CLAIMED")
	}
}

func TestWhatWasAddedSinceIsNotApproved(t *testing.T) {
	t.Parallel()
	t.Run("CON-05 an approval is for the scopes that were submitted", func(t *testing.T) {
		s := newShop(t)
		e := s.at(t, listings.InReview, "more")
		_, err := s.apps.SetScopes(t.Context(), e.app.ID, 0, scope.Of(scope.InvoicesRead, scope.JournalRead))
		must(t, err)
		refused(t, s.Decide(t.Context(), e.revision, s.reviewer, listings.Approve, "Fine"), "SCOPES_ADDED")
		must(t, s.Decide(t.Context(), e.revision, s.reviewer, listings.RequestChanges, "What is the journal for?"))
	})
}

func TestASaveThatChangesNothingLeavesNoTrace(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	e := s.at(t, listings.Draft, "still")
	before, err := s.Of(t.Context(), e.app.ID)
	must(t, err)
	content := s.content("still", e.icon, e.screenshot)
	content.Name += " "
	again, err := s.Save(t.Context(), e.app.ID, before.Version, content)
	must(t, err)
	if diff := cmp.Diff(before, again); diff != "" {
		t.Error(diff)
	}
	content.Name = "Mill Sync"
	again, err = s.Save(t.Context(), e.app.ID, before.Version, content)
	must(t, err)
	if again.Version != before.Version+1 || again.Open.Name != "Mill Sync" {
		t.Errorf("got %+v", again)
	}
}

func TestTheMarketplaceIsSearchedByWords(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.at(t, listings.Approved, "found")
	s.at(t, listings.Submitted, "not-live")
	for search, want := range map[string]int{
		"": 1, "bakery": 1, "TILL": 1, "sync  invoices": 1, "bak": 1, "makes": 1,
		"bakery zebra": 0, "zebra": 0, "%": 0, "_": 0, "\x00": 0, "\xff": 0,
	} {
		list, err := s.Market(t.Context(), listings.Search{Words: search, Most: 10})
		must(t, err)
		if len(list) != want {
			t.Errorf("%q finds %d, want %d", search, len(list), want)
		}
	}
}
