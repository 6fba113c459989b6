package console

import (
	"context"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) functionRoutes() []route.Route {
	const all, one = " /developer/apps/{id}/functions", " /developer/apps/{id}/functions/{functionId}"
	return []route.Route{
		{Pattern: "GET" + all, Role: viewer, Handle: route.JSON(http.StatusOK, f.listFunctions)},
		{Pattern: "POST" + all, Role: developer, Handle: sayWhen(route.JSON(http.StatusCreated, f.addFunction))},
		{Pattern: "GET" + one, Role: viewer, Handle: route.JSON(http.StatusOK, f.readFunction)},
		{Pattern: "DELETE" + one, Role: developer, Handle: route.JSON(http.StatusNoContent, f.removeFunction)},
		{Pattern: "GET" + one + "/source", Role: viewer, Handle: route.JSON(http.StatusOK, f.readSource)},
		{Pattern: "PUT" + one + "/source", Role: developer, Handle: sayWhen(route.JSON(http.StatusOK, f.replaceSource))},
		{Pattern: "PUT" + one + "/live", Role: developer, Handle: route.JSON(http.StatusOK, f.makeLive)},
		{Pattern: "PUT" + one + "/subscription", Role: developer, Handle: route.JSON(http.StatusOK, f.subscribeFunction)},
		{Pattern: "GET" + one + "/config", Role: viewer, Handle: route.JSON(http.StatusOK, f.readConfig)},
		{Pattern: "PUT" + one + "/config", Role: developer, Handle: route.JSON(http.StatusOK, f.setConfig)},
		{Pattern: "POST" + one + "/run", Role: developer, Handle: sayWhen(route.JSON(http.StatusOK, f.runFunction))},
		{Pattern: "GET" + one + "/runs", Role: viewer, Handle: route.JSON(http.StatusOK, f.listRuns)},
		{Pattern: "GET" + one + "/runs/{runId}", Role: viewer, Handle: route.JSON(http.StatusOK, f.readRun)},
		{Pattern: "POST" + one + "/runs/{runId}/repeat", Role: developer, Handle: route.JSON(http.StatusOK, f.repeatRun)},
	}
}

// function is one as its makers see it.
type function struct {
	ID             ident.Function `json:"id"`
	AppID          ident.App      `json:"appId"`
	Name           string         `json:"name"`
	Runnable       bool           `json:"runnable"`
	RunnableReason *string        `json:"runnableReason"` // null: it can run
	StoppedAt      *route.Time    `json:"stoppedAt"`      // null: it can run, or all functions are switched off
	Current        functionSource `json:"current"`
	Events         []event.Name   `json:"events"`
	Enabled        bool           `json:"enabled"`
	SwitchedOffAt  *route.Time    `json:"switchedOffAt"` // null: it did not fail too often
	CreatedAt      route.Time     `json:"createdAt"`
	UpdatedAt      route.Time     `json:"updatedAt"`
}

// functionSource is what is known of a source beside its text.
type functionSource struct {
	Version   int        `json:"version"`
	SHA256    string     `json:"sha256"`
	Bytes     int        `json:"bytes"`
	Exports   []string   `json:"exports"`
	CreatedAt route.Time `json:"createdAt"`
}

// shownFunction is a function with what keeps it from running.
func (f *Face) shownFunction(ctx context.Context, one functions.Function, err error) (function, error) {
	if err != nil {
		return function{}, err
	}
	off, since, err := f.deps.Functions.Off(ctx, appIn(ctx))
	return functionFrom(one, off, since), err
}

func functionFrom(f functions.Function, off string, since *time.Time) function {
	return function{
		ID: f.ID, AppID: f.App, Name: f.Name, Runnable: off == "", RunnableReason: route.Filled(off), StoppedAt: (*route.Time)(since), Current: sourceFrom(f.Current),
		Events: f.Events, Enabled: f.Enabled, SwitchedOffAt: (*route.Time)(f.FailedAt), CreatedAt: route.Time(f.CreatedAt), UpdatedAt: route.Time(f.UpdatedAt),
	}
}

func sourceFrom(s functions.Source) functionSource {
	return functionSource{Version: s.Version, SHA256: s.SHA256, Bytes: s.Bytes, Exports: s.Exports, CreatedAt: route.Time(s.CreatedAt)}
}

func (f *Face) listFunctions(ctx context.Context, _ route.None) (route.List[function], error) {
	list, err := f.deps.Functions.Of(ctx, appIn(ctx).ID)
	if err != nil {
		return route.List[function]{}, err
	}
	off, since, err := f.deps.Functions.Off(ctx, appIn(ctx))
	return route.ListOf(list, func(one functions.Function) function { return functionFrom(one, off, since) }), err
}

type newFunction struct {
	Name   string `json:"name"`
	Source string `json:"source"`
}

