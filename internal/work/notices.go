package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// noticeTried is how long a notice is tried before it is given up: after that it
// is no news any more.
const noticeTried = 3 * 24 * time.Hour

// notices tells owners of operations that touch what they own, those of each business
// and organization in turn. Every letter is noted by itself, so a try that stops
// half-way goes on with those who have not heard; one that stops between sending
// and noting repeats a letter under its old Message-ID.
func (d Deps) notices(ctx context.Context, turn Turn) (more bool, err error) {
	due, unread := d.Audit.NoticesDue(ctx, turn.Shards, mailsInTurn, mailsListed)
	if turn.Control {
		control, err := d.Audit.ControlNoticesDue(ctx, mailsInTurn, mailsListed)
		due, unread = append(due, control...), errors.Join(unread, err)
	}
	var mails []waitingMail
	for _, waiting := range due {
		mails = append(mails, waitingMail{party: waiting.Party, send: func(ctx context.Context) (taken bool, err error) {
			notice, taken, err := d.Audit.Claim(ctx, waiting)
			if taken {
				d.logFailure(ctx, kindNotice, d.sendNotice(ctx, notice, turn.Now))
			}
			return taken, err
		}})
	}
	more, err = d.sendMails(ctx, turn, mails)
	return more, errors.Join(unread, err)
}

