package partner

import (
	"context"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) accountRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /accounts", Scope: scope.AccountsRead, Permission: permission.ViewAccounts, Handle: route.JSON(http.StatusOK, f.listAccounts)},
		{Pattern: "POST /accounts", Scope: scope.AccountsWrite, Permission: permission.ManageAccounts, Handle: route.JSON(http.StatusCreated, f.createAccount)},
		{Pattern: "GET /accounts/{id}", Scope: scope.AccountsRead, Permission: permission.ViewAccounts, Handle: route.JSON(http.StatusOK, f.readAccount)},
		{Pattern: "PATCH /accounts/{id}", Scope: scope.AccountsWrite, Permission: permission.ManageAccounts, Handle: route.JSON(http.StatusOK, f.changeAccount)},
		{Pattern: "GET /accounts/{id}/balance", Scope: scope.AccountsRead, Permission: permission.ViewAccounts, Handle: route.JSON(http.StatusOK, f.readAccountBalance)},
		{Pattern: "POST /accounts/{id}/archive", Scope: scope.AccountsWrite, Permission: permission.ManageAccounts, Handle: route.JSON(http.StatusOK, f.archiveAccount)},
		{Pattern: "POST /accounts/{id}/restore", Scope: scope.AccountsWrite, Permission: permission.ManageAccounts, Handle: route.JSON(http.StatusOK, f.restoreAccount)},
	}
}

// account is a row of the chart of accounts.
type account struct {
	ID          ident.Account `json:"id"`
	Code        string        `json:"code"`
	Name        string        `json:"name"`
	Type        ledger.Type   `json:"type"`
	Role        *ledger.Role  `json:"role"`
	Description *string       `json:"description"`
	ArchivedAt  *route.Time   `json:"archivedAt"`
	Version     int           `json:"version"`
	CreatedAt   route.Time    `json:"createdAt"`
	UpdatedAt   route.Time    `json:"updatedAt"`
	CreatedBy   *signed       `json:"createdBy"`
	UpdatedBy   *signed       `json:"updatedBy"`
}

// RecordVersion goes into the header ETag.
func (a account) RecordVersion() int { return a.Version }

func accountFrom(a ledger.Account) account {
	return account{
		ID: a.ID, Code: a.Code, Name: a.Name, Type: a.Type, Role: route.Filled(a.Role), Description: route.Filled(a.Description),
		ArchivedAt: (*route.Time)(a.ArchivedAt), Version: a.Version, CreatedAt: route.Time(a.CreatedAt), UpdatedAt: route.Time(a.UpdatedAt),
		CreatedBy: signedBy(a.CreatedBy), UpdatedBy: signedBy(a.UpdatedBy),
	}
}

// said is the text that a member holds, where it may be missing or null.
func said(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

type accountListing struct {
	listing
	After    ident.Account `query:"after" absent:"UNKNOWN_CURSOR"`
	Type     ledger.Type   `query:"type"`
	Archived *bool         `query:"archived"`
}

// Check holds the listing to its bounds.
func (in accountListing) Check(p *route.Problems) {
	in.listing.Check(p)
	p.Want(in.Type == "" || slices.Contains(ledger.Types(), in.Type), "type must be one of ASSET, LIABILITY, EQUITY, INCOME, EXPENSE")
}

func (f *Face) listAccounts(ctx context.Context, in accountListing) (page[account], error) {
	list, more, total, err := f.deps.Ledger.Accounts(ctx, gate.CallerFrom(ctx).Business.ID,
		ledger.AccountFilter{Type: in.Type, Archived: in.Archived}, in.from(in.After.Shard, in.After.UUID))
	return pageOf(list, more, total, accountFrom, func(a ledger.Account) string { return a.ID.String() }), err
}

// accountNamed is a request about one account.
type accountNamed struct {
	ID   ident.Account `path:"id" absent:"ACCOUNT_NOT_FOUND"`
	Seen route.ETag    `header:"If-Match"`
}

func (f *Face) readAccount(ctx context.Context, in accountNamed) (account, error) {
	found, err := f.deps.Ledger.Account(ctx, gate.CallerFrom(ctx).Business.ID, in.ID)
	return accountFrom(found), err
}

type newAccount struct {
	Code        string      `json:"code"`
	Name        string      `json:"name"`
	Type        ledger.Type `json:"type"`
	Description *string     `json:"description"`
}

func (f *Face) createAccount(ctx context.Context, in newAccount) (account, error) {
	made, err := f.deps.Ledger.CreateAccount(ctx, gate.CallerFrom(ctx).Business.ID,
		ledger.AccountDetails{Code: in.Code, Name: in.Name, Type: in.Type, Description: said(in.Description)})
	return accountFrom(made), err
}

type accountChange struct {
	accountNamed
	Code        route.Change[string]      `json:"code"`
	Name        route.Change[string]      `json:"name"`
	Type        route.Change[ledger.Type] `json:"type"`
	Description route.Change[string]      `json:"description"`
}

// Check refuses to empty what every account has.
func (in accountChange) Check(p *route.Problems) {
	wantKept(p, "code", in.Code)
	wantKept(p, "name", in.Name)
	wantKept(p, "type", in.Type)
}

func (f *Face) changeAccount(ctx context.Context, in accountChange) (account, error) {
	changed, err := f.deps.Ledger.UpdateAccount(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen), func(d *ledger.AccountDetails) {
		d.Code, d.Name, d.Type = *in.Code.Or(&d.Code), *in.Name.Or(&d.Name), *in.Type.Or(&d.Type)
		d.Description = said(in.Description.Or(&d.Description))
	})
	return accountFrom(changed), err
}

func (f *Face) archiveAccount(ctx context.Context, in accountNamed) (account, error) {
	archived, err := f.deps.Ledger.ArchiveAccount(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
	return accountFrom(archived), err
}

func (f *Face) restoreAccount(ctx context.Context, in accountNamed) (account, error) {
	restored, err := f.deps.Ledger.RestoreAccount(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
	return accountFrom(restored), err
}

// accountBalance is what an account comes to at the end of a day.
type accountBalance struct {
	AccountID ident.Account  `json:"accountId"`
	AsOf      route.Date     `json:"asOf"`
	Currency  money.Currency `json:"currency"`
	Debit     money.Amount   `json:"debit"`
	Credit    money.Amount   `json:"credit"`
	Balance   money.Amount   `json:"balance"`
}

type accountOnDay struct {
	ID ident.Account `path:"id" absent:"ACCOUNT_NOT_FOUND"`
	onDay
}

func (f *Face) readAccountBalance(ctx context.Context, in accountOnDay) (accountBalance, error) {
	c := gate.CallerFrom(ctx)
	day, err := f.dayOf(c.Business, in.onDay)
	if err != nil {
		return accountBalance{}, err
	}
	found, err := f.deps.Ledger.Balance(ctx, c.Business.ID, in.ID, day)
	if err != nil {
		return accountBalance{}, err
	}
	digits := c.Business.Currency.Digits
	return accountBalance{
		AccountID: in.ID, AsOf: route.Date(day), Currency: c.Business.Currency,
		Debit: found.Debit.Round(digits), Credit: found.Credit.Round(digits), Balance: found.Net().Round(digits),
	}, nil
}