func (f *Face) addFunction(ctx context.Context, in newFunction) (function, error) {
	if err := f.wantRoom(ctx, limits.FunctionUploadsByApp); err != nil {
		return function{}, err
	}
	made, err := f.deps.Functions.Add(ctx, appIn(ctx), in.Name, in.Source)
	return f.shownFunction(ctx, made, err)
}

type functionNamed struct {
	Function ident.Function `path:"functionId" absent:"FUNCTION_NOT_FOUND"`
}

// functionRead is a function with the sources that are kept of it.
type functionRead struct {
	function
	Versions []functionSource `json:"versions"`
}

func (f *Face) readFunction(ctx context.Context, in functionNamed) (functionRead, error) {
	found, err := f.deps.Functions.Function(ctx, appIn(ctx).ID, in.Function)
	shown, err := f.shownFunction(ctx, found, err)
	if err != nil {
		return functionRead{}, err
	}
	kept, err := f.deps.Functions.Sources(ctx, found)
	out := functionRead{shown, make([]functionSource, len(kept))}
	for i, s := range kept {
		out.Versions[i] = sourceFrom(s)
	}
	return out, err
}

func (f *Face) removeFunction(ctx context.Context, in functionNamed) (route.None, error) {
	return route.None{}, f.deps.Functions.Remove(ctx, appIn(ctx), in.Function)
}

type readSource struct {
	functionNamed
	Version int `query:"version"` // 0: the current one
}

type sourceRead struct {
	functionSource
	Source string `json:"source"`
}

func (f *Face) readSource(ctx context.Context, in readSource) (sourceRead, error) {
	found, err := f.deps.Functions.Function(ctx, appIn(ctx).ID, in.Function)
	if err != nil {
		return sourceRead{}, err
	}
	s, err := f.deps.Functions.Source(ctx, found, in.Version)
	return sourceRead{sourceFrom(s), s.Text}, err
}

type replaceSource struct {
	functionNamed
	Source string `json:"source"`
	Live   *bool  `json:"live"` // true where it is left out
}

// functionUploaded is a function with the source that it was given.
type functionUploaded struct {
	function
	Uploaded functionSource `json:"uploaded"`
}

func (f *Face) replaceSource(ctx context.Context, in replaceSource) (functionUploaded, error) {
	if err := f.wantRoom(ctx, limits.FunctionUploadsByApp); err != nil {
		return functionUploaded{}, err
	}
	replaced, made, err := f.deps.Functions.Replace(ctx, appIn(ctx), in.Function, in.Source, in.Live == nil || *in.Live)
	shown, err := f.shownFunction(ctx, replaced, err)
	return functionUploaded{shown, sourceFrom(made)}, err
}

type liveVersion struct {
	functionNamed
	Version int `json:"version"`
}

// Check wants a version.
func (in liveVersion) Check(p *route.Problems) { p.Want(in.Version > 0, "version must be above 0") }

func (f *Face) makeLive(ctx context.Context, in liveVersion) (function, error) {
	changed, err := f.deps.Functions.MakeLive(ctx, appIn(ctx), in.Function, in.Version)
	return f.shownFunction(ctx, changed, err)
}

type functionSubscription struct {
	functionNamed
	Events  []event.Name `json:"events"`
	Enabled *bool        `json:"enabled"` // true where it is left out
}

func (f *Face) subscribeFunction(ctx context.Context, in functionSubscription) (function, error) {
	changed, err := f.deps.Functions.Subscribe(ctx, appIn(ctx), in.Function, in.Events, in.Enabled == nil || *in.Enabled)
	return f.shownFunction(ctx, changed, err)
}

type setting struct {
	Name   string  `json:"name"`
	Secret bool    `json:"secret"`
	Value  *string `json:"value"` // null of a secret: it is shown to nobody, and stays as it is
}

type functionConfig struct {
	Values []setting `json:"values"`
}

func (f *Face) readConfig(ctx context.Context, in functionNamed) (functionConfig, error) {
	list, err := f.deps.Functions.Settings(ctx, appIn(ctx).ID, in.Function)
	out := functionConfig{make([]setting, len(list))}
	for i, one := range list {
		out.Values[i] = setting(one)
	}
	return out, err
}

type newConfig struct {
	functionNamed
	Values []setting `json:"values"`
}

// Check wants a list: to forget all settings should be meant.
func (in newConfig) Check(p *route.Problems) { p.Want(in.Values != nil, "values must be an array") }

func (f *Face) setConfig(ctx context.Context, in newConfig) (functionConfig, error) {
	list := make([]functions.Setting, len(in.Values))
	for i, one := range in.Values {
		list[i] = functions.Setting(one)
	}
	if err := f.deps.Functions.Configure(ctx, appIn(ctx), in.Function, list); err != nil {
		return functionConfig{}, err
	}
	return f.readConfig(ctx, in.functionNamed)
}
