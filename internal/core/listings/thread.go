package listings

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/listings/internal/db"
)

// EntryKind is what an entry of the thread tells.
type EntryKind string

// Comment is the one kind that moves nothing on; the others are what an action
// leaves in the thread.
const Comment EntryKind = "COMMENT"

var kinds = map[Action]EntryKind{
	Submit: "SUBMITTED", Withdraw: "WITHDRAWN", Claim: "CLAIMED", Release: "RELEASED",
	RequestChanges: "CHANGES_REQUESTED", Reject: "REJECTED", Approve: "APPROVED", comment: Comment,
}

// comment is no action on a revision; it only says something.
const comment Action = "comment"

// Entry is a line of the thread between an app's makers and review.
type Entry struct {
	ID       ident.ThreadEntry
	Revision int // its number
	Kind     EntryKind
	ByReview bool
	User     ident.User
	Text     string // empty where somebody did something without a word
	At       time.Time
}

// maxThread is how many entries the thread of a revision has at most, and
// MaxWords how long each is. What review does to a revision is always written.
const (
	maxThread = 200
	MaxWords  = 4000
)

// entry is a line to be written.
type entry struct {
	kind   Action
	by     ident.User
	review bool
	text   string
}

func (s *Service) say(ctx context.Context, tx *pg.Tx, revision ident.Revision, e entry) error {
	now := s.deps.Now()
	err := db.New(tx).AddEntry(ctx, db.AddEntryParams{
		ID: ident.New[ident.ThreadEntry](ident.Control, now).UUID, RevisionID: revision.UUID, Kind: string(kinds[e.kind]),
		ByReviewer: e.review, UserID: present(e.by.IsZero(), e.by.UUID), Text: strings.TrimSpace(e.text), CreatedAt: now,
	})
	if err != nil {
		return fmt.Errorf("write to the thread of revision %s: %w", revision, err)
	}
	return nil
}

// Comment adds words of its makers to the thread of the newest revision of an app's listing. It
// opens its own transaction.
func (s *Service) Comment(ctx context.Context, app ident.App, by ident.User, words string) error {
	return s.deps.Apps.FollowReview(ctx, app, func(tx *pg.Tx, app apps.App) (apps.Review, error) {
		listing, err := listingOf(ctx, tx, app.ID)
		if err != nil {
			return "", err
		}
		r := listing.newest()
		n, err := db.New(tx).CountEntries(ctx, r.ID.UUID)
		if err != nil {
			return "", fmt.Errorf("count the thread of revision %s: %w", r.ID, err)
		}
		if n >= maxThread {
			return "", errThreadFull.With(maxThread)
		}
		if err := s.say(ctx, tx, r.ID, entry{kind: comment, by: by, text: words}); err != nil {
			return "", err
		}
		return app.Review, s.note(ctx, tx, app, audit.ListingCommented, r, nil)
	})
}

// newest is the revision that its makers and review talk about.
func (l Listing) newest() Revision {
	if l.Open != nil {
		return *l.Open
	}
	return *l.Live
}

// Thread lists what was done with the revisions of an app's listing and said
// about them, newest first.
func (s *Service) Thread(ctx context.Context, app ident.App, most int) ([]Entry, error) {
	rows, err := db.New(s.deps.DB).Thread(ctx, db.ThreadParams{AppID: app.UUID, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("read the thread of app %s: %w", app, err)
	}
	list := make([]Entry, len(rows))
	for i, row := range rows {
		list[i] = Entry{
			ID: ident.Of[ident.ThreadEntry](ident.Control, row.ID), Revision: int(row.Number), Kind: EntryKind(row.Kind),
			ByReview: row.ByReviewer, User: userFrom(row.UserID), Text: row.Text, At: row.CreatedAt,
		}
	}
	return list, nil
}
