package console

import (
	"context"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/sandboxes"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) sandboxRoutes() []route.Route {
	const all = " /developer/organizations/{id}/sandboxes"
	const one = all + "/{sandboxId}"
	return []route.Route{
		{Pattern: "GET /developer/sandbox-templates", Handle: route.JSON(http.StatusOK, f.listTemplates)},
		{Pattern: "GET" + all, Role: viewer, Handle: route.JSON(http.StatusOK, f.listSandboxes)},
		{Pattern: "POST" + all, Role: developer, Handle: sayWhen(route.JSON(http.StatusCreated, f.createSandbox))},
		{Pattern: "GET" + one, Role: viewer, Handle: route.JSON(http.StatusOK, f.readSandbox)},
		{Pattern: "DELETE" + one, Role: admin, Handle: route.JSON(http.StatusNoContent, f.deleteSandbox)},
		{Pattern: "POST" + one + "/reset", Role: developer, Handle: sayWhen(route.JSON(http.StatusOK, f.resetSandbox))},
		{Pattern: "POST" + one + "/clock", Role: developer, Handle: sayWhen(route.JSON(http.StatusOK, f.moveClock))},
		{Pattern: "POST" + one + "/trigger", Role: developer, Handle: sayWhen(route.JSON(http.StatusOK, f.triggerEvent))},
		{Pattern: "POST" + one + "/token", Role: developer, Handle: sayWhen(route.JSON(http.StatusOK, f.takeToken))},
	}
}

type template struct {
	Code        sandboxes.Code `json:"code"`
	Name        string         `json:"name"`
	Description string         `json:"description"`
}

func (f *Face) listTemplates(context.Context, route.None) (route.List[template], error) {
	var list route.List[template]
	for _, t := range sandboxes.Templates() {
		list.Data = append(list.Data, template{t.Code, t.Name, t.Says})
	}
	return list, nil
}

type sandbox struct {
	ID        ident.Business `json:"id"`
	Name      string         `json:"name"`
	Template  string         `json:"template"`
	Currency  money.Currency `json:"currency"`
	Timezone  string         `json:"timezone"`
	Time      route.Time     `json:"time"`     // by its own clock
	FilledAt  *route.Time    `json:"filledAt"` // null: its books are not complete
	CreatedAt route.Time     `json:"createdAt"`
}

func (f *Face) sandboxFrom(s tenancy.Sandbox) sandbox {
	return sandbox{
		ID: s.ID, Name: s.Name, Template: s.Template, Currency: s.Currency, Timezone: s.Timezone,
		Time: route.Time(f.deps.Now().Add(s.Ahead)), FilledAt: (*route.Time)(s.FilledAt), CreatedAt: route.Time(s.CreatedAt),
	}
}

type sandboxesOf struct {
	Organization ident.Organization `path:"id" absent:"ORGANIZATION_NOT_FOUND"`
}

func (f *Face) listSandboxes(ctx context.Context, in sandboxesOf) (route.List[sandbox], error) {
	list, err := f.deps.Tenancy.Sandboxes(ctx, in.Organization)
	out := route.List[sandbox]{Data: make([]sandbox, len(list))}
	for i, s := range list {
		out.Data[i] = f.sandboxFrom(s)
	}
	return out, err
}

type newSandbox struct {
	sandboxesOf
	Name     string         `json:"name"`
	Template sandboxes.Code `json:"template"`
}

func (f *Face) createSandbox(ctx context.Context, in newSandbox) (sandbox, error) {
	if err := f.mayFill(ctx, in.Organization); err != nil {
		return sandbox{}, err
	}
	made, err := f.deps.Sandboxes.Create(ctx, sandboxes.NewSandbox{Organization: in.Organization, Name: in.Name, Template: in.Template})
	if err == nil {
		err = f.deps.Webhooks.HearSandbox(ctx, in.Organization, made.ID)
	}
	if err != nil {
		return sandbox{}, err
	}
	return f.sandboxFrom(made), nil
}

// mayFill counts how often an organization has books filled.
func (f *Face) mayFill(ctx context.Context, organization ident.Organization) error {
	return f.withinLimit(ctx, limits.Hit{Rule: limits.SandboxFills, Key: organization.String()})
}

// withinLimit refuses what comes too soon; see sayWhen.
func (f *Face) withinLimit(ctx context.Context, hit limits.Hit) error {
	wait, err := f.deps.Windows.Refused(ctx, hit)
	if err == nil && wait > 0 {
		err = tooSoon(wait)
	}
	return err
}

type sandboxNamed struct {
	sandboxesOf
	Sandbox ident.Business `path:"sandboxId" absent:"SANDBOX_NOT_FOUND"`
}

