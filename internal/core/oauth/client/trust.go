package client

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/oauth/client/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Domain is a host whose clients the operator trusts like reviewed ones: the
// name alone, on the port of https, and without what lies below it.
type Domain string

// String is the domain.
func (d Domain) String() string { return string(d) }

// TrustedDomain is a domain with who trusted it, and when.
type TrustedDomain struct {
	Domain    Domain
	TrustedAt time.Time
	TrustedBy string
}

// Trust makes the clients whose documents a domain publishes count as reviewed;
// the operator's operation. It opens its own transaction.
func (s *Service) Trust(ctx context.Context, domain string) error {
	name := Domain(strings.ToLower(strings.TrimSpace(domain)))
	var p fault.Problems
	p.Want(plainHost(string(name)), "domain must be a host name, such as app.example.com")
	if err := p.Err(); err != nil {
		return err
	}
	return s.changeTrust(ctx, name, audit.DomainTrusted, func(queries *db.Queries) (int64, error) {
		return queries.Trust(ctx, db.TrustParams{Domain: string(name), TrustedAt: s.deps.Now(), TrustedBy: actor.From(ctx).ID})
	})
}

// Distrust takes that back: their clients connect to nothing new but sandboxes.
// It opens its own transaction.
func (s *Service) Distrust(ctx context.Context, domain string) error {
	name := Domain(strings.ToLower(strings.TrimSpace(domain)))
	return s.changeTrust(ctx, name, audit.DomainDistrusted, func(queries *db.Queries) (int64, error) {
		return queries.Distrust(ctx, string(name))
	})
}

func (s *Service) changeTrust(ctx context.Context, domain Domain, action audit.Action, do func(*db.Queries) (int64, error)) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		changed, err := do(db.New(tx))
		if err != nil {
			return fmt.Errorf("change trust in %s: %w", domain, err)
		}
		if changed == 0 {
			return nil
		}
		return s.deps.Audit.Note(ctx, tx, action, domain, ident.Organization{}, audit.Facts{})
	})
}

// TrustedDomains lists the trusted domains by name.
func (s *Service) TrustedDomains(ctx context.Context) ([]TrustedDomain, error) {
	rows, err := db.New(s.deps.DB).TrustedDomains(ctx)
	if err != nil {
		return nil, fmt.Errorf("list trusted domains: %w", err)
	}
	list := make([]TrustedDomain, len(rows))
	for i, row := range rows {
		list[i] = TrustedDomain{Domain: Domain(row.Domain), TrustedAt: row.TrustedAt, TrustedBy: row.TrustedBy}
	}
	return list, nil
}

// trusted reports whether the operator trusts the domain of a document. What
// answers there on another port may be somebody else's.
func (s *Service) trusted(ctx context.Context, address string) (bool, error) {
	if u, err := url.Parse(address); err != nil || u.Port() != "" && u.Port() != "443" {
		return false, nil
	}
	trusted, err := db.New(s.deps.DB).Trusted(ctx, hostOf(address))
	if err != nil {
		return false, fmt.Errorf("ask whether a client's domain is trusted: %w", err)
	}
	return trusted, nil
}

// hostOf is the host's name in an address that was checked before.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

func plainHost(name string) bool {
	u, err := url.Parse("https://" + name + "/")
	return err == nil && visible(name) && u.Hostname() == name && u.Host == name
}
