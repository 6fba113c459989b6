package console

import (
	"context"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) installationRoutes() []route.Route {
	const all = " /developer/apps/{id}/installations"
	return []route.Route{
		{Pattern: "GET" + all, Role: viewer, Handle: route.JSON(http.StatusOK, f.listInstallations)},
		{Pattern: "GET" + all + "/{installationId}", Role: viewer, Handle: route.JSON(http.StatusOK, f.readInstallation)},
	}
}

// installation is the app in a business, with how it is doing.
type installation struct {
	ID            ident.Installation `json:"id"`
	BusinessID    ident.Business     `json:"businessId"`
	Status        installs.Status    `json:"status"`
	AccessRevoked bool               `json:"accessRevoked"` // until somebody there consents again
	Scopes        scope.Set          `json:"scopes"`
	InstalledBy   ident.User         `json:"installedBy"`
	InstalledAt   route.Time         `json:"installedAt"`
	EndedAt       *route.Time        `json:"endedAt"`
	EndReason     *string            `json:"endReason"`
	LastCallAt    *route.Time        `json:"lastCallAt"` // null: none under this installation
}

func installationFrom(i installs.Installation, calls map[ident.Business]time.Time) installation {
	out := installation{
		ID: i.ID, BusinessID: i.Business, Status: i.Status, AccessRevoked: i.AccessRevoked, Scopes: i.Scopes, InstalledBy: i.InstalledBy,
		InstalledAt: route.Time(i.InstalledAt), EndedAt: (*route.Time)(i.EndedAt), EndReason: route.Filled(string(i.EndReason)),
	}
	if last, called := calls[i.Business]; called && !last.Before(i.InstalledAt) && (i.EndedAt == nil || !last.After(*i.EndedAt)) {
		out.LastCallAt = new(route.Time(last))
	}
	return out
}

type installationListing struct {
	State  string             `query:"state"`
	Before ident.Installation `query:"before"`
	Limit  int                `query:"limit" default:"50"`
}

// Check lists what is wrong with the filters.
func (in installationListing) Check(p *route.Problems) {
	p.Want(in.State == "" || in.State == "current" || in.State == "ended", "state must be one of current, ended")
	p.Want(in.Limit >= 1 && in.Limit <= 100, "limit must be between 1 and 100")
}

type installationList struct {
	Data       []installation      `json:"data"`
	NextBefore *ident.Installation `json:"nextBefore"`
}

func (f *Face) listInstallations(ctx context.Context, in installationListing) (installationList, error) {
	wanted := installs.Listing{Before: in.Before, Most: in.Limit + 1}
	if in.State != "" {
		wanted.Ended = new(in.State == "ended")
	}
	list, err := f.deps.Installs.OfApp(ctx, appIn(ctx).ID, wanted)
	if err != nil {
		return installationList{}, err
	}
	out := installationList{}
	if len(list) > in.Limit {
		list = list[:in.Limit]
		out.NextBefore = &list[in.Limit-1].ID
	}
	businesses := make([]ident.Business, len(list))
	for i, one := range list {
		businesses[i] = one.Business
	}
	calls, err := f.deps.Journal.LastCallsOf(ctx, appIn(ctx).ID, businesses...)
	out.Data = make([]installation, len(list))
	for i, one := range list {
		out.Data[i] = installationFrom(one, calls)
	}
	return out, err
}

type installationNamed struct {
	Installation ident.Installation `path:"installationId" absent:"INSTALLATION_NOT_FOUND"`
}

// installationInspection is an installation with who said yes, and its tokens.
type installationInspection struct {
	installation
	Consents []consent     `json:"consents"`
	Tokens   []tokenFamily `json:"tokens"`
}

// consent is a yes of somebody in the business, who is an id here.
type consent struct {
	UserID      ident.User  `json:"userId"`
	Scopes      scope.Set   `json:"scopes"`
	GrantedAt   route.Time  `json:"grantedAt"`
	WithdrawnAt *route.Time `json:"withdrawnAt"`
}

// tokenFamily is the tokens that came from one approval.
type tokenFamily struct {
	ID               ident.Family  `json:"id"`
	UserID           ident.User    `json:"userId"`
	Scopes           scope.Set     `json:"scopes"`
	CreatedAt        route.Time    `json:"createdAt"`
	RefreshedAt      *route.Time   `json:"refreshedAt"`
	RefreshExpiresAt *route.Time   `json:"refreshExpiresAt"`
	AccessExpiresAt  route.Time    `json:"accessExpiresAt"`
	RevokedAt        *route.Time   `json:"revokedAt"`
	RevokedFor       *token.Reason `json:"revokedFor"`
}

// mostShown bounds what is shown of an installation's consents and of its tokens.
const mostShown = 50

func (f *Face) readInstallation(ctx context.Context, in installationNamed) (out installationInspection, err error) {
	app := appIn(ctx).ID
	found, err := f.deps.Installs.ByID(ctx, in.Installation)
	if err == nil && found.App != app {
		err = installs.ErrNotFound
	}
	if err != nil {
		return out, err
	}
	calls, err := f.deps.Journal.LastCallsOf(ctx, app, found.Business)
	if err != nil {
		return out, err
	}
	consents, err := f.deps.Installs.ConsentsTo(ctx, found.ID, mostShown)
	if err != nil {
		return out, err
	}
	families, err := f.deps.Tokens.OfInstallation(ctx, found.ID, mostShown)
	out = installationInspection{installationFrom(found, calls), make([]consent, len(consents)), make([]tokenFamily, len(families))}
	for i, c := range consents {
		out.Consents[i] = consent{c.User, c.Scopes, route.Time(c.GrantedAt), (*route.Time)(c.WithdrawnAt)}
	}
	for i, one := range families {
		out.Tokens[i] = familyFrom(one)
	}
	return out, err
}

func familyFrom(one token.Family) tokenFamily {
	out := tokenFamily{
		ID: one.ID, UserID: one.User, Scopes: one.Scopes, CreatedAt: route.Time(one.CreatedAt), AccessExpiresAt: route.Time(one.AccessUntil),
		RefreshedAt: (*route.Time)(one.RefreshedAt), RefreshExpiresAt: (*route.Time)(one.RefreshUntil), RevokedAt: (*route.Time)(one.RevokedAt),
	}
	if one.RevokedFor != "" {
		out.RevokedFor = &one.RevokedFor
	}
	return out
}
