package marketplace

import (
	"context"
	"net/http"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// Deps is what the face needs.
type Deps struct {
	Listings *listings.Service
	Tenancy  *tenancy.Service
	Windows  *limits.Windows
	// PageURL is where the pages of listings are: an address and the slug.
	PageURL string
	// PictureURL is where this face serves pictures: an address and the id.
	PictureURL string
}

// Face is the marketplace.
type Face struct{ deps Deps }

// New returns the face on the given parts.
func New(deps Deps) *Face { return &Face{deps: deps} }

// Table is the face's routes.
func (f *Face) Table() route.Face {
	return route.Face{Guard: f.guard, Routes: []route.Route{
		{Pattern: "GET /marketplace/listings", Handle: kept(route.JSON(http.StatusOK, f.list))},
		{Pattern: "GET /marketplace/listings/{slug}", Handle: kept(route.JSON(http.StatusOK, f.read))},
		{Pattern: "GET /marketplace/assets/{id}", Handle: f.picture},
	}}
}

// guard counts what an address reads.
func (f *Face) guard(row route.Route) route.Handler {
	if row.Pattern == "" {
		return row.Handle
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		wait, err := f.deps.Windows.Refused(r.Context(), limits.Hit{Rule: limits.MarketplaceByAddress, Key: limits.Place(address.From(r.Context()))})
		if err != nil {
			return err
		}
		if wait > 0 {
			return session.TooMany(w, wait)
		}
		return row.Handle(w, r)
	}
}

// kept lets caches keep an answer for a minute: a listing that was taken down is
// gone as soon.
func kept(next route.Handler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", "public, max-age=60")
		err := next(w, r)
		if err != nil {
			w.Header().Set("Cache-Control", "no-store")
		}
		return err
	}
}

// listed is a listing in the list.
type listed struct {
	AppID      ident.App           `json:"appId"`
	Slug       string              `json:"slug"`
	Name       string              `json:"name"`
	Tagline    string              `json:"tagline"`
	Publisher  string              `json:"publisher"`
	Categories []category.Category `json:"categories"`
	IconURL    string              `json:"iconUrl"`
	PageURL    string              `json:"pageUrl"`
	ListedAt   route.Time          `json:"listedAt"`
}

type market struct {
	Data       []listed   `json:"data"`
	NextCursor *ident.App `json:"nextCursor"` // the last app of the page, where it goes on; null: it ends here
}

type listingQuery struct {
	Words    string            `query:"q"`
	Category category.Category `query:"category"`
	Before   ident.App         `query:"before" absent:"UNKNOWN_CURSOR"`
	Limit    int               `query:"limit" default:"50"`
}

// Check holds the list to its bounds.
func (in listingQuery) Check(p *route.Problems) {
	p.Want(utf8.RuneCountInString(in.Words) <= listings.MaxSearch, "q must have at most 100 characters")
	p.Want(in.Category == "" || in.Category.Known(), "category must be one of the marketplace's categories")
	p.Want(in.Limit >= 1 && in.Limit <= 100, "limit must be between 1 and 100")
}

func (f *Face) list(ctx context.Context, in listingQuery) (market, error) {
	found, err := f.deps.Listings.Market(ctx, listings.Search{Words: in.Words, Category: in.Category, After: in.Before, Most: in.Limit + 1})
	if err != nil {
		return market{}, err
	}
	makers, err := f.deps.Tenancy.OrganizationNames(ctx, listings.MakersOf(found))
	if err != nil {
		return market{}, err
	}
	out := market{Data: []listed{}}
	for _, l := range found[:min(len(found), in.Limit)] {
		out.Data = append(out.Data, f.listedFrom(l, makers[l.By]))
	}
	if len(found) > in.Limit {
		out.NextCursor = &found[in.Limit-1].App
	}
	return out, nil
}

func (f *Face) listedFrom(l listings.Listed, maker string) listed {
	return listed{
		AppID: l.App, Slug: l.Slug, Name: l.Name, Tagline: l.Tagline, Publisher: maker, Categories: l.Categories,
		IconURL: f.deps.PictureURL + l.Icon.String(), PageURL: f.deps.PageURL + l.Slug, ListedAt: route.Time(l.ListedAt),
	}
}

// page is a listing in full.
type page struct {
	listed
	Description    string    `json:"description"`
	ScreenshotURLs []string  `json:"screenshotUrls"`
	PrivacyURL     string    `json:"privacyUrl"`
	SupportURL     string    `json:"supportUrl"`
	ConnectURL     string    `json:"connectUrl"`
	Scopes         scope.Set `json:"scopes"` // what it asks for
}

type slugNamed struct {
	Slug string `path:"slug"`
}

func (f *Face) read(ctx context.Context, in slugNamed) (page, error) {
	found, err := f.deps.Listings.InMarket(ctx, in.Slug)
	if err != nil {
		return page{}, err
	}
	maker, err := f.deps.Tenancy.Organization(ctx, found.By)
	out := page{
		listed: f.listedFrom(found, maker.Name), Description: found.Description, ScreenshotURLs: []string{}, Scopes: found.Scopes,
		PrivacyURL: found.PrivacyURL, SupportURL: found.SupportURL, ConnectURL: found.ConnectURL,
	}
	for _, id := range found.Screenshots {
		out.ScreenshotURLs = append(out.ScreenshotURLs, f.deps.PictureURL+id.String())
	}
	return out, err
}

// picture serves a picture of a live listing. An id names the same picture for
// ever, but a listing may be taken down: caches keep it for a day.
func (f *Face) picture(w http.ResponseWriter, r *http.Request) error {
	id, err := ident.Parse[ident.Asset](r.PathValue("id"))
	if err != nil {
		return listings.ErrAssetNotFound
	}
	picture, err := f.deps.Listings.LivePicture(r.Context(), id)
	if err != nil {
		return err
	}
	route.WritePicture(w, picture.MediaType, "public, max-age=86400", picture.Image)
	return nil
}
