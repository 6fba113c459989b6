package functions

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/functions/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

const (
	maxSettings = 50
	maxSetting  = 4 << 10 // bytes of a value
)

var settingForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

// Setting is a value that a function finds in ctx.config.
type Setting struct {
	Name   string
	Secret bool    // nobody can read it again
	Value  *string // of a secret nil: the one that is kept stays
}

// SealedSettings is where the secret ones are kept.
var SealedSettings = secret.Column{
	Table: "functions.settings", Name: "secret", ID: "id",
	Context: func(_ ident.Shard, id uuid.UUID) string { return sealedAs(id) },
}

func sealedAs(id uuid.UUID) string { return "setting of a function " + id.String() }

// Settings lists what is set for a function, by name, without the values of secrets.
func (s *Service) Settings(ctx context.Context, app ident.App, id ident.Function) ([]Setting, error) {
	if _, err := find(ctx, s.deps.DB, app, id); err != nil {
		return nil, err
	}
	rows, err := db.New(s.deps.DB).Settings(ctx, id.UUID)
	if err != nil {
		return nil, fmt.Errorf("list the settings of function %s: %w", id, err)
	}
	list := make([]Setting, len(rows))
	for i, row := range rows {
		list[i] = Setting{Name: row.Name, Secret: row.Secret != nil, Value: row.Value}
	}
	return list, nil
}

// config is what a run finds in ctx.config.
func (s *Service) config(ctx context.Context, id ident.Function) (map[string]string, error) {
	rows, err := db.New(s.deps.DB).Settings(ctx, id.UUID)
	if err != nil {
		return nil, fmt.Errorf("read the settings of function %s: %w", id, err)
	}
	config := make(map[string]string, len(rows))
	for _, row := range rows {
		if row.Value != nil {
			config[row.Name] = *row.Value
			continue
		}
		opened, err := s.deps.Keys.Open(sealedAs(row.ID), row.Secret)
		if err != nil {
			return nil, fmt.Errorf("open setting %s of function %s: %w", row.Name, id, err)
		}
		config[row.Name] = string(opened)
	}
	return config, nil
}

// Configure sets all that a function finds in ctx.config. A secret without a value
// stays as it is. It opens its own transaction.
func (s *Service) Configure(ctx context.Context, app apps.App, id ident.Function, list []Setting) error {
	if err := checkSettings(list); err != nil {
		return err
	}
	var f Function
	return s.change(ctx, app, id, audit.FunctionConfigured, &f, func(tx *pg.Tx) (audit.Facts, error) {
		rows, err := db.New(tx).Settings(ctx, id.UUID)
		if err != nil {
			return nil, fmt.Errorf("read the settings of function %s: %w", id, err)
		}
		names := []string{}
		for _, one := range list {
			names = append(names, one.Name)
			sealed := slices.ContainsFunc(rows, func(row db.SettingsRow) bool { return row.Name == one.Name && row.Secret != nil })
			if one.Value == nil && !sealed {
				return nil, errSettingUnknown.With(one.Name)
			}
			if one.Value != nil {
				if err := s.set(ctx, tx, id, one); err != nil {
					return nil, err
				}
			}
		}
		if err := db.New(tx).ForgetSettings(ctx, db.ForgetSettingsParams{FunctionID: id.UUID, Kept: names}); err != nil {
			return nil, fmt.Errorf("forget settings of function %s: %w", id, err)
		}
		return audit.Facts{"settings": names}, nil
	})
}

func (s *Service) set(ctx context.Context, tx *pg.Tx, id ident.Function, one Setting) error {
	p := db.SetSettingParams{ID: uuid.New(), FunctionID: id.UUID, Name: one.Name, Value: one.Value}
	if one.Secret {
		p.Value, p.Secret = nil, s.deps.Keys.Seal(sealedAs(p.ID), []byte(*one.Value))
	}
	if err := db.New(tx).SetSetting(ctx, p); err != nil {
		return fmt.Errorf("set %s for function %s: %w", one.Name, id, err)
	}
	return nil
}

func checkSettings(list []Setting) error {
	var p fault.Problems
	p.Want(len(list) <= maxSettings, "values must contain no more than %d elements", maxSettings)
	for i, one := range list[:min(len(list), maxSettings)] {
		p.Want(settingForm.MatchString(one.Name), "values.%d.name must be 1 to 64 letters, digits and underscores, and not begin with a digit", i)
		p.Want(!slices.ContainsFunc(list[:i], func(before Setting) bool { return before.Name == one.Name }), "values.%d is a repetition", i)
		p.Want(one.Secret || one.Value != nil, "values.%d.value should not be empty", i)
		p.Want(one.Value == nil || len(*one.Value) <= maxSetting && utf8.ValidString(*one.Value), "values.%d.value must be at most %d bytes long", i, maxSetting)
	}
	return p.Err()
}
