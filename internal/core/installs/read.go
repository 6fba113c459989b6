package installs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs/internal/db"
)

// ByID finds an installation, ended or not.
func (s *Service) ByID(ctx context.Context, id ident.Installation) (Installation, error) {
	row, err := db.New(s.deps.DB).Installation(ctx, db.InstallationParams{Shard: id.Shard, ID: id.UUID})
	return orNotFound(row, err, id)
}

// LockShare finds an installation for issuing under it: until the transaction
// ends nobody uninstalls it, revokes its access or withdraws a consent.
func (s *Service) LockShare(ctx context.Context, tx *pg.Tx, id ident.Installation) (Installation, error) {
	row, err := db.New(tx).Share(ctx, db.ShareParams{Shard: id.Shard, ID: id.UUID})
	return orNotFound(row, err, id)
}

// ConsentIn finds a consent. Under an installation that the transaction has
// locked the answer holds until the transaction ends.
func (s *Service) ConsentIn(ctx context.Context, tx *pg.Tx, id ident.Consent) (Consent, error) {
	row, err := db.New(tx).Consent(ctx, db.ConsentParams{Shard: id.Shard, ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Consent{}, errConsentNotFound
	}
	if err != nil {
		return Consent{}, fmt.Errorf("find consent %s: %w", id, err)
	}
	return consentFrom(row), nil
}

// Current finds the installation of an app that a business has now; ok is
// false if it has none.
func (s *Service) Current(ctx context.Context, business ident.Business, app ident.App) (inst Installation, ok bool, err error) {
	row, err := db.New(s.deps.DB).Current(ctx, db.CurrentParams{Shard: business.Shard, BusinessID: business.UUID, AppID: app.UUID})
	return optional(row, err, business, app)
}

// Newest finds the last installation of an app that a business had, ended or
// not; ok is false if it never had one. Whoever decides now and carries out
// later remembers it, to see whether anything happened in between.
func (s *Service) Newest(ctx context.Context, business ident.Business, app ident.App) (inst Installation, ok bool, err error) {
	row, err := db.New(s.deps.DB).Newest(ctx, db.NewestParams{Shard: business.Shard, BusinessID: business.UUID, AppID: app.UUID})
	return optional(row, err, business, app)
}

// optional turns a row that was looked for into an installation; ok is false where
// there is none.
func optional(row db.InstallsInstallation, err error, business ident.Business, app ident.App) (Installation, bool, error) {
	if errors.Is(err, pg.ErrNoRows) {
		return Installation{}, false, nil
	}
	if err != nil {
		return Installation{}, false, fmt.Errorf("find installation of app %s in business %s: %w", app, business, err)
	}
	return fromRow(row), true, nil
}

// Connected is an app that a business has now, and who said yes to it: of each
// member the newest active consent, oldest first.
type Connected struct {
	Installation Installation
	App          apps.App
	Consents     []Consent
}

// AppsOf lists the apps of connections.
func AppsOf(list []Connected) []ident.App {
	ids := make([]ident.App, len(list))
	for i, c := range list {
		ids[i] = c.App.ID
	}
	return ids
}

// LastCall finds the installation's last call among those of its business. A
// call from before was made under an installation that has ended.
func (i Installation) LastCall(calls map[ident.App]time.Time) (last time.Time, called bool) {
	if last, called = calls[i.App]; !called || last.Before(i.InstalledAt) {
		return time.Time{}, false
	}
	return last, true
}

// OfBusiness lists the apps that a business has now, oldest first.
func (s *Service) OfBusiness(ctx context.Context, business ident.Business) ([]Connected, error) {
	installed, err := s.Installed(ctx, business)
	if err != nil {
		return nil, err
	}
	keys, ids := make([]uuid.UUID, len(installed)), make([]ident.App, len(installed))
	for i, inst := range installed {
		keys[i], ids[i] = inst.ID.UUID, inst.App
	}
	consents, err := s.consentsTo(ctx, business, keys)
	if err != nil {
		return nil, err
	}
	known, err := s.deps.Apps.Several(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([]Connected, len(installed))
	for i, inst := range installed {
		list[i] = Connected{Installation: inst, App: known[inst.App], Consents: consents[inst.ID]}
	}
	return list, nil
}

// Installed lists the installations that a business has now, oldest first.
func (s *Service) Installed(ctx context.Context, business ident.Business) ([]Installation, error) {
	rows, err := db.New(s.deps.DB).OfBusiness(ctx, db.OfBusinessParams{Shard: business.Shard, BusinessID: business.UUID})
	if err != nil {
		return nil, fmt.Errorf("list installations of business %s: %w", business, err)
	}
	list := make([]Installation, len(rows))
	for i, row := range rows {
		list[i] = fromRow(row)
	}
	return list, nil
}

// ActiveConsents lists the active consents to an installation, oldest first.
func (s *Service) ActiveConsents(ctx context.Context, inst Installation) ([]Consent, error) {
	found, err := s.consentsTo(ctx, inst.Business, []uuid.UUID{inst.ID.UUID})
	return found[inst.ID], err
}

func (s *Service) consentsTo(ctx context.Context, business ident.Business, installations []uuid.UUID) (map[ident.Installation][]Consent, error) {
	rows, err := db.New(s.deps.DB).LatestConsents(ctx, db.LatestConsentsParams{Shard: business.Shard, BusinessID: business.UUID, InstallationIds: installations})
	if err != nil {
		return nil, fmt.Errorf("list consents to %d installations: %w", len(installations), err)
	}
	slices.SortFunc(rows, func(a, b db.InstallsConsent) int { return a.GrantedAt.Compare(b.GrantedAt) })
	consents := map[ident.Installation][]Consent{}
	for _, row := range rows {
		c := consentFrom(row)
		consents[c.Installation] = append(consents[c.Installation], c)
	}
	return consents, nil
}

// CountOfApp tells how many businesses have an app now, by its list: of some seconds
// ago.
func (s *Service) CountOfApp(ctx context.Context, app ident.App) (int, error) {
	n, err := db.New(s.deps.DB).CountOfApp(ctx, db.CountOfAppParams{Shard: ident.HomeOf(app), AppID: app.UUID})
	if err != nil {
		return 0, fmt.Errorf("count installations of app %s: %w", app, err)
	}
	return int(n), nil
}
