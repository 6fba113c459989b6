package console_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// shelf is an app that is to be listed, with its maker before the console.
type shelf struct {
	*apptest.Service
	apptest.Browser
	app      *apptest.App
	receiver *apptest.Receiver
	at       string
}

func newShelf(t *testing.T, options ...apptest.Option) *shelf {
	t.Helper()
	receiver := apptest.NewReceiver(t)
	svc := apptest.Start(t, append(options, receiver.Reachable(t))...)
	app := svc.DraftApp(t, scope.InvoicesRead, scope.CustomersRead)
	return &shelf{svc, app.Maker.Registers(t).SignIn(t, svc.Node(0)), app, receiver, "/developer/apps/" + app.ID.String() + "/listing"}
}

// saved is a listing as far as tests look at it.
type saved struct {
	Version int
	Live    *struct{ Number int }
	Open    *struct {
		ID      string
		Number  int
		State   string
		Name    string
		Missing []string
	}
}

type details struct {
	Details []struct{ Field, Name string }
}

func (s *shelf) asset(t *testing.T, kind string, width, height int) (id string) {
	t.Helper()
	var made struct{ ID string }
	s.API(t, "POST "+s.at+"/assets", map[string]any{
		"kind": kind, "caption": "Orders of a day", "image": base64.StdEncoding.EncodeToString(apptest.Drawing(t, width, height)),
	}).Is(t, http.StatusCreated).Read(t, &made)
	return made.ID
}

// content is a whole listing.
func (s *shelf) content(t *testing.T, slug string) map[string]any {
	t.Helper()
	return map[string]any{
		"slug": slug, "name": "Bakery Sync", "tagline": "Turns orders into invoices", "description": "Reads orders.\nMakes invoices.",
		"categories": []string{"POINT_OF_SALE"}, "privacyUrl": s.receiver.URL + "/privacy", "supportUrl": s.receiver.URL + "/help",
		"connectUrl": "https://partner.test/connect", "iconId": s.asset(t, "ICON", 128, 128), "screenshotIds": []string{s.asset(t, "SCREENSHOT", 640, 400)},
		"scopeReasons": map[string]string{"invoices:read": "Shows what is paid.", "customers:read": "Matches orders."},
	}
}

