package main

import (
	"context"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/admin"
)

type appStop struct {
	App    string `arg:"" help:"The app's id or client id."`
	Reason string `required:"" help:"Why; its makers read it."`
}

func (c appStop) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Functions, error) {
		return one(o.StopAppFunctions(ctx, c.App, c.Reason))
	})
}

type appResume struct {
	App string `arg:"" help:"The app's id or client id."`
}

func (c appResume) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Functions, error) {
		return one(o.ResumeAppFunctions(ctx, c.App))
	})
}

type organizationStop struct {
	Organization string `arg:"" help:"The organization's id."`
	Reason       string `required:"" help:"Why; the makers of its apps read it."`
}

func (c organizationStop) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Functions, error) {
		return one(o.StopOrganizationFunctions(ctx, c.Organization, c.Reason))
	})
}

type organizationResume struct {
	Organization string `arg:"" help:"The organization's id."`
}

func (c organizationResume) Run(ctx context.Context, config app.Config, t *terminal) error {
	return asOperator(ctx, config, t, func(ctx context.Context, o *admin.Operator) ([]admin.Functions, error) {
		return one(o.ResumeOrganizationFunctions(ctx, c.Organization))
	})
}
