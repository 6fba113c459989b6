package sample

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
)

// marketplace are the pages that everybody may read about apps.
func marketplace() []Page {
	entry := html.MarketEntry{App: bakerySync, Tagline: "Turns orders at your till into invoices", Slug: "bakery-sync"}
	long := html.MarketEntry{App: longest, Tagline: "Everything that a very small restaurant with a very long name could wish for", Slug: "long"}
	return []Page{
		{"marketplace", http.StatusOK, stranger(), html.Marketplace{List: []html.MarketEntry{entry, long}, Next: "app_0001jcq8m2t4f8rb5p8x2v0s6k9e"}},
		{"marketplace_none", http.StatusOK, insider(bakery), html.Marketplace{Category: category.Payroll}},
		{"marketplace_no_match", http.StatusOK, stranger(), html.Marketplace{Words: "time travel", Category: category.Payroll}},
		{"listing_connected", http.StatusOK, insider(bakery), html.Listing{App: bakerySync, Tagline: entry.Tagline, Description: []string{"It never touches payments."}, Connected: true}},
		{"listing", http.StatusOK, insider(bakery), html.Listing{
			App: bakerySync, Tagline: entry.Tagline, Description: []string{"Reads the orders of your till every minute.", "It never touches payments."},
			Categories: []category.Category{category.PointOfSale, category.Invoicing}, Access: reads, ConnectURL: "https://sync.acme.test/connect",
			Screenshots: []html.Screenshot{{URL: pagepath.ListingPicture + "ast_0001jcq8m2t4f8rb5p8x2v0s6k9e", Caption: "Orders of a day", Width: 640, Height: 400}},
		}},
	}
}
