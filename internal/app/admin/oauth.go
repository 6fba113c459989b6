package admin

import (
	"context"
	"time"

	"github.com/counterpart/counterpart/internal/core/oauth/client"
)

// Domain is a domain whose client id metadata documents count as reviewed.
type Domain struct {
	Domain    string    `json:"domain"`
	TrustedAt time.Time `json:"trustedAt"`
	TrustedBy string    `json:"trustedBy"`
}

// Domains lists the trusted domains.
func (o *Operator) Domains(ctx context.Context) ([]Domain, error) {
	rows, err := o.app.Clients.TrustedDomains(ctx)
	shown := make([]Domain, len(rows))
	for i, row := range rows {
		shown[i] = Domain{Domain: row.Domain.String(), TrustedAt: row.TrustedAt, TrustedBy: row.TrustedBy}
	}
	return shown, err
}

// DomainAction changes whether a domain is trusted.
type DomainAction func(s *client.Service, ctx context.Context, domain string) error

// The actions on domains.
var (
	TrustDomain    DomainAction = (*client.Service).Trust
	DistrustDomain DomainAction = (*client.Service).Distrust
)

// DoToDomain does an action to a domain and lists what is trusted then.
func (o *Operator) DoToDomain(ctx context.Context, domain string, action DomainAction) ([]Domain, error) {
	if err := action(o.app.Clients, ctx, domain); err != nil {
		return nil, err
	}
	return o.Domains(ctx)
}

// RotateSigningKey ends the current signing key's term; the next one takes over
// within a minute, on every node.
func (o *Operator) RotateSigningKey(ctx context.Context) error { return o.app.Signing.Rotate(ctx) }
