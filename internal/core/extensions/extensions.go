package extensions

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/extensions/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Type is where an extension appears.
type Type string

// The types.
const (
	RecordPanel   Type = "RECORD_PANEL"
	RecordAction  Type = "RECORD_ACTION"
	NavPage       Type = "NAV_PAGE"
	DashboardCard Type = "DASHBOARD_CARD"
)

// onRecord tells of each type whether it appears on records.
var onRecord = map[Type]bool{RecordPanel: true, RecordAction: true, NavPage: false, DashboardCard: false}

// What is refused.
var (
	errNotFound = fault.Declare(fault.NotFound, "EXTENSION_NOT_FOUND",
		"There is no such extension.")
	errLimit = fault.Declare(fault.Conflict, "EXTENSION_LIMIT",
		"An app has at most %d extensions.")
	errScopeRequired = fault.Declare(fault.Invalid, "EXTENSION_SCOPE_REQUIRED",
		"An extension on %s records needs the app to request %s.")
	errPathInvalid = fault.Declare(fault.Invalid, "EXTENSION_PATH_INVALID",
		"The path must lead to a page on the App URL's origin: %s.")
)

const (
	maxExtensions = 20
	maxLabel      = 40
	maxPath       = 512
)

// Extension is a place where an app's own page appears.
type Extension struct {
	ID  ident.Extension
	App ident.App
	Details
	Version   int
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Details are what an app's makers say of an extension.
type Details struct {
	Type     Type
	Resource appdata.ResourceType // empty where it is on no record
	Label    string
	Path     string
}

// Deps is what the service needs.
type Deps struct {
	DB    *pg.DB
	Now   clock.Now
	Audit *audit.Log
}

// Service keeps extensions.
type Service struct{ deps Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

// URL is the page that the extension leads to in an app.
func (d Details) URL(app apps.App) (string, error) {
	if why := oddCharacter(d.Path); why != "" {
		return "", errPathInvalid.With(why)
	}
	base, err := url.Parse(app.AppURL)
	if err != nil || base.Host == "" {
		return "", errPathInvalid.With("the app has no App URL")
	}
	path, err := url.Parse(d.Path)
	if err != nil {
		return "", errPathInvalid.With("it is not the path of an address")
	}
	// What browsers will make of the text is what counts, so it is parsed again.
	page, err := url.Parse(base.ResolveReference(path).String())
	if err != nil || page.Scheme != base.Scheme || page.Host != base.Host || page.User != nil || page.Opaque != "" {
		return "", errPathInvalid.With("it leads elsewhere")
	}
	return page.String(), nil
}

// oddCharacter says what a path must not contain: browsers read a backslash as a
// slash, and drop some control characters.
func oddCharacter(path string) string {
	switch {
	case strings.Contains(path, `\`):
		return "it contains a backslash"
	case strings.ContainsFunc(path, unicode.IsSpace):
		return "it contains a space"
	case strings.ContainsFunc(path, unicode.IsControl), !utf8.ValidString(path):
		return "it contains a control character"
	}
	return ""
}

// Problem is why an extension cannot be shown for its app as it is now; nil if
// it can.
func (d Details) Problem(app apps.App) error {
	if onRecord[d.Type] && !app.Scopes.Has(d.Resource.ReadScope()) {
		return errScopeRequired.With(d.Resource, d.Resource.ReadScope())
	}
	_, err := d.URL(app)
	return err
}

// settle tells what is wrong with details, or gives them back as they are kept.
func (d Details) settle(app apps.App) (Details, error) {
	d.Label = strings.TrimSpace(d.Label)
	var p fault.Problems
	records, known := onRecord[d.Type]
	p.Want(known, "type must be one of RECORD_PANEL, RECORD_ACTION, NAV_PAGE, DASHBOARD_CARD")
	p.Want(!records || d.Resource.Known(), "resourceType must be a type of record")
	p.Want(records || d.Resource == "" || !known, "resourceType is for extensions on records")
	p.Want(d.Label != "" && utf8.RuneCountInString(d.Label) <= maxLabel, "label must be 1 to %d characters long", maxLabel)
	p.WantPrintable("label", d.Label)
	p.Want(len(d.Path) <= maxPath, "path must be at most %d characters long", maxPath)
	if err := p.Err(); err != nil {
		return Details{}, err
	}
	return d, d.Problem(app)
}

// Of lists an app's extensions, oldest first.
func (s *Service) Of(ctx context.Context, app ident.App) ([]Extension, error) {
	rows, err := db.New(s.deps.DB).Extensions(ctx, app.UUID)
	if err != nil {
		return nil, fmt.Errorf("list the extensions of app %s: %w", app, err)
	}
	return fromRows(rows), nil
}

// On lists what apps have on records of a type, oldest first. Whether an app can show
// it as it is now, Problem tells.
func (s *Service) On(ctx context.Context, of []ident.App, records appdata.ResourceType) ([]Extension, error) {
	rows, err := db.New(s.deps.DB).OnRecords(ctx, db.OnRecordsParams{AppIds: ident.UUIDs(of), ResourceType: string(records)})
	if err != nil {
		return nil, fmt.Errorf("list what %d apps have on %s records: %w", len(of), records, err)
	}
	return fromRows(rows), nil
}

// OfTypes lists what apps have of some types, oldest first. Whether an app can show it
// as it is now, Problem tells.
func (s *Service) OfTypes(ctx context.Context, of []ident.App, types ...Type) ([]Extension, error) {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = string(t)
	}
	rows, err := db.New(s.deps.DB).OfTypes(ctx, db.OfTypesParams{AppIds: ident.UUIDs(of), Types: names})
	if err != nil {
		return nil, fmt.Errorf("list what %d apps have as %s: %w", len(of), strings.Join(names, " or "), err)
	}
	return fromRows(rows), nil
}

func fromRows(rows []db.ExtensionsExtension) []Extension {
	list := make([]Extension, len(rows))
	for i, row := range rows {
		list[i] = fromRow(row)
	}
	return list
}

// Add gives an app an extension. It opens its own transaction.
func (s *Service) Add(ctx context.Context, app apps.App, in Details) (made Extension, err error) {
	now := s.deps.Now()
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		app, err := apps.Locked(ctx, tx, app.ID)
		if err != nil {
			return err
		}
		details, err := in.settle(app)
		if err != nil {
			return err
		}
		if err := wantRoom(ctx, tx, app.ID); err != nil {
			return err
		}
		made = Extension{ID: ident.New[ident.Extension](ident.Control, now), App: app.ID, Details: details, Version: 1, CreatedAt: now, UpdatedAt: now}
		err = db.New(tx).AddExtension(ctx, db.AddExtensionParams{
			ID: made.ID.UUID, AppID: app.ID.UUID, Type: string(made.Type), ResourceType: string(made.Resource), Label: made.Label, Path: made.Path, Now: now,
		})
		if err != nil {
			return fmt.Errorf("add an extension of app %s: %w", app.ID, err)
		}
		return s.note(ctx, tx, app, audit.ExtensionAdded, made)
	})
	return made, err
}

// Change changes an extension of an app; seen is the version that the change is
// meant for, 0 for any. It opens its own transaction.
func (s *Service) Change(ctx context.Context, app apps.App, id ident.Extension, seen int, change func(*Details)) (changed Extension, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		app, err := apps.Locked(ctx, tx, app.ID)
		if err != nil {
			return err
		}
		if changed, err = find(ctx, tx, app.ID, id); err != nil {
			return err
		}
		if seen != 0 && seen != changed.Version {
			return fault.RecordChanged
		}
		was := changed.Details
		change(&changed.Details)
		if changed.Details, err = changed.settle(app); err != nil || changed.Details == was {
			return err
		}
		changed.Version, changed.UpdatedAt = changed.Version+1, s.deps.Now()
		err = db.New(tx).SaveExtension(ctx, db.SaveExtensionParams{
			ID: id.UUID, Type: string(changed.Type), ResourceType: string(changed.Resource), Label: changed.Label, Path: changed.Path,
			Version: int32(changed.Version), Now: changed.UpdatedAt,
		})
		if err != nil {
			return fmt.Errorf("save extension %s: %w", id, err)
		}
		return s.note(ctx, tx, app, audit.ExtensionChanged, changed)
	})
	return changed, err
}

// Remove takes an extension from an app. It opens its own transaction.
func (s *Service) Remove(ctx context.Context, app apps.App, id ident.Extension) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		app, err := apps.Locked(ctx, tx, app.ID)
		if err != nil {
			return err
		}
		gone, err := find(ctx, tx, app.ID, id)
		if err != nil {
			return err
		}
		if err := db.New(tx).RemoveExtension(ctx, id.UUID); err != nil {
			return fmt.Errorf("remove extension %s: %w", id, err)
		}
		return s.note(ctx, tx, app, audit.ExtensionRemoved, gone)
	})
}

func find(ctx context.Context, tx *pg.Tx, app ident.App, id ident.Extension) (Extension, error) {
	row, err := db.New(tx).Extension(ctx, db.ExtensionParams{ID: id.UUID, AppID: app.UUID})
	if errors.Is(err, pg.ErrNoRows) || id.Shard != ident.Control {
		return Extension{}, errNotFound
	}
	if err != nil {
		return Extension{}, fmt.Errorf("find extension %s: %w", id, err)
	}
	return fromRow(row), nil
}

// wantRoom refuses one extension too many.
func wantRoom(ctx context.Context, tx *pg.Tx, app ident.App) error {
	n, err := db.New(tx).CountExtensions(ctx, app.UUID)
	if err != nil {
		return fmt.Errorf("count the extensions of app %s: %w", app, err)
	}
	if n >= maxExtensions {
		return errLimit.With(maxExtensions)
	}
	return nil
}

func (s *Service) note(ctx context.Context, tx *pg.Tx, app apps.App, action audit.Action, e Extension) error {
	return s.deps.Audit.Note(ctx, tx, action, e.ID, app.Organization, audit.Facts{
		"app": app.ID, "type": e.Type, "resourceType": e.Resource, "label": e.Label, "path": e.Path,
	})
}

func fromRow(row db.ExtensionsExtension) Extension {
	return Extension{
		ID: ident.Of[ident.Extension](ident.Control, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID),
		Details: Details{Type: Type(row.Type), Resource: appdata.ResourceType(row.ResourceType), Label: row.Label, Path: row.Path},
		Version: int(row.Version), CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
}
