package marketplace_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestEverybodyReadsTheMarketplace(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	svc := apptest.Start(t, receiver.Reachable(t))
	node := svc.Node(0)
	var listed []*apptest.App
	for i := range 3 {
		app := svc.DraftApp(t, scope.InvoicesRead)
		app.Lists(t, receiver, fmt.Sprint("app-", i))
		listed = append(listed, app)
		svc.Clock.Move(time.Second)
	}
	type page struct {
		Data []struct {
			Slug, Publisher, IconURL, PageURL string
		}
		NextCursor string
	}
	slugs := func(path string) (found []string, next page) {
		t.Helper()
		node.Call(t, "GET /marketplace/listings"+path).Is(t, http.StatusOK).Read(t, &next)
		for _, l := range next.Data {
			found = append(found, l.Slug)
		}
		return found, next
	}
	t.Run("CON-05 live listings are listed, newest first, page by page", func(t *testing.T) {
		first, next := slugs("?limit=2")
		second, rest := slugs("?limit=2&before=" + next.NextCursor)
		if diff := cmp.Diff([]string{"app-2", "app-1", "app-0"}, append(first, second...)); diff != "" || rest.NextCursor != "" {
			t.Errorf("%s, then %q", diff, rest.NextCursor)
		}
		if next.Data[0].PageURL != apptest.AuthURL+"/marketplace/app-2" || next.Data[0].Publisher == "" {
			t.Errorf("got %+v", next.Data[0])
		}
		if found, _ := slugs("?category=POINT_OF_SALE"); len(found) != 3 {
			t.Errorf("got %v", found)
		}
		if found, _ := slugs("?category=PAYROLL"); found != nil {
			t.Errorf("got %v", found)
		}
		node.Call(t, "GET /marketplace/listings?category=COOKING").Is(t, http.StatusBadRequest)
	})
	t.Run("CON-05 its pictures may be kept", func(t *testing.T) {
		_, next := slugs("")
		picture := node.Call(t, "GET "+strings.TrimPrefix(next.Data[0].IconURL, apptest.BaseURL)).Is(t, http.StatusOK)
		if picture.Header.Get("Cache-Control") != "public, max-age=86400" || picture.Header.Get("Content-Type") != "image/png" {
			t.Errorf("got %v", picture.Header)
		}
		node.Call(t, "GET /marketplace/assets/x").Refuses(t, http.StatusNotFound, "ASSET_NOT_FOUND")
	})
	t.Run("CON-05 what may not act is not shown", func(t *testing.T) {
		_, before := slugs("")
		_, err := node.Apps.Suspend(t.Context(), listed[2].ID)
		must(t, err)
		_, err = node.Apps.Deactivate(t.Context(), listed[1].ID)
		must(t, err)
		if found, _ := slugs(""); len(found) != 1 || found[0] != "app-0" {
			t.Errorf("got %v", found)
		}
		node.Call(t, "GET /marketplace/listings/app-2").Refuses(t, http.StatusNotFound, "LISTING_NOT_FOUND")
		node.Call(t, "GET "+strings.TrimPrefix(before.Data[0].IconURL, apptest.BaseURL)).Refuses(t, http.StatusNotFound, "ASSET_NOT_FOUND")
		node.Call(t, "GET /marketplace/listings/app-0").Is(t, http.StatusOK)
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheMarketplaceHasPages(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	svc := apptest.Start(t, receiver.Reachable(t))
	app := svc.DraftApp(t, scope.InvoicesRead)
	app.Lists(t, receiver, "bakery-sync")
	stranger := svc.Node(0).Browser(t)
	t.Run("CON-05 a live listing has a page, from which connecting begins at the app", func(t *testing.T) {
		stranger.Open(pagepath.Marketplace)
		for _, text := range []string{"Bakery Sync", "Turns orders at your till into invoices", pagepath.Listing + "bakery-sync"} {
			if !stranger.Has(text) {
				t.Errorf("the list lacks %q", text)
			}
		}
		stranger.Open(pagepath.Listing + "bakery-sync")
		for _, text := range []string{"Connect Bakery Sync", `href="https://partner.test/connect"`, "<dt>Invoices</dt> <dd>See only</dd>", "Orders of a day", "Point of sale"} {
			if !stranger.Has(text) {
				t.Errorf("the page lacks %q", text)
			}
		}
		picture := regexp.MustCompile(pagepath.ListingPicture + `ast_\w+`).FindString(stranger.Page.Body)
		stranger.Open(picture)
		if stranger.Page.Status != http.StatusOK || stranger.Page.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%s: %d, %v", picture, stranger.Page.Status, stranger.Page.Header)
		}
	})
	t.Run("CON-05 what is not there has none", func(t *testing.T) {
		for _, path := range []string{pagepath.Listing + "nothing", pagepath.Marketplace + "?category=COOKING", pagepath.Marketplace + "?before=x", pagepath.ListingPicture + "x"} {
			stranger.Open(path)
			if stranger.Page.Status != http.StatusNotFound {
				t.Errorf("%s: %d", path, stranger.Page.Status)
			}
		}
		stranger.Open(pagepath.Marketplace + "?category=PAYROLL")
		if !stranger.Has("There is no app in this category yet.") {
			t.Error("it says nothing")
		}
	})
}