func TestAListingGoesFromADraftToReview(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	var got saved
	var said details
	t.Run("CON-02 the first save makes the listing, and a later one says which it has seen", func(t *testing.T) {
		s.API(t, "GET "+s.at, nil).Refuses(t, http.StatusNotFound, "LISTING_NOT_FOUND")
		s.API(t, "PUT "+s.at, `{"name":"Bakery Sync"}`).Is(t, http.StatusOK).Read(t, &got)
		if got.Open.State != "DRAFT" || got.Live != nil || len(got.Open.Missing) != 9 {
			t.Errorf("got %+v", got)
		}
		s.API(t, "PUT "+s.at, `{"name":"Late"}`).Refuses(t, http.StatusConflict, "LISTING_EXISTS")
		s.API(t, "PUT "+s.at, `{"name":"Stale"}`, `If-Match: "77"`).Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
	})
	t.Run("CON-05 what lacks something is not submitted", func(t *testing.T) {
		s.API(t, "POST "+s.at+"/submit", nil).Refuses(t, http.StatusBadRequest, "LISTING_INCOMPLETE").Read(t, &said)
		if len(said.Details) != 9 || said.Details[0].Field != "slug" {
			t.Errorf("details: %+v", said)
		}
	})
	whole := s.content(t, "bakery-sync")
	s.API(t, "PUT "+s.at, whole, fmt.Sprintf(`If-Match: "%d"`, got.Version)).Is(t, http.StatusOK).Read(t, &got)
	t.Run("CON-05 what the app has not done is not submitted", func(t *testing.T) {
		s.API(t, "POST "+s.at+"/submit", nil).Refuses(t, http.StatusConflict, "APP_CHECKS_FAILED").Read(t, &said)
		var failed []string
		for _, d := range said.Details {
			failed = append(failed, d.Name)
		}
		want := []string{"LISTENS_TO_ERASURE", "TEST_DELIVERED", "SANDBOX_INSTALL", "VERSION_PINNED"}
		if diff := cmp.Diff(want, failed); diff != "" {
			t.Error(diff)
		}
	})
	s.app.Prepares(t, s.receiver)
	t.Run("CON-05 the checks tell what is found", func(t *testing.T) {
		var made struct {
			Data []struct {
				Name            string
				Passed, Warning bool
				Says            string
			}
		}
		s.API(t, "GET "+s.at+"/checks", nil).Is(t, http.StatusOK).Read(t, &made)
		for _, c := range made.Data {
			if !c.Passed && c.Name != "SCOPES_USED" || c.Says == "" {
				t.Errorf("%s: %s", c.Name, c.Says)
			}
			if warns := c.Name == "SCOPES_USED"; c.Warning != warns || warns && (c.Passed || c.Says != "Not used in 30 days: invoices:read. Take it out, or say in review what it is for.") {
				t.Errorf("%s warns: %t, %s", c.Name, c.Warning, c.Says)
			}
		}
		s.receiver.Answers(http.StatusNotFound, "")
		s.API(t, "GET "+s.at+"/checks", nil).Is(t, http.StatusOK).Read(t, &made)
		s.receiver.Answers(http.StatusOK, "")
		if last := made.Data[len(made.Data)-1]; last.Name != "SUPPORT_PAGE" || last.Passed || last.Says != "supportUrl answered 404." {
			t.Errorf("got %+v", last)
		}
	})
	t.Run("CON-05 a submitted revision is neither edited nor submitted, and can be withdrawn", func(t *testing.T) {
		s.API(t, "POST "+s.at+"/withdraw", nil).Refuses(t, http.StatusConflict, "REVISION_NOT_SUBMITTED")
		s.API(t, "POST "+s.at+"/submit", `{"note":"Have a look."}`).Is(t, http.StatusOK).Read(t, &got)
		same(t, "SUBMITTED", got.Open.State)
		s.API(t, "PUT "+s.at, whole, fmt.Sprintf(`If-Match: "%d"`, got.Version)).Refuses(t, http.StatusConflict, "REVISION_NOT_EDITABLE")
		s.API(t, "POST "+s.at+"/submit", nil).Refuses(t, http.StatusConflict, "REVISION_ALREADY_SUBMITTED")
		s.API(t, "POST "+s.at+"/withdraw", nil).Is(t, http.StatusOK).Read(t, &got)
		same(t, "DRAFT", got.Open.State)
		s.API(t, "POST "+s.at+"/submit", `{"note":"Have another look."}`).Is(t, http.StatusOK).Read(t, &got)
	})
	t.Run("CON-05 makers read what review says, and answer", func(t *testing.T) {
		node, reviewer := s.Node(0), s.Person(t, "Rita").ID
		id, err := ident.Parse[ident.Revision](got.Open.ID)
		must(t, err)
		err = node.Listings.Claim(operator(t), id, reviewer)
		must(t, err)
		s.API(t, "POST "+s.at+"/withdraw", nil).Refuses(t, http.StatusConflict, "REVISION_NOT_SUBMITTED")
		err = node.Listings.Decide(operator(t), id, reviewer, listings.Reject, "Say what becomes of the data.")
		must(t, err)
		s.API(t, "POST "+s.at+"/submit", nil).Refuses(t, http.StatusConflict, "REVISION_REJECTED")
		answer := s.API(t, "POST "+s.at+"/thread", `{"text":"We erase it within 30 days."}`).Is(t, http.StatusCreated)
		var thread struct {
			Data []struct {
				Kind, Text string
				Author     struct {
					Review   bool
					ID, Name *string
				}
			}
		}
		answer.Read(t, &thread)
		var told []string
		for _, e := range thread.Data {
			told = append(told, e.Kind+" "+*e.Author.Name+": "+e.Text)
		}
		want := []string{
			"COMMENT Maker: We erase it within 30 days.", "REJECTED Service review: Say what becomes of the data.", "CLAIMED Service review: ",
			"SUBMITTED Maker: Have another look.", "WITHDRAWN Maker: ", "SUBMITTED Maker: Have a look.",
		}
		slices.Sort(want) // the clock stands still, and entries of one instant have no order
		slices.Sort(told)
		if diff := cmp.Diff(want, told); diff != "" {
			t.Error(diff)
		}
		if strings.Contains(string(answer.Body), reviewer.String()) {
			t.Error("it names the reviewer")
		}
		s.API(t, "GET "+s.at, nil).Is(t, http.StatusOK).Read(t, &got)
		s.API(t, "PUT "+s.at, whole, fmt.Sprintf(`If-Match: "%d"`, got.Version)).Is(t, http.StatusOK).Read(t, &got)
		same(t, "DRAFT", got.Open.State)
	})
	t.Run("CON-05 what differs from the live revision is told", func(t *testing.T) {
		var diff struct {
			LiveNumber *int
			OpenNumber int
			Parts      []struct{ Part string }
		}
		s.API(t, "GET "+s.at+"/diff", nil).Is(t, http.StatusOK).Read(t, &diff)
		if diff.LiveNumber != nil || diff.OpenNumber != 1 || len(diff.Parts) != 12 {
			t.Errorf("got %+v", diff)
		}
		s.API(t, "GET "+s.at+"/revisions", nil).Is(t, http.StatusOK)
		s.API(t, "GET /developer/listing-categories", nil).Is(t, http.StatusOK)
	})
}

