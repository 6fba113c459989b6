package admin

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/vocab/category"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) reviewRoutes() []route.Route {
	const all, one = "/admin/reviews", "/admin/reviews/{id}"
	return []route.Route{
		{Pattern: "GET " + all, Handle: route.JSON(http.StatusOK, f.listReviews)},
		{Pattern: "GET " + one, Handle: route.JSON(http.StatusOK, f.readReview)},
		{Pattern: "GET " + one + "/checks", Handle: route.JSON(http.StatusOK, f.checkReview)},
		{Pattern: "GET " + one + "/assets/{assetId}", Handle: f.readReviewAsset},
		{Pattern: "POST " + one + "/claim", Handle: route.JSON(http.StatusOK, f.claimReview)},
		{Pattern: "POST " + one + "/release", Handle: route.JSON(http.StatusOK, f.releaseReview)},
		{Pattern: "POST " + one + "/approve", Handle: route.JSON(http.StatusOK, f.approveReview)},
		{Pattern: "POST " + one + "/request-changes", Handle: route.JSON(http.StatusOK, f.decideAgainst(listings.RequestChanges))},
		{Pattern: "POST " + one + "/reject", Handle: route.JSON(http.StatusOK, f.decideAgainst(listings.Reject))},
	}
}

// review is a revision that waits for a reviewer, or had one.
type review struct {
	ID          ident.Revision  `json:"id"`
	Number      int             `json:"number"`
	State       listings.State  `json:"state"`
	App         reviewedApp     `json:"app"`
	Publisher   reviewPublisher `json:"publisher"`
	First       bool            `json:"first"`       // nothing of the app is live
	Changes     []string        `json:"changes"`     // the parts that differ from what is live
	HighestRisk *scope.Risk     `json:"highestRisk"` // of the scopes that the app asks for; null: it asks for none
	SubmittedAt *route.Time     `json:"submittedAt"` // null: it was withdrawn, or never submitted
	ClaimedAt   *route.Time     `json:"claimedAt"`
	ClaimedBy   *ident.User     `json:"claimedBy"` // null: nobody
	DecidedAt   *route.Time     `json:"decidedAt"`
}

type reviewedApp struct {
	ID   ident.App `json:"id"`
	Name string    `json:"name"` // as it is registered, which consent shows
}

type reviewPublisher struct {
	ID   ident.Organization `json:"id"`
	Name string             `json:"name"`
}

type reviewList struct {
	Data          []review    `json:"data"`
	Waiting       int         `json:"waiting"`
	OldestAt      *route.Time `json:"oldestAt"`      // null: none waits
	MedianSeconds *int        `json:"medianSeconds"` // from submission to decision, in the last 30 days; null: there was none
}

type reviewListing struct {
	State   string `query:"state" default:"WAITING"`
	Claimed string `query:"claimed"`
	Limit   int    `query:"limit" default:"50"`
}

// Check holds the listing to its bounds.
func (in reviewListing) Check(p *route.Problems) {
	p.Want(slices.Contains([]string{"WAITING", "DECIDED"}, in.State), "state must be WAITING or DECIDED")
	p.Want(in.Claimed == "" || in.Claimed == "me" && in.State == "WAITING", "claimed must be me, of what is WAITING")
	wantLimit(p, in.Limit)
}

func (f *Face) listReviews(ctx context.Context, in reviewListing) (reviewList, error) {
	figures, err := f.deps.Listings.Figures(ctx)
	if err != nil {
		return reviewList{}, err
	}
	out := reviewList{Data: []review{}, Waiting: figures.Waiting, OldestAt: (*route.Time)(figures.OldestAt)}
	if figures.MedianReview != nil {
		out.MedianSeconds = new(int(figures.MedianReview.Seconds()))
	}
	list, err := f.reviewsOf(ctx, in)
	for i := 0; err == nil && i < len(list); i++ {
		var shown review
		shown, err = f.reviewFrom(ctx, list[i])
		out.Data = append(out.Data, shown)
	}
	return out, err
}

func (f *Face) reviewsOf(ctx context.Context, in reviewListing) ([]listings.Revision, error) {
	if in.State == "DECIDED" {
		return f.deps.Listings.Decided(ctx, f.deps.Now().Add(time.Second), in.Limit)
	}
	var by ident.User
	if in.Claimed == "me" {
		by = reviewer(ctx)
	}
	return f.deps.Listings.Waiting(ctx, by, in.Limit)
}

// reviewer is the operator who asks.
func reviewer(ctx context.Context) ident.User {
	in, _ := session.From(ctx)
	return in.User.ID
}