func (d Deps) sendNotice(ctx context.Context, notice audit.Notice, now time.Time) error {
	if now.Sub(notice.At) >= noticeTried {
		d.Log.WarnContext(ctx, "notice given up", "entry", notice.ID)
		return d.Audit.Settle(ctx, notice)
	}
	letters, err := d.letters(ctx, notice)
	if err != nil {
		return err
	}
	var failed []error
	for _, l := range letters {
		failed = append(failed, d.sendLetter(ctx, notice, l))
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	return d.Audit.Settle(ctx, notice)
}

// sendLetter sends one letter of a notice. An address that is refused for good has
// heard all that it ever will.
func (d Deps) sendLetter(ctx context.Context, notice audit.Notice, l letter) error {
	if notice.MailedTo(l.to.ID) {
		return nil
	}
	err := d.send(ctx, kindNotice, d.noticeMail(notice, l))
	if errors.Is(err, mail.ErrRefused) {
		d.logFailure(ctx, kindNotice, err)
		err = nil
	}
	if err != nil {
		return fmt.Errorf("mail notice %s to %s: %w", notice.ID, l.to.ID, err)
	}
	return d.Audit.MarkMailed(ctx, notice, l.to.ID)
}

// letter is the mail to one person.
type letter struct {
	to      accounts.User
	subject string
	says    []string
	closing string // why they are told; empty: as an owner
}

// letters writes to the owners of the business and to those of the app. Who is
// both hears as the business's owner. When the app or the business is gone,
// there is nobody left to tell.
func (d Deps) letters(ctx context.Context, notice audit.Notice) ([]letter, error) {
	if aboutAccount(notice) {
		return d.accountLetters(ctx, notice)
	}
	s, err := d.noticeValues(ctx, notice)
	if refusal, ok := fault.As(err); ok && refusal.Kind == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text := noticeTexts[notice.Action]
	inBusiness, err := d.businessOwners(ctx, notice.Business)
	if err != nil {
		return nil, err
	}
	ofApp, err := d.organizationOwners(ctx, s.app.Organization)
	if err != nil {
		return nil, err
	}
	var list []letter
	written := map[ident.User]bool{}
	for _, user := range inBusiness {
		written[user.ID] = true
		list = append(list, letter{to: user, subject: s.fill(text.subject), says: []string{s.fill(text.toBusiness), "", "You see the apps of your business here, and can end their access:", "", "  " + d.AppURL + pagepath.ConnectedApps}})
	}
	for _, user := range ofApp {
		if !written[user.ID] {
			list = append(list, letter{to: user, subject: s.fill(text.subject), says: []string{s.fill(text.toApp)}})
		}
	}
	return list, nil
}

func (d Deps) noticeMail(notice audit.Notice, l letter) mail.Message {
	text := append([]string{greeting(l.to), ""}, l.says...)
	if l.closing == "" {
		l.closing = "This happened on " + instant(notice.At) + ". You get this mail from " + d.Brand + " as an owner."
	}
	text = append(text, "", l.closing)
	return mail.Message{
		Key: "notice-" + notice.ID.String() + "-" + l.to.ID.String(), To: l.to.Email, Subject: l.subject, Text: lines(text...),
	}
}

// noticeValues are what fills a text: the names in an operation, and its facts.
type noticeValues struct {
	app      apps.App
	business string
	who      string
	facts    facts
}

// facts are what letters tell of an entry's facts.
type facts struct {
	App   ident.App
	Host  string    // of a webhook
	Since time.Time // a webhook fails

	Function string // its name
	Failures int    // of the function, in a row
}

func (s noticeValues) fill(text string) string {
	return strings.NewReplacer(
		"{app}", mailing.Shown(s.app.Name), "{business}", mailing.Shown(s.business), "{who}", mailing.Shown(s.who), "{host}", s.facts.Host, "{since}", instant(s.facts.Since),
		"{function}", mailing.Shown(s.facts.Function), "{failures}", strconv.Itoa(s.facts.Failures),
	).Replace(text)
}

// instant is a time as letters tell it.
func instant(at time.Time) string { return at.UTC().Format("2 January 2006 at 15:04") + " UTC" }

func (d Deps) noticeValues(ctx context.Context, notice audit.Notice) (s noticeValues, err error) {
	if err := json.Unmarshal(notice.Facts, &s.facts); err != nil {
		return noticeValues{}, fmt.Errorf("read the facts of entry %s: %w", notice.ID, err)
	}
	// The app is what the entry is about, or one of its facts.
	app, err := ident.Parse[ident.App](notice.Subject)
	if err != nil {
		app = s.facts.App
	}
	if s.app, err = d.Apps.ByID(ctx, app); err != nil {
		return noticeValues{}, err
	}
	if !notice.Business.IsZero() {
		if s.business, err = d.nameOfBusiness(ctx, notice.Business); err != nil {
			return noticeValues{}, err
		}
	}
	s.who, err = d.nameOf(ctx, notice.Actor)
	return s, err
}

func (d Deps) nameOfBusiness(ctx context.Context, id ident.Business) (string, error) {
	business, err := d.Tenancy.Business(ctx, id)
	if errors.Is(err, tenancy.ErrBusinessNotFound) {
		return "a business that was erased", nil
	}
	return business.Name, err
}

// nameOf names who did it to those whose business it is.
func (d Deps) nameOf(ctx context.Context, who actor.Actor) (string, error) {
	if who.Kind == actor.Operator {
		return d.Brand, nil
	}
	id, err := ident.Parse[ident.User](who.ID)
	if who.Kind != actor.User || err != nil {
		return "Somebody", nil
	}
	user, err := d.Accounts.UserByID(ctx, id)
	if _, gone := fault.As(err); gone {
		return "Somebody", nil
	}
	return user.Name, err
}

func (d Deps) businessOwners(ctx context.Context, business ident.Business) ([]accounts.User, error) {
	if business.IsZero() {
		return nil, nil
	}
	members, err := d.Tenancy.Members(ctx, business)
	if err != nil {
		return nil, err
	}
	var owners []ident.User
	for _, m := range members {
		if m.Role == permission.Owner {
			owners = append(owners, m.User)
		}
	}
	return d.active(ctx, owners)
}

func (d Deps) organizationOwners(ctx context.Context, organization ident.Organization) ([]accounts.User, error) {
	if organization.IsZero() { // nobody has claimed the app
		return nil, nil
	}
	members, err := d.Tenancy.OrganizationMembers(ctx, organization)
	if err != nil {
		return nil, err
	}
	var owners []ident.User
	for _, m := range members {
		if m.Role == tenancy.OrganizationOwner {
			owners = append(owners, m.User)
		}
	}
	return d.active(ctx, owners)
}

// active leaves out who is suspended or restricted.
func (d Deps) active(ctx context.Context, ids []ident.User) ([]accounts.User, error) {
	var users []accounts.User
	for _, id := range ids {
		user, err := d.Accounts.UserByID(ctx, id)
		if err != nil {
			return nil, err
		}
		if user.Active() {
			users = append(users, user)
		}
	}
	return users, nil
}