func (f *Face) readSandbox(ctx context.Context, in sandboxNamed) (sandbox, error) {
	found, err := f.deps.Tenancy.Sandbox(ctx, in.Organization, in.Sandbox)
	if err != nil {
		return sandbox{}, err
	}
	return f.sandboxFrom(found), nil
}

func (f *Face) deleteSandbox(ctx context.Context, in sandboxNamed) (route.None, error) {
	found, err := f.deps.Tenancy.Sandbox(ctx, in.Organization, in.Sandbox)
	if err != nil {
		return route.None{}, err
	}
	return route.None{}, f.deps.Tenancy.EraseBusiness(ctx, found.ID)
}

func (f *Face) resetSandbox(ctx context.Context, in sandboxNamed) (sandbox, error) {
	found, err := f.deps.Tenancy.Sandbox(ctx, in.Organization, in.Sandbox)
	if err != nil {
		return sandbox{}, err
	}
	if err := f.mayFill(ctx, in.Organization); err != nil {
		return sandbox{}, err
	}
	filled, err := f.deps.Sandboxes.Reset(ctx, found)
	if err != nil {
		return sandbox{}, err
	}
	return f.sandboxFrom(filled), nil
}

type clockMove struct {
	sandboxNamed
	Time *route.Time `json:"time"`
}

// Check wants a time.
func (in clockMove) Check(p *route.Problems) { p.Want(in.Time != nil, "time should not be empty") }

func (f *Face) moveClock(ctx context.Context, in clockMove) (sandbox, error) {
	found, err := f.deps.Tenancy.Sandbox(ctx, in.Organization, in.Sandbox)
	if err != nil {
		return sandbox{}, err
	}
	if err := f.withinLimit(ctx, limits.Hit{Rule: limits.SandboxClocks, Key: in.Organization.String()}); err != nil {
		return sandbox{}, err
	}
	moved, err := f.deps.Sandboxes.MoveClock(ctx, found, time.Time(*in.Time))
	if err != nil {
		return sandbox{}, err
	}
	return f.sandboxFrom(moved), nil
}

type trigger struct {
	sandboxNamed
	Event event.Name        `json:"event"`
	Set   map[string]string `json:"set"`
	App   *ident.App        `json:"appId"`
}

// Check wants an event.
func (in trigger) Check(p *route.Problems) { p.Want(in.Event != "", "event should not be empty") }

type triggered struct {
	Business ident.Business `json:"businessId"`
	Events   []ident.Event  `json:"eventIds"`
	Records  []string       `json:"records"`
}

// triggerEvent makes an event happen, by real operations in the sandbox's books.
func (f *Face) triggerEvent(ctx context.Context, in trigger) (triggered, error) {
	found, err := f.deps.Tenancy.Sandbox(ctx, in.Organization, in.Sandbox)
	if err != nil {
		return triggered{}, err
	}
	by, _ := session.From(ctx)
	wish := sandboxes.Trigger{Event: in.Event, Set: in.Set, User: by.User.ID}
	if in.App != nil {
		if wish.App, err = f.deps.Apps.InOrganization(ctx, in.Organization, *in.App); err != nil {
			return triggered{}, err
		}
	}
	if err := f.withinLimit(ctx, limits.Hit{Rule: limits.SandboxTriggers, Key: in.Organization.String()}); err != nil {
		return triggered{}, err
	}
	done, err := f.deps.Sandboxes.Trigger(ctx, found, wish)
	return triggered{Business: found.ID, Events: done.Events, Records: done.Records}, err
}

type tokenRequest struct {
	sandboxNamed
	App ident.App `json:"appId"`
}

type sandboxToken struct {
	AccessToken string    `json:"accessToken"`
	ExpiresIn   int       `json:"expiresIn"` // seconds
	Scopes      scope.Set `json:"scopes"`
}

// takeToken gives a maker a token of their own app in their own sandbox, and nobody
// else's in none else.
func (f *Face) takeToken(ctx context.Context, in tokenRequest) (sandboxToken, error) {
	found, err := f.deps.Tenancy.Sandbox(ctx, in.Organization, in.Sandbox)
	if err != nil {
		return sandboxToken{}, err
	}
	app, err := f.deps.Apps.InOrganization(ctx, in.Organization, in.App)
	if err != nil {
		return sandboxToken{}, err
	}
	if err := f.withinLimit(ctx, limits.Hit{Rule: limits.SandboxTokens, Key: in.Organization.String()}); err != nil {
		return sandboxToken{}, err
	}
	by, _ := session.From(ctx)
	issued, err := f.deps.Grants.Direct(ctx, installs.Approval{App: app, Business: found.Business, User: by.User.ID, Scopes: app.Scopes})
	if err != nil {
		return sandboxToken{}, err
	}
	return sandboxToken{AccessToken: issued.Access, ExpiresIn: int(issued.ExpiresIn.Seconds()), Scopes: issued.Scopes}, nil
}
