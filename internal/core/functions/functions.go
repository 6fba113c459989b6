package functions

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/esmodule"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/runner"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/functions/internal/db"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// What is refused.
var (
	errEventNotFound = fault.Declare(fault.NotFound, "FUNCTION_EVENT_NOT_FOUND",
		"There is no such event in this sandbox that the app may hear of. Events are kept for 30 days.")
	errSettingUnknown = fault.Declare(fault.Invalid, "FUNCTION_SETTING_UNKNOWN",
		"There is no secret %q yet: give it a value.")
	errNotFound = fault.Declare(fault.NotFound, "FUNCTION_NOT_FOUND",
		"There is no such function.")
	errSourceNotFound = fault.Declare(fault.NotFound, "FUNCTION_VERSION_NOT_FOUND",
		"The function has no such version, or it is not kept any more.")
	errLimit = fault.Declare(fault.Conflict, "FUNCTION_LIMIT",
		"An app has at most %d functions.")
	errNameTaken = fault.Declare(fault.Conflict, "FUNCTION_NAME_TAKEN",
		"The app has a function %q.")
	errNoHandler = fault.Declare(fault.Invalid, "FUNCTION_SOURCE_NO_HANDLER",
		"The source must be an ES module that exports a handler: a function called handler, or by default.")
	errImports = fault.Declare(fault.Invalid, "FUNCTION_SOURCE_IMPORTS",
		"A function is one module by itself: it cannot import %q.")
)

const (
	// MaxSource is how many bytes a source may have.
	MaxSource    = 256 << 10
	maxFunctions = 20
	keptSources  = 10 // of a function
)

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

