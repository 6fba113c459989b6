package admin_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestReviewersDecideOnListings(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	r := newRoom(t, apptest.Nodes(2), receiver.Reachable(t))
	app := r.DraftApp(t, scope.InvoicesRead, scope.InvoicesWrite)
	revision := app.Submits(t, receiver, "bakery-sync")
	one := "/admin/reviews/" + revision.String()

	t.Run("CON-05 the queue shows who waits, and what is new", func(t *testing.T) {
		queue := r.says(t, http.StatusOK, "GET /admin/reviews", nil)
		same(t, 1.0, queue["waiting"])
		waiting := queue["data"].([]any)[0].(map[string]any)
		want := map[string]any{"id": revision.String(), "state": "SUBMITTED", "first": true, "highestRisk": "write", "claimedBy": nil}
		for name, value := range want {
			same(t, value, waiting[name])
		}
		same(t, 12, len(waiting["changes"].([]any)))
		same(t, 0, len(r.says(t, http.StatusOK, "GET /admin/reviews?claimed=me", nil)["data"].([]any)))
	})
	t.Run("CON-05 of two reviewers on two nodes one gets it", func(t *testing.T) {
		second := r.Operator(t).SignIn(t, r.Node(1))
		var both sync.WaitGroup
		statuses := make([]int, 2)
		for i, browser := range []apptest.Browser{r.Browser, second} {
			both.Go(func() { statuses[i] = browser.API(t, "POST "+one+"/claim", nil).Status })
		}
		both.Wait()
		if statuses[0]+statuses[1] != http.StatusOK+http.StatusConflict {
			t.Errorf("got %v", statuses)
		}
		other := r.Browser
		if statuses[0] == http.StatusOK {
			other = second
		}
		other.API(t, "POST "+one+"/approve", nil).Refuses(t, http.StatusConflict, "REVIEW_NOT_CLAIMED")
		other.API(t, "POST "+one+"/release", nil).Is(t, http.StatusOK)
		r.API(t, "POST "+one+"/claim", nil).Is(t, http.StatusOK)
		r.API(t, "POST "+one+"/claim", nil).Refuses(t, http.StatusConflict, "REVISION_NOT_WAITING")
	})
	t.Run("CON-05 a reviewer sees all of it", func(t *testing.T) {
		read := r.says(t, http.StatusOK, "GET "+one, nil)
		same(t, "It is needed.", read["scopes"].([]any)[0].(map[string]any)["reason"])
		icon := read["content"].(map[string]any)["iconId"].(string)
		r.API(t, "GET "+one+"/assets/"+icon, nil).Is(t, http.StatusOK)
		for _, check := range r.says(t, http.StatusOK, "GET "+one+"/checks", nil)["data"].([]any) {
			if check := check.(map[string]any); check["name"] != "SCOPES_USED" { // nobody has called anything
				same(t, true, check["passed"])
			}
		}
		r.API(t, "GET /admin/reviews/"+"rev_0006gxrdfrk1r0104p6c8ncq4rec", nil).Refuses(t, http.StatusNotFound, "REVISION_NOT_FOUND")
	})
	t.Run("CON-05 whoever says no says why", func(t *testing.T) {
		r.API(t, "POST "+one+"/request-changes", `{"words":" "}`).Is(t, http.StatusBadRequest)
		r.API(t, "POST "+one+"/reject", nil).Is(t, http.StatusBadRequest)
		said := r.says(t, http.StatusOK, "POST "+one+"/request-changes", `{"words":"Say more."}`)
		same(t, "CHANGES_REQUESTED", said["state"])
		r.API(t, "POST "+one+"/approve", nil).Refuses(t, http.StatusConflict, "REVIEW_NOT_CLAIMED")
	})
	t.Run("CON-05 an approved listing is live, and its app approved", func(t *testing.T) {
		_, err := r.Node(0).Listings.Submit(operator(t), app.App, app.Maker.ID, "")
		must(t, err)
		r.Node(1).Call(t, "GET /marketplace/listings/bakery-sync").Refuses(t, http.StatusNotFound, "LISTING_NOT_FOUND")
		r.API(t, "POST "+one+"/claim", nil).Is(t, http.StatusOK)
		same(t, "APPROVED", r.says(t, http.StatusOK, "POST "+one+"/approve", `{"words":"Thank you."}`)["state"])
		r.Node(1).Call(t, "GET /marketplace/listings/bakery-sync").Is(t, http.StatusOK)
		now, err := r.Node(1).Apps.ByID(t.Context(), app.ID)
		must(t, err)
		same(t, true, now.Approved())
		decided := r.says(t, http.StatusOK, "GET /admin/reviews?state=DECIDED", nil)
		same(t, 1, len(decided["data"].([]any)))
		same(t, 0.0, decided["medianSeconds"])
	})
	t.Run("CON-05 all of it is recorded in the reviewer's name", func(t *testing.T) {
		entries, _, err := r.Node(0).Audit.PageOfOrganization(t.Context(), app.Organization, audit.Reading{Subject: revision.String(), Limit: 100})
		must(t, err)
		by := map[string]int{}
		for _, e := range entries {
			if e.Actor.ID == r.opal.ID.String() {
				by[string(e.Action)]++
			}
		}
		if by["listing.approved"] != 1 || by["listing.changes_requested"] != 1 || by["listing.claimed"] < 2 {
			t.Errorf("got %v", by)
		}
	})
}

func same(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
