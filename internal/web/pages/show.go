package pages

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// show answers with a page, and with the notice that the query names.
func (f *Face) show(w http.ResponseWriter, r *http.Request, status int, view html.View) error {
	return f.confirm(w, r, status, html.Notice{Kind: html.NoticeKind(r.URL.Query().Get("notice"))}, view)
}

// confirm answers with a page that confirms an operation.
func (f *Face) confirm(w http.ResponseWriter, r *http.Request, status int, notice html.Notice, view html.View) error {
	frame, err := f.frame(r)
	if err != nil {
		return err
	}
	if html.Sided(view) && frame.May.Has(permission.ViewBusiness) {
		if frame.Apps, err = f.appPages(r); err != nil {
			return err
		}
	}
	frame.Notice, frame.CSRF = notice, f.deps.Sessions.FormToken(w, r)
	return f.deps.Pages.Render(w, status, frame, view)
}

// frame is what surrounds every page.
func (f *Face) frame(r *http.Request) (html.Frame, error) {
	frame := f.bare(r)
	in, ok := session.From(r.Context())
	if !ok || in.Session.Business.IsZero() {
		return frame, nil
	}
	member, err := f.acting(r.Context(), in)
	if errors.Is(err, tenancy.ErrBusinessNotFound) {
		return frame, nil
	}
	if err != nil {
		return frame, err
	}
	frame.Business, frame.May = businessView(tenancy.Belonging{Business: member.Business, Role: member.Role}), member.Permissions
	return frame, nil
}

// bare is the frame as far as it is known without asking anybody.
func (f *Face) bare(r *http.Request) html.Frame {
	in, _ := session.From(r.Context())
	frame := html.Frame{
		Locale:    f.deps.Pages.Locale(in.User.Locale, r.Header.Get("Accept-Language")),
		Now:       f.deps.Now(),
		RequestID: route.RequestID(r.Context()).String(),
	}
	if !in.User.ID.IsZero() {
		frame.Person = html.Person{ID: in.User.ID.String(), Name: in.User.Name, Email: in.User.Email}
	}
	return frame
}

func businessView(b tenancy.Belonging) html.Business {
	return html.Business{
		ID: b.Business.ID.String(), Name: b.Business.Name, Role: string(b.Role), Sandbox: b.Business.Sandbox(),
	}
}

// redirect sends the browser on to another page by GET.
func redirect(w http.ResponseWriter, r *http.Request, path string, query url.Values) error {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}

// done sends the browser on to a page that confirms an operation.
func done(w http.ResponseWriter, r *http.Request, path string, notice html.NoticeKind) error {
	return redirect(w, r, path, url.Values{"notice": {string(notice)}})
}

// served makes a row of a handler that answers everything itself.
func served(by http.Handler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		by.ServeHTTP(w, r)
		return nil
	}
}
