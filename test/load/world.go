package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/fixture"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
)

const (
	many     = 100 // apps, so that no client comes near its limit
	codes    = 60  // of each app
	callback = "https://partner.test/callback"
)

// database is one of our own on the durable server.
type database struct {
	server *pg.DB
	name   string
	url    string
}

func newDatabase(ctx context.Context, server string) (*database, error) {
	at, err := url.Parse(server)
	if err != nil || server == "" {
		return nil, errors.New("COUNTERPART_DURABLE_POSTGRES is not set: run it with make bench")
	}
	d := &database{name: "load_" + strings.ToLower(rand.Text()[:10])}
	if d.server, err = pg.Open(ctx, server, pg.Options{MaxConns: 2}); err != nil {
		return nil, err
	}
	if _, err := d.server.Exec(ctx, "CREATE DATABASE "+d.name); err != nil {
		return nil, err
	}
	at.Path = "/" + d.name
	d.url = at.String()
	return d, nil
}

func (d *database) drop() {
	_, _ = d.server.Exec(context.Background(), "DROP DATABASE "+d.name+" WITH (FORCE)")
	d.server.Close()
}

// partner is an app in a business, with the tokens of one family.
type partner struct {
	clientID, secret string
	access, refresh  string
	codes            []string
	shard            ident.Shard
	family           uuid.UUID
}

// connect makes the apps and connects each with a business of its own.
func connect(ctx context.Context, node *app.App) ([]*partner, error) {
	world := fixture.World{
		Own:           "load ",
		Organizations: map[string]fixture.Organization{"maker": {Name: "Maker"}},
		Users:         map[string]fixture.User{"ada": {Email: "ada@people.test", Name: "Ada", Password: rand.Text(), Organizations: map[string]string{"maker": "owner"}}},
		Businesses:    map[string]fixture.Business{}, Apps: map[string]fixture.App{}, Installations: map[string]fixture.Installation{},
	}
	for i := range many {
		name := fmt.Sprint(i)
		world.Businesses[name] = fixture.Business{Name: "Business " + name, Currency: "EUR", Timezone: "UTC", Members: map[string]string{"ada": "owner"}}
		world.Apps[name] = fixture.App{
			Organization: "maker", Name: "App " + name, Type: "CONFIDENTIAL", RedirectURIs: []string{callback},
			Scopes: []string{"profile:read"}, Review: "APPROVED",
		}
		world.Installations[name] = fixture.Installation{App: name, Business: name, User: "ada", Scopes: []string{"profile:read"}, Tokens: true}
	}
	made, err := fixture.Load(ctx, node, world)
	if err != nil {
		return nil, err
	}
	partners := make([]*partner, many)
	for i := range partners {
		app, installation := made.Apps[fmt.Sprint(i)], made.Installations[fmt.Sprint(i)]
		p := &partner{clientID: app.ClientID, secret: app.ClientSecret, access: installation.AccessToken, refresh: installation.RefreshToken}
		id, err := ident.Parse[ident.Installation](installation.ID)
		if err != nil {
			return nil, err
		}
		p.shard = id.Shard
		row := node.DB.QueryRow(ctx, "SELECT id FROM oauth.families WHERE shard = $1 AND installation_id = $2", id.Shard, id.UUID)
		if err := row.Scan(&p.family); err != nil {
			return nil, err
		}
		partners[i] = p
	}
	return partners, number(ctx, node)
}

// number gives the families numbers, by which pgbench finds them.
func number(ctx context.Context, node *app.App) error {
	_, err := node.DB.Exec(ctx, `
		CREATE TABLE load_families AS SELECT row_number() OVER ()::int AS n, shard, id FROM oauth.families;
		ALTER TABLE load_families ADD PRIMARY KEY (n);
		ANALYZE`)
	return err
}

// prepareCodes writes grants as approvals would, in bulk.
func (l *load) prepareCodes(ctx context.Context, node *app.App) error {
	for _, p := range l.partners {
		var ids []uuid.UUID
		var hashes [][]byte
		for range codes {
			id := ident.New[ident.Grant](p.shard, node.Now())
			random := strings.ToLower(rand.Text() + rand.Text())[:52]
			code := secret.WithChecksum(string(secret.AuthorizationCode) + "_" + strings.TrimPrefix(id.String(), "gra_") + random)
			ids, hashes, p.codes = append(ids, id.UUID), append(hashes, secret.Hash(code)), append(p.codes, code)
		}
		_, err := node.DB.Exec(ctx, `
			INSERT INTO oauth.grants (shard, id, kind, decision_id, business_id, app_id, user_id, installation_id, consent_id,
			                          access_generation, scopes, code_hash, redirect_uri, created_at, expires_at)
			SELECT f.shard, u.id, 'code', u.id, f.business_id, f.app_id, f.user_id, f.installation_id, f.consent_id,
			       f.access_generation, f.scopes, u.hash, $5, $6, $6::timestamptz + interval '10 minutes'
			FROM   oauth.families f, unnest($3::uuid[], $4::bytea[]) u(id, hash)
			WHERE  f.shard = $1 AND f.id = $2`, p.shard, p.family, ids, hashes, callback, node.Now())
		if err != nil {
			return fmt.Errorf("write grants: %w", err)
		}
	}
	return nil
}
