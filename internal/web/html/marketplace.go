package html

import (
	"net/url"

	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
)

// Marketplace is the list of apps that everybody may connect.
type Marketplace struct {
	List     []MarketEntry
	Words    string            // what was searched for
	Category category.Category // the chosen one; empty: all
	Next     string            // the last app's id, where the list goes on; empty: it ends here
}

// MarketEntry is an app in the list.
type MarketEntry struct {
	App     App
	Tagline string
	Slug    string
}

// URL is where the entry's own page is.
func (e MarketEntry) URL() string { return pagepath.Listing + e.Slug }

// MarketCategory is a category to choose.
type MarketCategory struct {
	Category category.Category
	Chosen   bool
	URL      string
}

// Categories are all there are.
func (v Marketplace) Categories() []MarketCategory {
	list := []MarketCategory{}
	for _, row := range category.Rows() {
		list = append(list, MarketCategory{row.Category, row.Category == v.Category, v.with(row.Category, "")})
	}
	return list
}

// AllURL is the list of all categories.
func (v Marketplace) AllURL() string { return v.with("", "") }

// NextURL is the next page of the list.
func (v Marketplace) NextURL() string { return v.with(v.Category, v.Next) }

func (v Marketplace) with(of category.Category, before string) string {
	query := url.Values{}
	if v.Words != "" {
		query.Set("q", v.Words)
	}
	if of != "" {
		query.Set("category", string(of))
	}
	if before != "" {
		query.Set("before", before)
	}
	return pagepath.Marketplace + "?" + query.Encode()
}

// Listing is an app's page in the marketplace. Connecting begins at the app: it
// alone can make an authorization request of its own.
type Listing struct {
	App         App
	Tagline     string
	Description []string // its paragraphs
	Categories  []category.Category
	Screenshots []Screenshot
	Access      []Access // what it asks for
	ConnectURL  string
	Connected   bool // to the business that the reader is signed into
}

// Screenshot is a picture of an app.
type Screenshot struct {
	URL     string // on this host
	Caption string
	Width   int
	Height  int
}

func (Marketplace) page() string { return "marketplace" }
func (Listing) page() string     { return "listing" }

// category names a category.
func (c *catalogue) category(of category.Category) (string, error) { return c.text(categoryText(of)) }