// reviewFrom shows a revision in the queue.
func (f *Face) reviewFrom(ctx context.Context, r listings.Revision) (review, error) {
	app, err := f.deps.Apps.ByID(ctx, r.App)
	if err != nil {
		return review{}, err
	}
	l, err := f.deps.Listings.Of(ctx, r.App)
	if err != nil {
		return review{}, err
	}
	return f.reviewOf(ctx, r, app, l)
}

func (f *Face) reviewOf(ctx context.Context, r listings.Revision, app apps.App, l listings.Listing) (review, error) {
	maker, err := f.deps.Tenancy.Organization(ctx, app.Organization)
	out := review{
		ID: r.ID, Number: r.Number, State: r.State, App: reviewedApp{app.ID, app.Name}, Publisher: reviewPublisher{maker.ID, maker.Name},
		First: l.Live == nil, Changes: []string{}, HighestRisk: highestRisk(app.Scopes),
		SubmittedAt: (*route.Time)(r.SubmittedAt), ClaimedAt: (*route.Time)(r.ClaimedAt), DecidedAt: (*route.Time)(r.DecidedAt),
	}
	if !r.ClaimedBy.IsZero() {
		out.ClaimedBy = &r.ClaimedBy
	}
	for _, part := range listings.Diff(l.Live, r, app.Scopes) {
		out.Changes = append(out.Changes, part.Name)
	}
	return out, err
}

// highestRisk is the greatest harm that some scopes can do.
func highestRisk(scopes scope.Set) *scope.Risk {
	rising, highest := []scope.Risk{scope.Read, scope.Write, scope.Books}, -1
	for _, s := range scopes {
		if row, ok := scope.Lookup(s); ok {
			highest = max(highest, slices.Index(rising, row.Risk))
		}
	}
	if highest < 0 {
		return nil
	}
	return &rising[highest]
}

// reviewRead is a revision with all that a reviewer looks at.
type reviewRead struct {
	review
	Content reviewContent `json:"content"`
	Parts   []reviewPart  `json:"parts"`  // what differs from what is live
	Scopes  []reviewScope `json:"scopes"` // what the app asks for now
	Thread  []reviewEntry `json:"thread"` // newest first
}

type reviewContent struct {
	Slug          string              `json:"slug"`
	Name          string              `json:"name"`
	Tagline       string              `json:"tagline"`
	Description   string              `json:"description"`
	Categories    []category.Category `json:"categories"`
	PrivacyURL    string              `json:"privacyUrl"`
	SupportURL    string              `json:"supportUrl"`
	ConnectURL    string              `json:"connectUrl"`
	IconID        *ident.Asset        `json:"iconId"`
	ScreenshotIDs []ident.Asset       `json:"screenshotIds"`
}

type reviewPart struct {
	Part string   `json:"part"`
	Live []string `json:"live"`
	New  []string `json:"new"`
}

type reviewScope struct {
	Scope  scope.Scope `json:"scope"`
	Risk   scope.Risk  `json:"risk"`
	Says   string      `json:"says"`
	Reason string      `json:"reason"` // that its makers give
	New    bool        `json:"new"`    // it was not approved before
}

type reviewEntry struct {
	ID       ident.ThreadEntry  `json:"id"`
	Revision int                `json:"revision"` // its number
	Kind     listings.EntryKind `json:"kind"`
	Review   bool               `json:"review"` // by a reviewer
	UserID   *ident.User        `json:"userId"`
	Text     string             `json:"text"`
	At       route.Time         `json:"at"`
}

type reviewNamed struct {
	Revision ident.Revision `path:"id" absent:"REVISION_NOT_FOUND"`
}

// threadShown is how much of a thread is shown.
const threadShown = 200

func (f *Face) readReview(ctx context.Context, in reviewNamed) (reviewRead, error) {
	r, l, err := f.deps.Listings.Revision(ctx, in.Revision)
	if err != nil {
		return reviewRead{}, err
	}
	app, err := f.deps.Apps.ByID(ctx, r.App)
	if err != nil {
		return reviewRead{}, err
	}
	head, err := f.reviewOf(ctx, r, app, l)
	if err != nil {
		return reviewRead{}, err
	}
	out := reviewRead{review: head, Content: reviewContentFrom(r.Content), Parts: []reviewPart{}, Scopes: reviewScopes(app, r, l), Thread: []reviewEntry{}}
	for _, part := range listings.Diff(l.Live, r, app.Scopes) {
		out.Parts = append(out.Parts, reviewPart{part.Name, part.Live, part.New})
	}
	entries, err := f.deps.Listings.Thread(ctx, r.App, threadShown)
	for _, e := range entries {
		shown := reviewEntry{ID: e.ID, Revision: e.Revision, Kind: e.Kind, Review: e.ByReview, Text: e.Text, At: route.Time(e.At)}
		if !e.User.IsZero() {
			shown.UserID = &e.User
		}
		out.Thread = append(out.Thread, shown)
	}
	return out, err
}

