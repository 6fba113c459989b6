package pages

import (
	"context"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/pending"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/html"
)

// changesBooks is what an approval is worth, whichever the tool: the password is asked
// for as if an app that changes the books were connected.
var changesBooks = scope.Of(scope.JournalWrite)

// approvalAsked is an action that the reader is asked for, in a business that they
// belong to.
type approvalAsked struct {
	pending.Action
	at      tenancy.Belonging
	granted permission.Set
}

// may says why the reader cannot approve it, if they cannot.
func (a approvalAsked) may() error { return tenancy.Allow(a.granted, a.Tool.Permission()) }

// approvalOf finds the action that an address names. Another's, and one of a business
// that the reader has left, is not there.
func (f *Face) approvalOf(r *http.Request, in accounts.SignedIn) (asked approvalAsked, err error) {
	id, err := ident.Parse[ident.PendingAction](r.PathValue("action"))
	if err != nil {
		return asked, errNoPage
	}
	if asked.Action, err = f.deps.Pending.Look(r.Context(), in.User.ID, id); err != nil {
		return asked, err
	}
	role, member, err := f.deps.Tenancy.Role(r.Context(), in.User.ID, asked.Business)
	if err != nil {
		return asked, err
	}
	if !member {
		return asked, pending.ErrNotFound
	}
	asked.at.Role = role
	if asked.at.Business, err = f.deps.Tenancy.Business(r.Context(), asked.Business); err != nil {
		return asked, err
	}
	asked.granted, err = f.deps.Tenancy.Permissions(r.Context(), in.User.ID, asked.Business)
	return asked, err
}

func (f *Face) askApproval(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	asked, err := f.approvalOf(r, in)
	if err != nil {
		return err
	}
	return f.showApproval(w, r, http.StatusOK, in, asked, nil)
}

func (f *Face) showApproval(w http.ResponseWriter, r *http.Request, status int, in accounts.SignedIn, asked approvalAsked, problems html.Problems) error {
	view, err := f.approvalView(r.Context(), asked)
	if err != nil {
		return err
	}
	view.Problems, view.Lacks = problems, asked.may() != nil
	if view.AskPassword, view.Passkeys, err = f.owes(r.Context(), in, changesBooks); err != nil {
		return err
	}
	return f.show(w, r, status, view)
}

// decideApproval carries the reader's decision out, and shows where the action stands then.
func (f *Face) decideApproval(w http.ResponseWriter, r *http.Request, in accounts.SignedIn) error {
	asked, err := f.approvalOf(r, in)
	if err != nil {
		return err
	}
	switch r.PostForm.Get("decision") {
	case "refuse":
		_, err = f.deps.Pending.Refuse(r.Context(), in.User.ID, asked.ID)
	case "approve":
		form := redisplay(func(status int, problems ...html.Problem) error {
			return f.showApproval(w, r, status, in, asked, problems)
		})
		if err := asked.may(); err != nil {
			return err
		}
		if err := f.proveAgain(w, r, in, changesBooks); err != nil {
			return form.refuse(err)
		}
		_, err = f.deps.Pending.Approve(r.Context(), in.User.ID, asked.ID)
	default:
		return errUnreadable
	}
	if err != nil {
		return err
	}
	return redirect(w, r, r.URL.Path, nil)
}

// mostApprovalLines is how many lines the page shows.
const mostApprovalLines = 20

// approvalView shows what would happen.
func (f *Face) approvalView(ctx context.Context, asked approvalAsked) (html.Approve, error) {
	app, err := f.deps.Apps.ByID(ctx, asked.App)
	if err != nil {
		return html.Approve{}, err
	}
	shown, err := f.appView(ctx, app)
	if err != nil {
		return html.Approve{}, err
	}
	facts := asked.Facts
	view := html.Approve{
		ID: asked.ID.String(), State: string(asked.State), Tool: string(asked.Tool), App: shown, At: businessView(asked.at),
		AskedAt: asked.CreatedAt, ExpiresAt: asked.ExpiresAt,
		Number: number(facts.Number), Currency: facts.Currency, Total: facts.Total.String(), Tax: figure(facts.Tax),
		Day: dayOf(facts.Date), DueDay: dayOf(facts.DueDate), Method: string(facts.Method),
	}
	if facts.Customer != nil {
		view.Customer = quote(facts.Customer.Name)
	}
	switch asked.Tool {
	case pending.SendInvoice:
		view.Email, view.Due = facts.Customer.Email, facts.Due.String()
	case pending.CreditInvoice:
		view.Due = facts.Due.String()
	case pending.PostJournalEntry, pending.ReverseJournalEntry:
		view.Entry = true
	case pending.RecordPayment:
		addSettled(&view, facts)
	}
	addApprovalLines(&view, facts)
	for _, text := range facts.Texts {
		if asked.Tool == pending.CreditInvoice && text.Name == "notes" {
			text.Name = "reason"
		}
		view.Texts = append(view.Texts, quote(text))
	}
	return view, nil
}

func addSettled(view *html.Approve, facts pending.Facts) {
	left := facts.Total
	for _, s := range facts.Settles {
		view.Settles, left = append(view.Settles, html.ApproveLine{Number: number(s.Number), Amount: s.Amount.String()}), left.Sub(s.Amount)
	}
	view.Left = figure(left)
}

func addApprovalLines(view *html.Approve, facts pending.Facts) {
	lines := facts.Lines
	if view.More = len(lines) - mostApprovalLines; view.More > 0 {
		lines = lines[:mostApprovalLines]
	}
	view.More = max(view.More, 0)
	for _, l := range lines {
		line := html.ApproveLine{What: quote(l.Text), Debit: figure(l.Debit), Credit: figure(l.Credit)}
		if l.Account != nil {
			line.Account = quote(*l.Account)
		} else {
			line.Quantity, line.UnitPrice, line.Amount = l.Quantity.String(), l.UnitPrice.String(), l.Net.String()
		}
		view.Lines = append(view.Lines, line)
	}
}

func quote(t pending.Text) html.Quote {
	return html.Quote{Name: t.Name, Text: t.Text, From: string(t.From)}
}

// number is that of a record, which people may have chosen.
func number(text string) string { return html.Name(text).String() }

// figure is an amount that is left out where it is nothing.
func figure(a money.Amount) string {
	if a.IsZero() {
		return ""
	}
	return a.String()
}

// dayOf reads a day of the facts; zero where there is none.
func dayOf(text string) time.Time {
	day, _ := time.Parse(time.DateOnly, text)
	return day
}
