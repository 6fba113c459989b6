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
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

const (
	codes    = 60 // of each app in a round
	callback = "https://partner.test/callback"
	owner    = "ada@people.test" // of all apps
)

// password is the owner's.
var password = rand.Text()

var scopes = []string{"profile:read", "invoices:read", "invoices:write", "suppliers:read"}

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
	app              ident.App
	business         ident.Business
	party            limits.Party
	hook             webhooks.Webhook // of the first few
	me               []byte           // what GET /me answers
	customer         ident.Customer
	account          uuid.UUID
	copied           family // which the bare handler refreshes
}

// prepare makes the schema, the apps and the webhooks of the first few.
func (b *bench) prepare(ctx context.Context) (err error) {
	if err := b.node.Migrate(ctx); err != nil {
		return err
	}
	if b.partners, err = connect(ctx, b.node, b.size.partners); err != nil {
		return err
	}
	ctx = actor.With(ctx, actor.Actor{Kind: actor.Operator, ID: "load"})
	for i, p := range b.partners[:endpoints] {
		of, err := b.node.Apps.ByID(ctx, p.app)
		if err != nil {
			return err
		}
		p.hook, _, err = b.node.Webhooks.Register(ctx, of, webhooks.NewWebhook{
			Details: webhooks.Details{URL: b.receiver.url(i), Events: []event.Name{event.SupplierCreated}, Enabled: true},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// connect makes the apps and connects each with a business of its own.
func connect(ctx context.Context, node *app.App, many int) ([]*partner, error) {
	world := fixture.World{
		Own:           "load ",
		Organizations: map[string]fixture.Organization{"maker": {Name: "Maker"}},
		Users:         map[string]fixture.User{"ada": {Email: owner, Name: "Ada", Password: password, Organizations: map[string]string{"maker": "owner"}}},
		Businesses:    map[string]fixture.Business{}, Apps: map[string]fixture.App{}, Installations: map[string]fixture.Installation{},
	}
	for i := range many {
		name := fmt.Sprint(i)
		world.Businesses[name] = fixture.Business{Name: "Business " + name, Currency: "EUR", Timezone: "UTC", Members: map[string]string{"ada": "owner"}}
		world.Apps[name] = fixture.App{
			Organization: "maker", Name: "App " + name, Type: "CONFIDENTIAL", RedirectURIs: []string{callback},
			Scopes: scopes, Review: "APPROVED",
		}
		world.Installations[name] = fixture.Installation{App: name, Business: name, User: "ada", Scopes: scopes, Tokens: true}
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
		if err := p.know(ctx, node, id, app.ID); err != nil {
			return nil, err
		}
		partners[i] = p
	}
	return partners, copyFamilies(ctx, node, partners)
}

// know finds out what the partner's rights hang on.
func (p *partner) know(ctx context.Context, node *app.App, installation ident.Installation, of string) (err error) {
	if p.app, err = ident.Parse[ident.App](of); err != nil {
		return err
	}
	var business, user uuid.UUID
	row := node.DB.QueryRow(ctx, "SELECT id, business_id, user_id FROM oauth.families WHERE shard = $1 AND installation_id = $2", installation.Shard, installation.UUID)
	if err := row.Scan(&p.family, &business, &user); err != nil {
		return err
	}
	p.business = ident.Of[ident.Business](installation.Shard, business)
	p.party = limits.Party{
		App: p.app, Business: p.business, Installation: installation,
		Family: ident.Of[ident.Family](installation.Shard, p.family), User: ident.Of[ident.User](ident.Control, user),
	}
	return nil
}

// unchecked runs a statement without triggers, which check foreign keys, for longer than the
// service lets a transaction last.
func (b *bench) unchecked(ctx context.Context, sql string, args ...any) error {
	tx, err := b.node.DB.Pool().Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "SET LOCAL session_replication_role = replica; SET LOCAL statement_timeout = 0"); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, sql, args...); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// copyFamilies copies the families for pgbench, which changes their tokens, and gives
// the copies numbers, by which it finds them; and once more for the bare handler. The
// partners' own stay as they are.
func copyFamilies(ctx context.Context, node *app.App, partners []*partner) error {
	const columns = `business_id, app_id, user_id, installation_id, consent_id, access_generation, scopes,
		generation, access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, forget_on`
	_, err := node.DB.Exec(ctx, `
		CREATE TABLE load_families AS SELECT row_number() OVER ()::int AS n, shard, gen_random_uuid() AS id, id AS original FROM oauth.families;
		INSERT INTO oauth.families (shard, id, `+columns+`)
		SELECT f.shard, l.id, `+columns+` FROM oauth.families f JOIN load_families l ON l.shard = f.shard AND l.original = f.id;
		ALTER TABLE load_families ADD PRIMARY KEY (n);
		ANALYZE`)
	for _, p := range partners {
		if err != nil {
			return err
		}
		p.copied.id = uuid.New()
		err = node.DB.QueryRow(ctx, `
			INSERT INTO oauth.families (shard, id, `+columns+`)
			SELECT shard, $3, `+columns+` FROM oauth.families WHERE shard = $1 AND id = $2
			RETURNING generation, refresh_hash`, p.shard, p.family, p.copied.id).Scan(&p.copied.generation, &p.copied.hash)
	}
	return err
}

// prepareCodes writes grants as approvals would, in bulk.
func (b *bench) prepareCodes(ctx context.Context) error {
	node := b.node
	for _, p := range b.partners {
		p.codes = nil
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