// Function is code of an app's, in its live source.
type Function struct {
	ID      ident.Function
	App     ident.App
	Name    string
	Current Source // the live one
	// Events are what it runs for, if it is on.
	Events    []event.Name
	Enabled   bool
	FailedAt  *time.Time // when it was switched off because it failed too often; nil: it was not
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Source is one version of a function's code.
type Source struct {
	Version   int
	Text      string // empty where functions are listed
	SHA256    string // in hexadecimal
	Bytes     int
	Exports   []string
	CreatedAt time.Time
}

// Deps is what the service needs.
type Deps struct {
	DB       *pg.DB
	Now      clock.Now
	Audit    *audit.Log
	Keys     *secret.Keyring
	Webhooks *webhooks.Service
	Events   *events.Log
	// Pool runs functions; nil on a node that does not.
	Pool *runner.Pool
	// Call answers what a function asks of the API.
	Call func(context.Context, Caller, runner.Call) (runner.Answer, error)
	// Off says that the operator has switched functions off.
	Off bool
}

// Service keeps functions.
type Service struct{ deps Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

// read parses a source, and tells why it cannot be a function.
func (s *Service) read(ctx context.Context, text string, version int) (Source, error) {
	if len(text) > MaxSource {
		var p fault.Problems
		p.Want(false, "source must be at most %d bytes long", MaxSource)
		return Source{}, p.Err()
	}
	module, err := esmodule.Parse(ctx, []byte(text))
	switch {
	case err != nil:
		return Source{}, err
	case len(module.Errors) > 0:
		return Source{}, errNoHandler.WithDetails(module.Errors)
	case len(module.Imports) > 0:
		return Source{}, errImports.With(module.Imports[0])
	case !slices.Contains(module.Exports, "handler") && !slices.Contains(module.Exports, "default"):
		return Source{}, errNoHandler
	}
	sum := sha256.Sum256([]byte(text))
	return Source{
		Version: version, Text: text, SHA256: hex.EncodeToString(sum[:]), Bytes: len(text), Exports: module.Exports, CreatedAt: s.deps.Now(),
	}, nil
}

// Of lists an app's functions by name, without their texts.
func (s *Service) Of(ctx context.Context, app ident.App) ([]Function, error) {
	rows, err := db.New(s.deps.DB).Functions(ctx, app.UUID)
	if err != nil {
		return nil, fmt.Errorf("list the functions of app %s: %w", app, err)
	}
	heard, err := s.deps.Webhooks.Receivers(ctx, app)
	if err != nil {
		return nil, err
	}
	list := make([]Function, len(rows))
	for i, row := range rows {
		list[i] = fromRow(row)
		list[i].hear(heard[list[i].ID])
	}
	return list, nil
}

// hear says what it runs for.
func (f *Function) hear(r webhooks.Receiver) {
	f.Enabled = r.Enabled
	if r.Events != nil {
		f.Events = r.Events
	}
}

// Function finds a function of an app, without its text.
func (s *Service) Function(ctx context.Context, app ident.App, id ident.Function) (Function, error) {
	f, err := find(ctx, s.deps.DB, app, id)
	if err != nil {
		return Function{}, err
	}
	heard, err := s.deps.Webhooks.Receivers(ctx, app)
	f.hear(heard[id])
	return f, err
}

func find(ctx context.Context, in db.DBTX, app ident.App, id ident.Function) (Function, error) {
	row, err := db.New(in).Function(ctx, db.FunctionParams{ID: id.UUID, AppID: app.UUID})
	if errors.Is(err, pg.ErrNoRows) || id.Shard != ident.Control {
		return Function{}, errNotFound
	}
	if err != nil {
		return Function{}, fmt.Errorf("find function %s: %w", id, err)
	}
	return fromRow(db.FunctionsRow(row)), nil
}

// Sources lists the sources of a function that are kept, newest first, without
// their texts.
func (s *Service) Sources(ctx context.Context, f Function) ([]Source, error) {
	rows, err := db.New(s.deps.DB).Sources(ctx, f.ID.UUID)
	if err != nil {
		return nil, fmt.Errorf("list the sources of function %s: %w", f.ID, err)
	}
	list := make([]Source, len(rows))
	for i, row := range rows {
		list[i] = Source{Version: int(row.Version), SHA256: row.Sha256, Bytes: int(row.Bytes), Exports: row.Exports, CreatedAt: row.CreatedAt}
	}
	return list, nil
}

// Source reads one source of a function, with its text; version 0 is the current
// one.
func (s *Service) Source(ctx context.Context, f Function, version int) (Source, error) {
	if version == 0 {
		version = f.Current.Version
	}
	return findSource(ctx, s.deps.DB, f.ID, version)
}

func findSource(ctx context.Context, in db.DBTX, of ident.Function, version int) (Source, error) {
	row, err := db.New(in).Source(ctx, db.SourceParams{FunctionID: of.UUID, Version: int32(version)})
	if errors.Is(err, pg.ErrNoRows) || err == nil && int(row.Version) != version { // beyond what is counted
		return Source{}, errSourceNotFound
	}
	if err != nil {
		return Source{}, fmt.Errorf("read a source of function %s: %w", of, err)
	}
	return Source{
		Version: version, Text: row.Source, SHA256: row.Sha256, Bytes: int(row.Bytes), Exports: row.Exports, CreatedAt: row.CreatedAt,
	}, nil
}

// Add gives an app a function. It opens its own transaction.
func (s *Service) Add(ctx context.Context, app apps.App, name, text string) (Function, error) {
	var p fault.Problems
	p.Want(nameForm.MatchString(name), "name must be 1 to 40 small letters, digits and hyphens, and begin with a letter")
	if err := p.Err(); err != nil {
		return Function{}, err
	}
	source, err := s.read(ctx, text, 1)
	if err != nil {
		return Function{}, err
	}
	now := s.deps.Now()
	made := Function{ID: ident.New[ident.Function](ident.Control, now), App: app.ID, Name: name, Current: source, Events: []event.Name{}, CreatedAt: now, UpdatedAt: now}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := wantRoom(ctx, tx, app.ID); err != nil {
			return err
		}
		n, err := db.New(tx).AddFunction(ctx, db.AddFunctionParams{ID: made.ID.UUID, AppID: app.ID.UUID, Name: name, Version: 1, Now: now})
		if err != nil {
			return fmt.Errorf("add a function of app %s: %w", app.ID, err)
		}
		if n == 0 {
			return errNameTaken.With(name)
		}
		if err := addSource(ctx, tx, made.ID, source); err != nil {
			return err
		}
		return s.note(ctx, tx, app, audit.FunctionAdded, made)
	})
	return made, err
}

// wantRoom refuses one function too many, exactly: those who add some wait for each
// other.
func wantRoom(ctx context.Context, tx *pg.Tx, app ident.App) error {
	if err := apps.Lock(ctx, tx, app); err != nil {
		return err
	}
	n, err := db.New(tx).CountFunctions(ctx, app.UUID)
	if err != nil {
		return fmt.Errorf("count the functions of app %s: %w", app, err)
	}
	if n >= maxFunctions {
		return errLimit.With(maxFunctions)
	}
	return nil
}

// Replace gives a function a new source, which is live from now on or, where that is
// not wanted, can be tried and made live later. The oldest of many is forgotten. It
// opens its own transaction.
func (s *Service) Replace(ctx context.Context, app apps.App, id ident.Function, text string, live bool) (f Function, made Source, err error) {
	made, err = s.read(ctx, text, 0)
	if err != nil {
		return Function{}, made, err
	}
	err = s.change(ctx, app, id, audit.FunctionReplaced, &f, func(tx *pg.Tx) (audit.Facts, error) {
		newest, err := db.New(tx).Newest(ctx, id.UUID)
		if err != nil {
			return nil, fmt.Errorf("find the newest source of function %s: %w", id, err)
		}
		made.Version = int(newest) + 1
		if err := addSource(ctx, tx, id, made); err != nil {
			return nil, err
		}
		if live {
			f.Current = made
		}
		facts := audit.Facts{"version": made.Version, "sha256": made.SHA256, "live": live}
		return facts, s.setLive(ctx, tx, f, made.Version-keptSources)
	})
	return f, made, err
}

