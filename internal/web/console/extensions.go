package console

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/extensions"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) extensionRoutes() []route.Route {
	const all, one = " /developer/apps/{id}/extensions", " /developer/apps/{id}/extensions/{extensionId}"
	return []route.Route{
		{Pattern: "GET" + all, Role: viewer, Handle: route.JSON(http.StatusOK, f.listExtensions)},
		{Pattern: "POST" + all, Role: developer, Handle: route.JSON(http.StatusCreated, f.addExtension)},
		{Pattern: "PATCH" + one, Role: developer, Handle: route.JSON(http.StatusOK, f.changeExtension)},
		{Pattern: "DELETE" + one, Role: developer, Handle: route.JSON(http.StatusNoContent, f.removeExtension)},
	}
}

type extension struct {
	ID           ident.Extension       `json:"id"`
	AppID        ident.App             `json:"appId"`
	Type         extensions.Type       `json:"type"`
	ResourceType *appdata.ResourceType `json:"resourceType"` // null: it is on no record
	Label        string                `json:"label"`
	Path         string                `json:"path"`
	URL          *string               `json:"url"`     // null: the path leads nowhere any more
	Problem      *string               `json:"problem"` // why nobody is shown it; null: nothing is wrong
	Version      int                   `json:"version"`
	CreatedAt    route.Time            `json:"createdAt"`
	UpdatedAt    route.Time            `json:"updatedAt"`
}

// RecordVersion goes into the header ETag.
func (e extension) RecordVersion() int { return e.Version }

func extensionFrom(app apps.App, e extensions.Extension) extension {
	out := extension{
		ID: e.ID, AppID: e.App, Type: e.Type, Label: e.Label, Path: e.Path,
		Version: e.Version, CreatedAt: route.Time(e.CreatedAt), UpdatedAt: route.Time(e.UpdatedAt),
	}
	if e.Resource != "" {
		out.ResourceType = &e.Resource
	}
	if page, err := e.URL(app); err == nil {
		out.URL = &page
	}
	if refusal, ok := fault.As(e.Problem(app)); ok {
		out.Problem = &refusal.Code
	}
	return out
}

func (f *Face) listExtensions(ctx context.Context, _ route.None) (route.List[extension], error) {
	app := appIn(ctx)
	list, err := f.deps.Extensions.Of(ctx, app.ID)
	out := route.List[extension]{Data: make([]extension, len(list))}
	for i, e := range list {
		out.Data[i] = extensionFrom(app, e)
	}
	return out, err
}

type newExtension struct {
	Type         extensions.Type       `json:"type"`
	ResourceType *appdata.ResourceType `json:"resourceType"`
	Label        string                `json:"label"`
	Path         string                `json:"path"`
}

func (f *Face) addExtension(ctx context.Context, in newExtension) (extension, error) {
	app, details := appIn(ctx), extensions.Details{Type: in.Type, Label: in.Label, Path: in.Path}
	if in.ResourceType != nil {
		details.Resource = *in.ResourceType
	}
	made, err := f.deps.Extensions.Add(ctx, app, details)
	return extensionFrom(app, made), err
}

type extensionNamed struct {
	Extension ident.Extension `path:"extensionId" absent:"EXTENSION_NOT_FOUND"`
}

type extensionChange struct {
	extensionNamed
	Seen         route.ETag                         `header:"If-Match"`
	Type         route.Change[extensions.Type]      `json:"type"`
	ResourceType route.Change[appdata.ResourceType] `json:"resourceType"`
	Label        route.Change[string]               `json:"label"`
	Path         route.Change[string]               `json:"path"`
}

// Check refuses null where an extension always has something.
func (in extensionChange) Check(p *route.Problems) {
	wantKept(p, "type", in.Type)
	wantKept(p, "label", in.Label)
	wantKept(p, "path", in.Path)
}

func (f *Face) changeExtension(ctx context.Context, in extensionChange) (extension, error) {
	app := appIn(ctx)
	changed, err := f.deps.Extensions.Change(ctx, app, in.Extension, int(in.Seen), func(d *extensions.Details) {
		d.Type, d.Label, d.Path = *in.Type.Or(&d.Type), *in.Label.Or(&d.Label), *in.Path.Or(&d.Path)
		if in.ResourceType.Given {
			d.Resource = ""
		}
		if to := in.ResourceType.To; to != nil {
			d.Resource = *to
		}
	})
	return extensionFrom(app, changed), err
}

func (f *Face) removeExtension(ctx context.Context, in extensionNamed) (route.None, error) {
	return route.None{}, f.deps.Extensions.Remove(ctx, appIn(ctx), in.Extension)
}
