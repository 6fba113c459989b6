package demo

import (
	"context"
	_ "embed"
	"errors"
	"strings"

	"github.com/counterpart/counterpart/fixtures"
	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/fixture"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// What of the world the guides use, by its names in the file.
const (
	guideApp          = "sync"
	guideInstallation = "sync-bakery"
	operator          = "operator" // by whom a demo is known
)

//go:embed bakery-sync.png
var appLogo []byte

// Load makes the world, or finds it again, with a token that works.
func Load(ctx context.Context, node *app.App) (Guide, error) {
	world, err := fixture.Read(strings.NewReader(fixtures.World))
	if err != nil {
		return Guide{}, err
	}
	if err := refuseOthers(ctx, node, world); err != nil {
		return Guide{}, err
	}
	made, err := fixture.Load(ctx, node, world)
	if err != nil {
		return Guide{}, err
	}
	if err := giveLogo(ctx, node, made.Apps[guideApp].ID); err != nil {
		return Guide{}, err
	}
	tokens := made.Installations[guideInstallation]
	if tokens.AccessToken == "" {
		// Those of an earlier start may be over, and the app disconnected since.
		// What somebody put on hold meanwhile stays so, without a token.
		tokens, err = fixture.Reconnect(ctx, node, world, made, guideInstallation)
		if _, refused := fault.As(err); err != nil && !refused {
			return Guide{}, err
		}
	}
	return newGuide(world, made, tokens), nil
}

var errNotEmpty = errors.New("this database has users and is no demo's, whose passwords everybody knows: " +
	"name an empty one in COUNTERPART_POSTGRES, as `make demo` does")

// refuseOthers keeps the demo out of an installation that is no demo: started with
// the settings of a node, it would let everybody in as an operator.
func refuseOthers(ctx context.Context, node *app.App, world fixture.World) error {
	users, err := node.Accounts.Users(ctx, ident.User{}, 1)
	if err != nil || len(users) == 0 {
		return err
	}
	_, err = node.Accounts.UserByEmail(ctx, world.Users[operator].Email)
	if notFound(err) {
		return errNotEmpty
	}
	return err
}

func notFound(err error) bool {
	refusal, ok := fault.As(err)
	return ok && refusal.Kind == fault.NotFound
}

func giveLogo(ctx context.Context, node *app.App, app string) error {
	id, err := ident.Parse[ident.App](app)
	if err != nil {
		return err
	}
	if _, err = node.Apps.Logo(ctx, id); err == nil {
		return nil
	}
	if !notFound(err) {
		return err
	}
	return node.Apps.SetLogo(ctx, id, appLogo)
}