func TestASlugBelongsToOneApp(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	other := s.DraftApp(t)
	_, err := s.Node(0).Listings.Save(operator(t), other.ID, 0, listings.Content{Slug: "taken"})
	must(t, err)
	var got saved
	t.Run("CON-02 another app's slug is refused", func(t *testing.T) {
		s.API(t, "PUT "+s.at, `{"slug":"taken"}`).Refuses(t, http.StatusBadRequest, "SLUG_TAKEN")
		s.API(t, "GET "+s.at, nil).Refuses(t, http.StatusNotFound, "LISTING_NOT_FOUND")
		s.API(t, "PUT "+s.at, `{"slug":"mine"}`).Is(t, http.StatusOK).Read(t, &got)
	})
	t.Run("CON-02 what its app gave up is free", func(t *testing.T) {
		_, err := s.Node(0).Listings.Save(operator(t), other.ID, 2, listings.Content{Slug: "left"})
		must(t, err)
		s.API(t, "PUT "+s.at, `{"slug":"taken"}`, fmt.Sprintf(`If-Match: "%d"`, got.Version)).Is(t, http.StatusOK)
	})
	for _, bad := range []string{"Upper", "a", "-a-b", "a--b", "ü-umlaut", strings.Repeat("a", 61)} {
		s.API(t, "PUT "+s.at, map[string]string{"slug": bad}, `If-Match: "3"`).Is(t, http.StatusBadRequest)
	}
}

// Two nodes save the first listing of an app at once, again and again: one makes
// it, the other hears that there is one.
func TestOfTwoFirstSavesOneMakesTheListing(t *testing.T) {
	t.Parallel()
	s := newShelf(t, apptest.Nodes(2))
	browsers := []apptest.Browser{s.Browser, s.app.Maker.SignIn(t, s.Node(1))}
	racers := s.Organization(t, s.app.Maker).ID // has room for a hundred apps
	t.Run("CON-02 the slower of two first saves hears LISTING_EXISTS, a hundred times", func(t *testing.T) {
		for round := range 100 {
			app, _, err := s.Node(0).Apps.Register(operator(t), apps.NewApp{Organization: racers, Name: "Racer", Type: apps.Public})
			must(t, err)
			at := "/developer/apps/" + app.ID.String() + "/listing"
			answers := make([]apptest.Answer, len(browsers))
			var both sync.WaitGroup
			for i, browser := range browsers {
				both.Go(func() { answers[i] = browser.API(t, "PUT "+at, fmt.Sprintf(`{"name":"Save %d"}`, i)) })
			}
			both.Wait()
			won := 0
			if answers[0].Status != http.StatusOK {
				won = 1
			}
			answers[won].Is(t, http.StatusOK)
			answers[1-won].Refuses(t, http.StatusConflict, "LISTING_EXISTS")
			var got saved
			browsers[0].API(t, "GET "+at, nil).Is(t, http.StatusOK).Read(t, &got)
			if got.Open.Name != fmt.Sprintf("Save %d", won) || t.Failed() {
				t.Fatalf("round %d: %d won, stored is %q", round, won, got.Open.Name)
			}
			if round%50 == 49 {
				s.Clock.Move(time.Minute) // the window of calls of one address
			}
		}
	})
}

func TestPicturesAreKeptForListings(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	icon := s.asset(t, "ICON", 128, 128)
	t.Run("CON-02 a picture is read back as we encoded it", func(t *testing.T) {
		got := s.API(t, "GET "+s.at+"/assets/"+icon, nil).Is(t, http.StatusOK)
		if got.Header.Get("Content-Type") != "image/png" || !strings.HasPrefix(string(got.Body), "\x89PNG") {
			t.Errorf("got %v", got.Header)
		}
	})
	t.Run("CON-02 nobody else reads what is not live", func(t *testing.T) {
		s.Node(0).Call(t, "GET /marketplace/assets/"+icon).Refuses(t, http.StatusNotFound, "ASSET_NOT_FOUND")
		other := s.DraftApp(t)
		at := "/developer/apps/" + other.ID.String() + "/listing/assets/" + icon
		other.Maker.Registers(t).SignIn(t, s.Node(0)).API(t, "GET "+at, nil).Refuses(t, http.StatusNotFound, "ASSET_NOT_FOUND")
	})
	t.Run("CON-02 a picture in use is not deleted", func(t *testing.T) {
		s.API(t, "PUT "+s.at, map[string]any{"iconId": icon}).Is(t, http.StatusOK)
		s.API(t, "DELETE "+s.at+"/assets/"+icon, nil).Refuses(t, http.StatusBadRequest, "ASSET_IN_USE")
		s.API(t, "PUT "+s.at, map[string]any{"iconId": nil}, `If-Match: "2"`).Is(t, http.StatusOK)
		s.API(t, "DELETE "+s.at+"/assets/"+icon, nil).Is(t, http.StatusNoContent)
		s.API(t, "GET "+s.at+"/assets/"+icon, nil).Refuses(t, http.StatusNotFound, "ASSET_NOT_FOUND")
		s.API(t, "PUT "+s.at, map[string]any{"iconId": icon}, `If-Match: "3"`).Is(t, http.StatusBadRequest)
	})
	bad, err := json.Marshal(map[string]string{"kind": "ICON", "caption": "A text", "image": base64.StdEncoding.EncodeToString([]byte("<svg/>"))})
	must(t, err)
	s.API(t, "POST "+s.at+"/assets", string(bad)).Refuses(t, http.StatusBadRequest, "PICTURE_INVALID")
	s.API(t, "POST "+s.at+"/assets", `{"kind":"ICON","caption":"No base64","image":"%"}`).Is(t, http.StatusBadRequest)
	s.API(t, "GET "+s.at+"/assets", nil).Is(t, http.StatusOK)
}
