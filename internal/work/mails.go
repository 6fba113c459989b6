package work

import (
	"context"
	"errors"
	"time"

	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/tenancy"
)

const (
	// mailRuns is how many mails of one kind a node sends at once.
	mailRuns = 4
	// mailsListed is how many mails a run lists at once, mailsInTurn how many of
	// them may be one party's.
	mailsListed = 500
	mailsInTurn = 5
	// mailsLimit is how long a run goes on with its list before it looks anew.
	mailsLimit = time.Minute
)

// waitingMail is a mail that waits to be sent.
type waitingMail struct {
	party string // whose: a business, an organization, a user
	// send sends it, or lets it be when somebody else is at it.
	send func(context.Context) (taken bool, err error)
}

// sendMails sends the mails that wait, a few of each party in turn. No two runs send
// mails of one party at a time: so a party with many mails, or with mails that
// the server is slow to take, keeps one run busy, and the others serve everybody
// else. A run that found something to send looks again, since what came meanwhile
// for its party was left to it.
func (d Deps) sendMails(ctx context.Context, turn Turn, mails []waitingMail) (more bool, err error) {
	parties, of := byParty(mails)
	if len(parties) > 1 {
		turn.RunAnother()
	}
	for began := time.Now(); len(parties) > 0 && ctx.Err() == nil && time.Since(began) < mailsLimit; parties = parties[1:] {
		taken, err := serve(ctx, turn, parties[0], of[parties[0]])
		if err != nil {
			return false, err
		}
		more = more || taken
	}
	return more, nil
}

// byParty lists the parties in the order in which they come up, and the mails of
// each.
func byParty(mails []waitingMail) (parties []string, of map[string][]waitingMail) {
	of = map[string][]waitingMail{}
	for _, m := range mails {
		if of[m.party] == nil {
			parties = append(parties, m.party)
		}
		of[m.party] = append(of[m.party], m)
	}
	return parties, of
}

// serve sends mails of one party, unless another run is at it.
func serve(ctx context.Context, turn Turn, party string, mails []waitingMail) (some bool, err error) {
	done, ok := turn.TryLock(party)
	if !ok {
		return false, nil
	}
	defer done()
	for _, m := range mails {
		taken, err := m.send(ctx)
		if err != nil {
			return some, err
		}
		some = some || taken
	}
	return some, nil
}

// The kinds of mails, as figures tell them.
const (
	kindReset      = "reset"
	kindSignUp     = "sign_up"
	kindAddress    = "address"
	kindInvitation = "invitation"
	kindInvoice    = "invoice"
	kindNotice     = "notice"
)

// What becomes of mails, as figures tell it.
const (
	mailSent    = "sent"
	mailFailed  = "failed"
	mailRefused = "refused"
)

// Backlog tells how many mails of a kind wait, and since when the oldest does.
type Backlog func(context.Context) (waiting int64, oldest time.Time, err error)

// MailBacklogs has the backlog of every kind of mail.
func MailBacklogs(people *accounts.Service, places *tenancy.Service, sold *sales.Service, book *audit.Log) map[string]Backlog {
	return map[string]Backlog{
		kindReset: people.ResetMailBacklog, kindSignUp: people.SignUpMailBacklog, kindAddress: people.EmailChangeMailBacklog, kindInvitation: places.InvitationMailBacklog,
		kindInvoice: sold.MailBacklog, kindNotice: book.NoticeBacklog,
	}
}

// send hands a mail to the server, and counts how that went.
func (d Deps) send(ctx context.Context, kind string, m mail.Message) error {
	err := d.Mail.Send(ctx, m)
	outcome := mailSent
	switch {
	case errors.Is(err, mail.ErrRefused):
		outcome = mailRefused
	case err != nil:
		outcome = mailFailed
	}
	d.mails.Add(ctx, 1, telemetry.L("kind", kind), telemetry.L("outcome", outcome))
	return err
}

// logFailure logs a mail that did not go out; it waits for a later run.
func (d Deps) logFailure(ctx context.Context, kind string, err error) {
	if err != nil {
		d.Log.WarnContext(ctx, "mail not sent", "mail", kind, "err", err)
	}
}
