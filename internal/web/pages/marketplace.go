package pages

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// marketPage is how many apps a page of the marketplace lists.
const marketPage = 30

// marketplace lists the apps that everybody may connect.
func (f *Face) marketplace(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	by := listings.Search{Words: strings.TrimSpace(query.Get("q")), Category: category.Category(query.Get("category")), Most: marketPage + 1}
	if by.Category != "" && !by.Category.Known() || utf8.RuneCountInString(by.Words) > listings.MaxSearch {
		return errNoPage
	}
	if before := query.Get("before"); before != "" {
		var err error
		if by.After, err = ident.Parse[ident.App](before); err != nil {
			return errNoPage
		}
	}
	found, err := f.deps.Listings.Market(r.Context(), by)
	if err != nil {
		return err
	}
	makers, err := f.deps.Tenancy.OrganizationNames(r.Context(), listings.MakersOf(found))
	if err != nil {
		return err
	}
	view := html.Marketplace{Words: by.Words, Category: by.Category}
	for _, l := range found[:min(len(found), marketPage)] {
		view.List = append(view.List, html.MarketEntry{App: listedView(l, makers[l.By]), Tagline: l.Tagline, Slug: l.Slug})
	}
	if len(found) > marketPage {
		view.Next = found[marketPage-1].App.String()
	}
	return f.read(w, r, view)
}

// listing is an app's page in the marketplace.
func (f *Face) listing(w http.ResponseWriter, r *http.Request) error {
	found, err := f.deps.Listings.InMarket(r.Context(), r.PathValue("slug"))
	if err != nil {
		return err
	}
	maker, err := f.deps.Tenancy.Organization(r.Context(), found.By)
	if err != nil {
		return err
	}
	assets, err := f.deps.Listings.Assets(r.Context(), found.App)
	if err != nil {
		return err
	}
	view := html.Listing{
		App: listedView(found, maker.Name), Tagline: found.Tagline, Description: strings.Split(found.Description, "\n"), Categories: found.Categories,
		Screenshots: screenshots(found, assets), ConnectURL: found.ConnectURL,
	}
	for _, s := range found.Scopes {
		view.Access = append(view.Access, html.Access{Scope: s})
	}
	if in, ok := session.From(r.Context()); ok && !in.Session.Business.IsZero() {
		if _, view.Connected, err = f.deps.Installs.Current(r.Context(), in.Session.Business, found.App); err != nil {
			return err
		}
	}
	return f.read(w, r, view)
}

// listedView is an app as its live listing shows it.
func listedView(l listings.Listed, maker string) html.App {
	return html.App{
		Name: html.Name(l.Name), Logo: pagepath.ListingPicture + l.Icon.String(), Publisher: html.Name(maker), Review: html.Verified,
		PrivacyURL: l.PrivacyURL, SupportURL: l.SupportURL,
	}
}

// screenshots are those of a listing, in its order.
func screenshots(l listings.Listed, assets []listings.Asset) []html.Screenshot {
	var list []html.Screenshot
	for _, id := range l.Screenshots {
		for _, a := range assets {
			if a.ID == id {
				list = append(list, html.Screenshot{URL: pagepath.ListingPicture + id.String(), Caption: a.Caption, Width: a.Width, Height: a.Height})
			}
		}
	}
	return list
}

// listingPicture serves a picture of a live listing from the host of the pages:
// their policy lets in no other.
func (f *Face) listingPicture(w http.ResponseWriter, r *http.Request) error {
	id, err := ident.Parse[ident.Asset](r.PathValue("asset"))
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
