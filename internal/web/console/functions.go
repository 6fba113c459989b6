package console

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/core/limits"
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
	}
}

// function is one as its makers see it. It does not run, and says so.
type function struct {
	ID             ident.Function `json:"id"`
	AppID          ident.App      `json:"appId"`
	Name           string         `json:"name"`
	Runnable       bool           `json:"runnable"`
	RunnableReason string         `json:"runnableReason"`
	Current        functionSource `json:"current"`
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

func functionFrom(f functions.Function) function {
	return function{
		ID: f.ID, AppID: f.App, Name: f.Name, RunnableReason: functions.NotRunnable, Current: sourceFrom(f.Current),
		CreatedAt: route.Time(f.CreatedAt), UpdatedAt: route.Time(f.UpdatedAt),
	}
}

func sourceFrom(s functions.Source) functionSource {
	return functionSource{Version: s.Version, SHA256: s.SHA256, Bytes: s.Bytes, Exports: s.Exports, CreatedAt: route.Time(s.CreatedAt)}
}

func (f *Face) listFunctions(ctx context.Context, _ route.None) (route.List[function], error) {
	list, err := f.deps.Functions.Of(ctx, appIn(ctx).ID)
	out := route.List[function]{Data: make([]function, len(list))}
	for i, one := range list {
		out.Data[i] = functionFrom(one)
	}
	return out, err
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
	return functionFrom(made), err
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
	if err != nil {
		return functionRead{}, err
	}
	kept, err := f.deps.Functions.Sources(ctx, found)
	out := functionRead{functionFrom(found), make([]functionSource, len(kept))}
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
}

func (f *Face) replaceSource(ctx context.Context, in replaceSource) (function, error) {
	if err := f.wantRoom(ctx, limits.FunctionUploadsByApp); err != nil {
		return function{}, err
	}
	replaced, err := f.deps.Functions.Replace(ctx, appIn(ctx), in.Function, in.Source)
	return functionFrom(replaced), err
}
