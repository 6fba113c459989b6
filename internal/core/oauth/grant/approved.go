package grant

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// approved is a claim to what a user approved: what the code grant and the
// device grant share.
type approved struct {
	*Service
	grant approval.Grant
}

func (a approved) restsOn() basis {
	g := a.grant
	return basis{
		business: g.Business, app: g.App, user: g.User, installation: g.Installation,
		accessGeneration: g.AccessGeneration, consent: g.Consent,
	}
}

// covers is what the user saw and said yes to, whatever else the business
// granted before or since.
func (a approved) covers(granted scope.Set) scope.Set { return a.grant.Scopes.Intersect(granted) }

func (a approved) refreshable() bool { return true }

func (a approved) take(ctx context.Context, tx *pg.Tx, family ident.Family) (ident.Grant, error) {
	return a.grant.ID, a.deps.Approvals.Take(ctx, tx, a.grant, family)
}
