package grant

import (
	"context"
	"errors"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// claim is what a client brought, found and known to be its own: to be redeemed
// once, for one family of tokens.
type claim interface {
	// restsOn is what the tokens will rest on. The phase asks whether it is live.
	restsOn() basis
	// judge holds the claim to the rules of its grant, in their order. What was
	// used before is errUsed.
	judge(now time.Time) error
	// covers is what the tokens are good for, of what the app may do.
	covers(granted scope.Set) scope.Set
	// refreshable reports whether a refresh token comes along.
	refreshable() bool
	// take uses the claim up in the transaction that issues, or fails with errUsed if
	// somebody else did. Where that is seen later, by a grant, it returns the grant.
	take(ctx context.Context, tx *pg.Tx, family ident.Family) (ident.Grant, error)
	// used answers whoever came too late, after the transaction is over.
	used(ctx context.Context) error
}

// errUsed says that what was brought is used up.
var errUsed = errors.New("it is used up")

// redeem issues what is claimed. It opens the one transaction of it, in the
// business's shard: of the tokens and the using up there are both or neither.
func (s *Service) redeem(ctx context.Context, c claim) (token.Issued, error) {
	var issued token.Issued
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		issued, err = s.issue(ctx, tx, c)
		return err
	})
	if errors.Is(err, errUsed) || errors.Is(err, token.ErrNotTaken) {
		return token.Issued{}, c.used(ctx)
	}
	if err != nil {
		return token.Issued{}, err
	}
	return issued, nil
}

func (s *Service) issue(ctx context.Context, tx *pg.Tx, c claim) (token.Issued, error) {
	f := c.restsOn()
	granted, live, err := s.phase(ctx, tx, f)
	if err != nil {
		return token.Issued{}, err
	}
	if !live { // whatever it is that fell: the answer is the same, and nothing is used up
		return token.Issued{}, oauth.InvalidGrant("")
	}
	if err := c.judge(s.deps.Now()); err != nil {
		return token.Issued{}, err
	}
	scopes := c.covers(granted)
	if len(scopes) == 0 { // a token that opens nothing is not worth having
		return token.Issued{}, oauth.InvalidGrant("")
	}
	family := ident.New[ident.Family](f.business.Shard, s.deps.Now())
	taken, err := c.take(ctx, tx, family)
	if err != nil {
		return token.Issued{}, err
	}
	return s.deps.Tokens.Issue(ctx, tx, token.NewFamily{
		Business: f.business, App: f.app, User: f.user, Installation: f.installation, Consent: f.consent,
		AccessGeneration: f.accessGeneration, Scopes: scopes, Refreshable: c.refreshable(), Taken: taken, ID: family,
	})
}