// MakeLive makes one of the sources that are kept the live one. It opens its own
// transaction.
func (s *Service) MakeLive(ctx context.Context, app apps.App, id ident.Function, version int) (f Function, err error) {
	err = s.change(ctx, app, id, audit.FunctionMadeLive, &f, func(tx *pg.Tx) (audit.Facts, error) {
		source, err := findSource(ctx, tx, id, version)
		if err != nil {
			return nil, err
		}
		facts := audit.Facts{"version": version, "sha256": source.SHA256, "before": f.Current.Version}
		f.Current = source
		return facts, s.setLive(ctx, tx, f, 0)
	})
	return f, err
}

// setLive saves which source is live, and forgets others through a version.
func (s *Service) setLive(ctx context.Context, tx *pg.Tx, f Function, through int) error {
	live := int32(f.Current.Version)
	err := db.New(tx).SaveFunction(ctx, db.SaveFunctionParams{ID: f.ID.UUID, Version: live, Now: s.deps.Now()})
	if err == nil {
		err = db.New(tx).ForgetSources(ctx, db.ForgetSourcesParams{FunctionID: f.ID.UUID, Through: int32(through), Live: live})
	}
	if err != nil {
		return fmt.Errorf("save function %s: %w", f.ID, err)
	}
	return nil
}

// change does something to a function and notes it, in one transaction that has
// locked its app.
func (s *Service) change(ctx context.Context, app apps.App, id ident.Function, action audit.Action, f *Function, do func(*pg.Tx) (audit.Facts, error)) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		if err := apps.Lock(ctx, tx, app.ID); err != nil {
			return err
		}
		if *f, err = find(ctx, tx, app.ID, id); err != nil {
			return err
		}
		heard, err := s.deps.Webhooks.Receiver(ctx, tx, app.ID, id)
		if err != nil {
			return err
		}
		f.hear(heard)
		f.UpdatedAt = s.deps.Now()
		facts, err := do(tx)
		if err != nil {
			return err
		}
		facts["app"], facts["name"] = app.ID, f.Name
		return s.deps.Audit.Note(ctx, tx, action, id, app.Organization, facts)
	})
}

func addSource(ctx context.Context, tx *pg.Tx, id ident.Function, source Source) error {
	err := db.New(tx).AddSource(ctx, db.AddSourceParams{
		FunctionID: id.UUID, Version: int32(source.Version), Source: source.Text, Sha256: source.SHA256, Bytes: int32(source.Bytes),
		Exports: source.Exports, CreatedAt: source.CreatedAt,
	})
	if err != nil {
		return fmt.Errorf("add a source of function %s: %w", id, err)
	}
	return nil
}

// Remove deletes a function with all its sources and settings. What waits for it does
// not run any more, and nobody sees what has run. It opens its own transaction.
func (s *Service) Remove(ctx context.Context, app apps.App, id ident.Function) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := apps.Lock(ctx, tx, app.ID); err != nil {
			return err
		}
		f, err := find(ctx, tx, app.ID, id)
		if err != nil {
			return err
		}
		if err := s.deps.Webhooks.Unsubscribe(ctx, tx, id); err != nil {
			return err
		}
		if err := db.New(tx).RemoveFunction(ctx, id.UUID); err != nil {
			return fmt.Errorf("remove function %s: %w", id, err)
		}
		return s.note(ctx, tx, app, audit.FunctionRemoved, f)
	})
}

func (s *Service) note(ctx context.Context, tx *pg.Tx, app apps.App, action audit.Action, f Function) error {
	return s.deps.Audit.Note(ctx, tx, action, f.ID, app.Organization, audit.Facts{
		"app": app.ID, "name": f.Name, "version": f.Current.Version, "sha256": f.Current.SHA256,
	})
}

func fromRow(row db.FunctionsRow) Function {
	return Function{
		ID: ident.Of[ident.Function](ident.Control, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID), Name: row.Name,
		Current: Source{
			Version: int(row.Version), SHA256: row.Sha256, Bytes: int(row.Bytes), Exports: row.Exports, CreatedAt: row.SourceCreatedAt,
		},
		Events: []event.Name{}, FailedAt: row.FailedAt, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
}
