package console

import (
	"context"
	"encoding/base64"
	"maps"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// maxPictureBody is what a picture takes as a JSON text, with what goes along.
const maxPictureBody = listings.MaxPicture/3*4 + 4096

func (f *Face) listingRoutes() []route.Route {
	const all, asset = " /developer/apps/{id}/listing", " /developer/apps/{id}/listing/assets/{assetId}"
	return []route.Route{
		{Pattern: "GET /developer/listing-categories", Handle: route.JSON(http.StatusOK, f.listCategories)},
		{Pattern: "GET" + all, Role: viewer, Handle: route.JSON(http.StatusOK, f.readListing)},
		{Pattern: "PUT" + all, Role: developer, Handle: route.JSON(http.StatusOK, f.saveListing)},
		{Pattern: "GET" + all + "/revisions", Role: viewer, Handle: route.JSON(http.StatusOK, f.listRevisions)},
		{Pattern: "GET" + all + "/diff", Role: viewer, Handle: route.JSON(http.StatusOK, f.diffListing)},
		{Pattern: "GET" + all + "/checks", Role: viewer, Handle: sayWhen(route.JSON(http.StatusOK, f.checkListing))},
		{Pattern: "POST" + all + "/submit", Role: developer, Handle: sayWhen(route.JSON(http.StatusOK, f.submitListing))},
		{Pattern: "POST" + all + "/withdraw", Role: developer, Handle: route.JSON(http.StatusOK, f.withdrawListing)},
		{Pattern: "GET" + all + "/thread", Role: viewer, Handle: route.JSON(http.StatusOK, f.readThread)},
		{Pattern: "POST" + all + "/thread", Role: developer, Handle: sayWhen(route.JSON(http.StatusCreated, f.writeToThread))},
		{Pattern: "GET" + all + "/assets", Role: viewer, Handle: route.JSON(http.StatusOK, f.listAssets)},
		{Pattern: "POST" + all + "/assets", Role: developer, MaxBody: maxPictureBody, Handle: sayWhen(route.JSON(http.StatusCreated, f.addAsset))},
		{Pattern: "GET" + asset, Role: viewer, Handle: f.readAsset},
		{Pattern: "DELETE" + asset, Role: developer, Handle: route.JSON(http.StatusNoContent, f.removeAsset)},
	}
}

type categoryShown struct {
	Category category.Category `json:"category"`
	Name     string            `json:"name"`
}

func (f *Face) listCategories(context.Context, route.None) (route.List[categoryShown], error) {
	var out route.List[categoryShown]
	for _, row := range category.Rows() {
		out.Data = append(out.Data, categoryShown(row))
	}
	return out, nil
}

// listing is an app's listing as its makers see it.
type listing struct {
	AppID     ident.App  `json:"appId"`
	Live      *revision  `json:"live"` // null: nothing was approved yet
	Open      *revision  `json:"open"` // null: all that was saved is live
	Version   int        `json:"version"`
	CreatedAt route.Time `json:"createdAt"`
}

// RecordVersion goes into the header ETag.
func (l listing) RecordVersion() int { return l.Version }

type revision struct {
	ID     ident.Revision `json:"id"`
	Number int            `json:"number"`
	State  listings.State `json:"state"`
	content
	Missing     []string    `json:"missing"` // what must not be empty when it is submitted
	SubmittedAt *route.Time `json:"submittedAt"`
	DecidedAt   *route.Time `json:"decidedAt"`
	CreatedAt   route.Time  `json:"createdAt"`
	UpdatedAt   route.Time  `json:"updatedAt"`
}

// content is what people read and see, as it comes in and goes out.
type content struct {
	Slug          string              `json:"slug"`
	Name          string              `json:"name"`
	Tagline       string              `json:"tagline"`
	Description   string              `json:"description"`
	Categories    []category.Category `json:"categories"`
	PrivacyURL    string              `json:"privacyUrl"`
	SupportURL    string              `json:"supportUrl"`
	ConnectURL    string              `json:"connectUrl"`
	IconID        *ident.Asset        `json:"iconId"` // null: none
	ScreenshotIDs []ident.Asset       `json:"screenshotIds"`
	// ScopeReasons say why the app asks for each scope.
	ScopeReasons map[scope.Scope]string `json:"scopeReasons"`
}

func contentFrom(c listings.Content) content {
	out := content{
		Slug: c.Slug, Name: c.Name, Tagline: c.Tagline, Description: c.Description, Categories: c.Categories,
		PrivacyURL: c.PrivacyURL, SupportURL: c.SupportURL, ConnectURL: c.ConnectURL, ScreenshotIDs: c.Screenshots, ScopeReasons: map[scope.Scope]string{},
	}
	maps.Copy(out.ScopeReasons, c.Reasons)
	if !c.Icon.IsZero() {
		out.IconID = &c.Icon
	}
	return out
}

func (c content) listings() listings.Content {
	in := listings.Content{
		Slug: c.Slug, Name: c.Name, Tagline: c.Tagline, Description: c.Description, Categories: c.Categories,
		PrivacyURL: c.PrivacyURL, SupportURL: c.SupportURL, ConnectURL: c.ConnectURL, Screenshots: c.ScreenshotIDs, Reasons: c.ScopeReasons,
	}
	if c.IconID != nil {
		in.Icon = *c.IconID
	}
	return in
}

func listingFrom(l listings.Listing) listing {
	out := listing{AppID: l.App, Version: l.Version, CreatedAt: route.Time(l.CreatedAt)}
	if l.Live != nil {
		out.Live = new(revisionFrom(*l.Live))
	}
	if l.Open != nil {
		out.Open = new(revisionFrom(*l.Open))
	}
	return out
}

func revisionFrom(r listings.Revision) revision {
	return revision{
		ID: r.ID, Number: r.Number, State: r.State, content: contentFrom(r.Content), Missing: append([]string{}, r.Missing()...),
		SubmittedAt: (*route.Time)(r.SubmittedAt), DecidedAt: (*route.Time)(r.DecidedAt),
		CreatedAt: route.Time(r.CreatedAt), UpdatedAt: route.Time(r.UpdatedAt),
	}
}

func (f *Face) readListing(ctx context.Context, _ route.None) (listing, error) {
	found, err := f.deps.Listings.Of(ctx, appIn(ctx).ID)
	return listingFrom(found), err
}

type saveListing struct {
	Seen route.ETag `header:"If-Match"`
	content
}

func (f *Face) saveListing(ctx context.Context, in saveListing) (listing, error) {
	saved, err := f.deps.Listings.Save(ctx, appIn(ctx).ID, int(in.Seen), in.listings())
	return listingFrom(saved), err
}

// revisionsShown is how many of an app's revisions are listed.
const revisionsShown = 100

func (f *Face) listRevisions(ctx context.Context, _ route.None) (route.List[revision], error) {
	list, err := f.deps.Listings.Revisions(ctx, appIn(ctx).ID, revisionsShown)
	out := route.List[revision]{Data: make([]revision, len(list))}
	for i, r := range list {
		out.Data[i] = revisionFrom(r)
	}
	return out, err
}

type listingDiff struct {
	LiveNumber *int          `json:"liveNumber"` // null: nothing is live
	OpenNumber *int          `json:"openNumber"` // null: all that was saved is live
	Parts      []listingPart `json:"parts"`
}

// listingPart is a part that differs, in both revisions, line by line.
type listingPart struct {
	Part string   `json:"part"`
	Live []string `json:"live"`
	Open []string `json:"open"`
}

func (f *Face) diffListing(ctx context.Context, _ route.None) (listingDiff, error) {
	app := appIn(ctx)
	l, err := f.deps.Listings.Of(ctx, app.ID)
	out := listingDiff{Parts: []listingPart{}}
	if err != nil {
		return out, err
	}
	if l.Live != nil {
		out.LiveNumber = &l.Live.Number
	}
	if l.Open != nil {
		out.OpenNumber = &l.Open.Number
		for _, part := range listings.Diff(l.Live, *l.Open, app.Scopes) {
			out.Parts = append(out.Parts, listingPart{part.Name, part.Live, part.New})
		}
	}
	return out, nil
}

type checkList struct {
	Data []listings.Check `json:"data"`
}

func (f *Face) checkListing(ctx context.Context, _ route.None) (checkList, error) {
	if err := f.wantRoom(ctx, limits.ListingChecksByApp); err != nil {
		return checkList{}, err
	}
	made, err := f.deps.Listings.Checks(ctx, appIn(ctx))
	return checkList{made}, err
}

// wantRoom counts what the app's makers may do only so often. It is counted
// behind the guard: a stranger must not use it up.
func (f *Face) wantRoom(ctx context.Context, rules ...limits.Rule) error {
	hits := make([]limits.Hit, len(rules))
	for i, rule := range rules {
		hits[i] = limits.Hit{Rule: rule, Key: appIn(ctx).ID.String()}
	}
	wait, err := f.deps.Windows.Refused(ctx, hits...)
	if err == nil && wait > 0 {
		err = tooSoon(wait)
	}
	return err
}

type submitListing struct {
	Note string `json:"note"`
}

// Check holds the note to its length.
func (in submitListing) Check(p *route.Problems) { checkWords(p, "note", in.Note) }

func checkWords(p *route.Problems, name, words string) {
	p.Want(utf8.RuneCountInString(words) <= listings.MaxWords, "%s must be at most %d characters long", name, listings.MaxWords)
	p.Want(fault.Printable(strings.ReplaceAll(words, "\n", "")), "%s must be printable text", name)
}

func (f *Face) submitListing(ctx context.Context, in submitListing) (listing, error) {
	if err := f.wantRoom(ctx, limits.ListingChecksByApp, limits.ListingSubmitsByApp); err != nil {
		return listing{}, err
	}
	by, _ := session.From(ctx)
	submitted, err := f.deps.Listings.Submit(ctx, appIn(ctx), by.User.ID, in.Note)
	return listingFrom(submitted), err
}

func (f *Face) withdrawListing(ctx context.Context, _ route.None) (listing, error) {
	by, _ := session.From(ctx)
	withdrawn, err := f.deps.Listings.Withdraw(ctx, appIn(ctx).ID, by.User.ID)
	return listingFrom(withdrawn), err
}

type threadEntry struct {
	ID       ident.ThreadEntry  `json:"id"`
	Revision int                `json:"revision"` // its number
	Kind     listings.EntryKind `json:"kind"`
	Author   threadAuthor       `json:"author"`
	Text     string             `json:"text"`
	At       route.Time         `json:"at"`
}

// threadAuthor is who wrote: one of the makers, or review, which has no name to
// them but the brand's.
type threadAuthor struct {
	Review bool        `json:"review"`
	ID     *ident.User `json:"id"`   // null for review
	Name   *string     `json:"name"` // null for who is no member any more
}

// threadShown is how much of a thread is shown.
const threadShown = 200

func (f *Face) readThread(ctx context.Context, _ route.None) (route.List[threadEntry], error) {
	entries, err := f.deps.Listings.Thread(ctx, appIn(ctx).ID, threadShown)
	if err != nil {
		return route.List[threadEntry]{}, err
	}
	members, err := f.deps.Tenancy.OrganizationMembers(ctx, organizationIn(ctx))
	if err != nil {
		return route.List[threadEntry]{}, err
	}
	names := map[ident.User]string{}
	for _, m := range members {
		names[m.User] = m.Name
	}
	out := route.List[threadEntry]{Data: make([]threadEntry, len(entries))}
	for i, e := range entries {
		out.Data[i] = threadEntry{ID: e.ID, Revision: e.Revision, Kind: e.Kind, Author: f.authorOf(e, names), Text: e.Text, At: route.Time(e.At)}
	}
	return out, nil
}

func (f *Face) authorOf(e listings.Entry, names map[ident.User]string) threadAuthor {
	if e.ByReview {
		return threadAuthor{Review: true, Name: new(f.deps.Brand + " review")}
	}
	by := threadAuthor{ID: &e.User}
	if name, member := names[e.User]; member {
		by.Name = &name
	}
	return by
}

type newComment struct {
	Text string `json:"text"`
}

// Check holds the words to their length.
func (in newComment) Check(p *route.Problems) {
	p.Want(strings.TrimSpace(in.Text) != "", "text should not be empty")
	checkWords(p, "text", in.Text)
}

func (f *Face) writeToThread(ctx context.Context, in newComment) (route.List[threadEntry], error) {
	if err := f.wantRoom(ctx, limits.ListingCommentsByApp); err != nil {
		return route.List[threadEntry]{}, err
	}
	by, _ := session.From(ctx)
	if err := f.deps.Listings.Comment(ctx, appIn(ctx).ID, by.User.ID, in.Text); err != nil {
		return route.List[threadEntry]{}, err
	}
	return f.readThread(ctx, route.None{})
}

type asset struct {
	ID        ident.Asset        `json:"id"`
	Kind      listings.AssetKind `json:"kind"`
	Caption   string             `json:"caption"`
	MediaType string             `json:"mediaType"`
	Width     int                `json:"width"`
	Height    int                `json:"height"`
	Bytes     int                `json:"bytes"`
	ShownBy   []int              `json:"shownBy"` // the numbers of the live and the open revision, as far as they show it
	CreatedAt route.Time         `json:"createdAt"`
}

func assetFrom(a listings.Asset, l listings.Listing) asset {
	out := asset{
		ID: a.ID, Kind: a.Kind, Caption: a.Caption, MediaType: a.MediaType, Width: a.Width, Height: a.Height, Bytes: a.Bytes,
		ShownBy: []int{}, CreatedAt: route.Time(a.CreatedAt),
	}
	for _, r := range []*listings.Revision{l.Live, l.Open} {
		if r != nil && r.Shows(a.ID) {
			out.ShownBy = append(out.ShownBy, r.Number)
		}
	}
	return out
}

func (f *Face) listAssets(ctx context.Context, _ route.None) (route.List[asset], error) {
	list, err := f.deps.Listings.Assets(ctx, appIn(ctx).ID)
	if err != nil {
		return route.List[asset]{}, err
	}
	l, err := f.deps.Listings.Of(ctx, appIn(ctx).ID)
	if refusal, ok := fault.As(err); ok && refusal.Kind == fault.NotFound {
		err = nil // pictures come before the listing that shows them
	}
	out := route.List[asset]{Data: make([]asset, len(list))}
	for i, a := range list {
		out.Data[i] = assetFrom(a, l)
	}
	return out, err
}

type newAsset struct {
	Kind    listings.AssetKind `json:"kind"`
	Caption string             `json:"caption"`
	Image   string             `json:"image"` // in base64
}

func (f *Face) addAsset(ctx context.Context, in newAsset) (asset, error) {
	picture, err := base64.StdEncoding.DecodeString(in.Image)
	if err != nil {
		var p route.Problems
		p.Want(false, "image must be in base64")
		return asset{}, p.Err()
	}
	if err := f.wantRoom(ctx, limits.ListingPicturesByApp); err != nil {
		return asset{}, err
	}
	made, err := f.deps.Listings.AddAsset(ctx, appIn(ctx), in.Kind, in.Caption, picture)
	return assetFrom(made, listings.Listing{}), err
}

type assetNamed struct {
	Asset ident.Asset `path:"assetId" absent:"ASSET_NOT_FOUND"`
}

func (f *Face) removeAsset(ctx context.Context, in assetNamed) (route.None, error) {
	return route.None{}, f.deps.Listings.RemoveAsset(ctx, appIn(ctx), in.Asset)
}

// readAsset serves a picture to those who make the app.
func (f *Face) readAsset(w http.ResponseWriter, r *http.Request) error {
	id, err := ident.Parse[ident.Asset](r.PathValue("assetId"))
	if err != nil {
		return listings.ErrAssetNotFound
	}
	picture, err := f.deps.Listings.Picture(r.Context(), appIn(r.Context()).ID, id)
	if err != nil {
		return err
	}
	route.WritePicture(w, picture.MediaType, "private, max-age=31536000, immutable", picture.Image)
	return nil
}