func reviewContentFrom(c listings.Content) reviewContent {
	out := reviewContent{
		Slug: c.Slug, Name: c.Name, Tagline: c.Tagline, Description: c.Description, Categories: c.Categories,
		PrivacyURL: c.PrivacyURL, SupportURL: c.SupportURL, ConnectURL: c.ConnectURL, ScreenshotIDs: c.Screenshots,
	}
	if !c.Icon.IsZero() {
		out.IconID = &c.Icon
	}
	return out
}

func reviewScopes(app apps.App, r listings.Revision, l listings.Listing) []reviewScope {
	out := []reviewScope{}
	for _, s := range app.Scopes {
		row, _ := scope.Lookup(s)
		out = append(out, reviewScope{
			Scope: s, Risk: row.Risk, Says: row.Says, Reason: r.Reasons[s], New: l.Live == nil || !l.Live.Scopes.Has(s),
		})
	}
	return out
}

type reviewChecks struct {
	Data []listings.Check `json:"data"`
}

// checkReview makes the checks of the app once more, as they come out now.
func (f *Face) checkReview(ctx context.Context, in reviewNamed) (reviewChecks, error) {
	r, _, err := f.deps.Listings.Revision(ctx, in.Revision)
	if err != nil {
		return reviewChecks{}, err
	}
	app, err := f.deps.Apps.ByID(ctx, r.App)
	if err != nil {
		return reviewChecks{}, err
	}
	made, err := f.deps.Listings.Checks(ctx, app)
	return reviewChecks{made}, err
}

// readReviewAsset serves a picture of the app whose revision it is.
func (f *Face) readReviewAsset(w http.ResponseWriter, r *http.Request) error {
	revision, failed := ident.Parse[ident.Revision](r.PathValue("id"))
	asset, err := ident.Parse[ident.Asset](r.PathValue("assetId"))
	if failed != nil || err != nil {
		return listings.ErrAssetNotFound
	}
	found, _, err := f.deps.Listings.Revision(r.Context(), revision)
	if err != nil {
		return err
	}
	picture, err := f.deps.Listings.Picture(r.Context(), found.App, asset)
	if err != nil {
		return err
	}
	route.WritePicture(w, picture.MediaType, "private, max-age=31536000, immutable", picture.Image)
	return nil
}

func (f *Face) claimReview(ctx context.Context, in reviewNamed) (reviewRead, error) {
	if err := f.deps.Listings.Claim(ctx, in.Revision, reviewer(ctx)); err != nil {
		return reviewRead{}, err
	}
	return f.readReview(ctx, in)
}

func (f *Face) releaseReview(ctx context.Context, in reviewNamed) (reviewRead, error) {
	if err := f.deps.Listings.Release(ctx, in.Revision, reviewer(ctx)); err != nil {
		return reviewRead{}, err
	}
	return f.readReview(ctx, in)
}

func (f *Face) decide(ctx context.Context, on reviewNamed, decision listings.Action, words string) (reviewRead, error) {
	if err := f.deps.Listings.Decide(ctx, on.Revision, reviewer(ctx), decision, words); err != nil {
		return reviewRead{}, err
	}
	return f.readReview(ctx, on)
}

type approval struct {
	reviewNamed
	Words string `json:"words"`
}

// Check holds the words to their length.
func (in approval) Check(p *route.Problems) { checkWords(p, in.Words) }

func checkWords(p *route.Problems, words string) {
	p.Want(utf8.RuneCountInString(words) <= listings.MaxWords, "words must be at most %d characters long", listings.MaxWords)
	p.Want(fault.Printable(strings.ReplaceAll(words, "\n", "")), "words must be printable text")
}

func (f *Face) approveReview(ctx context.Context, in approval) (reviewRead, error) {
	return f.decide(ctx, in.reviewNamed, listings.Approve, in.Words)
}

// objection is a decision against a revision, which its makers are owed words on.
type objection struct {
	reviewNamed
	Words string `json:"words"`
}

// Check wants words.
func (in objection) Check(p *route.Problems) {
	p.Want(strings.TrimSpace(in.Words) != "", "words should not be empty")
	checkWords(p, in.Words)
}

func (f *Face) decideAgainst(decision listings.Action) func(context.Context, objection) (reviewRead, error) {
	return func(ctx context.Context, in objection) (reviewRead, error) {
		return f.decide(ctx, in.reviewNamed, decision, in.Words)
	}
}
