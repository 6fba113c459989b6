package listings

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Evidence is what the rest of the service knows of an app. It is asked for by
// interface because the domains that know stand beside this one or above it.
type Evidence interface {
	// Subscribed lists the events that the app's enabled webhooks are told of.
	Subscribed(ctx context.Context, app apps.App) ([]event.Name, error)
	// Tested reports whether a webhook of the app received a test of late.
	Tested(ctx context.Context, app apps.App) (bool, error)
	// InSandbox reports whether a sandbox of its makers has or had the app.
	InSandbox(ctx context.Context, app apps.App) (bool, error)
	// UsedScopes are the scopes that the app is seen to use, or may use where nobody
	// can tell.
	UsedScopes(ctx context.Context, app apps.App) (scope.Set, error)
}

// Check is something that an app should have done before review looks at it.
type Check struct {
	Name    CheckName `json:"name"`
	Passed  bool      `json:"passed"`
	Warning bool      `json:"warning"` // that it fails keeps nobody from submitting
	Says    string    `json:"says"`    // what was found, and what to do if it failed
}

// CheckName names a check.
type CheckName string

// The checks.
const (
	ListensToErasure CheckName = "LISTENS_TO_ERASURE"
	TestDelivered    CheckName = "TEST_DELIVERED"
	SandboxInstall   CheckName = "SANDBOX_INSTALL"
	VersionPinned    CheckName = "VERSION_PINNED"
	ScopesJustified  CheckName = "SCOPES_JUSTIFIED"
	ScopesUsed       CheckName = "SCOPES_USED"
	PrivacyPage      CheckName = "PRIVACY_PAGE"
	SupportPage      CheckName = "SUPPORT_PAGE"
)

// checks are made in this order, each for the app and its open revision.
var checks = []struct {
	name  CheckName
	judge func(*Service, context.Context, apps.App, Content) (passed bool, says string, err error)
}{
	{ListensToErasure, (*Service).listensToErasure},
	{TestDelivered, (*Service).testDelivered},
	{SandboxInstall, (*Service).sandboxInstall},
	{VersionPinned, (*Service).versionPinned},
	{ScopesJustified, (*Service).scopesJustified},
	{ScopesUsed, (*Service).scopesUsed},
	{PrivacyPage, func(s *Service, ctx context.Context, _ apps.App, c Content) (bool, string, error) {
		return s.answers(ctx, "privacyUrl", c.PrivacyURL)
	}},
	{SupportPage, func(s *Service, ctx context.Context, _ apps.App, c Content) (bool, string, error) {
		return s.answers(ctx, "supportUrl", c.SupportURL)
	}},
}

// Checks makes all checks of an app, for the newest revision of its listing. They
// are made at once: two of them wait for other hosts.
func (s *Service) Checks(ctx context.Context, app apps.App) ([]Check, error) {
	listing, err := s.Of(ctx, app.ID)
	if err != nil {
		return nil, err
	}
	content := listing.newest().Content
	made, failed := make([]Check, len(checks)), make([]error, len(checks))
	var all sync.WaitGroup
	for i, check := range checks {
		all.Go(func() {
			made[i].Name, made[i].Warning = check.name, check.name == ScopesUsed
			made[i].Passed, made[i].Says, failed[i] = check.judge(s, ctx, app, content)
		})
	}
	all.Wait()
	return made, errors.Join(failed...)
}

// failing are the checks that did not pass, and had to.
func failing(made []Check) []Check {
	var failed []Check
	for _, check := range made {
		if !check.Passed && !check.Warning {
			failed = append(failed, check)
		}
	}
	return failed
}

// erasures are the events by which an app learns what to erase, and the scope
// that makes it need to know; no scope means always.
var erasures = []struct {
	event event.Name
	with  scope.Scope
}{
	{event.AppUninstalled, ""},
	{event.BusinessRedact, ""},
	{event.CustomerRedact, scope.CustomersRead},
	{event.SupplierRedact, scope.SuppliersRead},
}

func (s *Service) listensToErasure(ctx context.Context, app apps.App, _ Content) (bool, string, error) {
	heard, err := s.deps.Evidence.Subscribed(ctx, app)
	if err != nil {
		return false, "", err
	}
	known := map[event.Name]bool{}
	for _, name := range heard {
		known[name] = true
	}
	for _, e := range erasures {
		if (e.with == "" || app.Scopes.Has(e.with)) && !known[e.event] {
			return false, fmt.Sprintf("No enabled webhook listens to %s. Subscribe one to it.", e.event), nil
		}
	}
	return true, "The app is told what to erase.", nil
}

func (s *Service) testDelivered(ctx context.Context, app apps.App, _ Content) (bool, string, error) {
	tested, err := s.deps.Evidence.Tested(ctx, app)
	if err != nil || !tested {
		return false, "No test delivery was answered with 2xx in the last 30 days. Send one to a webhook.", err
	}
	return true, "A test delivery was answered with 2xx.", nil
}

func (s *Service) sandboxInstall(ctx context.Context, app apps.App, _ Content) (bool, string, error) {
	installed, err := s.deps.Evidence.InSandbox(ctx, app)
	if err != nil || !installed {
		return false, "The app was never connected to a sandbox of yours. Connect it to one.", err
	}
	return true, "The app was connected to a sandbox.", nil
}

func (s *Service) versionPinned(_ context.Context, app apps.App, _ Content) (bool, string, error) {
	if app.PinnedVersion == "" {
		return false, "The app follows the newest API version. Pin the one that it was written for.", nil
	}
	return true, "The API version is pinned: " + app.PinnedVersion + ".", nil
}

func (s *Service) scopesJustified(_ context.Context, app apps.App, c Content) (bool, string, error) {
	if lacking := c.unjustified(app.Scopes); len(lacking) > 0 {
		return false, fmt.Sprintf("No reason is given for %s.", lacking), nil
	}
	return true, "Every scope has a reason.", nil
}

func (s *Service) scopesUsed(ctx context.Context, app apps.App, _ Content) (bool, string, error) {
	used, err := s.deps.Evidence.UsedScopes(ctx, app)
	if err != nil {
		return false, "", err
	}
	if idle := used.Missing(app.Scopes); len(idle) > 0 {
		return false, fmt.Sprintf("Not used in 30 days: %s. Take it out, or say in review what it is for.", idle), nil
	}
	return true, "Every scope was used in the last 30 days.", nil
}

// answerLimits bound what a page of a stranger's may cost us.
var answerLimits = egress.Limits{Time: 5 * time.Second, Body: 16 << 10, Truncate: true}

// answers reports whether an address answers. A redirect is an answer: nobody
// follows it here, and a browser will.
func (s *Service) answers(ctx context.Context, name, address string) (bool, string, error) {
	if address == "" {
		return false, name + " is empty.", nil
	}
	response, err := s.deps.Egress.Within(answerLimits).Do(ctx, egress.Request{URL: address})
	if failure, ok := errors.AsType[*egress.Error](err); ok {
		return false, fmt.Sprintf("%s cannot be reached: %s.", name, failure.Reason), nil
	}
	if err != nil {
		return false, "", fmt.Errorf("ask %s: %w", name, err)
	}
	if response.Status < 200 || response.Status > 399 {
		return false, fmt.Sprintf("%s answered %d.", name, response.Status), nil
	}
	return true, fmt.Sprintf("%s answered %d.", name, response.Status), nil
}
