package pages

import (
	"errors"
	"net/http"

	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

var errUnreadable = fault.Declare(fault.Invalid, "FORM_UNREADABLE",
	"The form could not be read.")

// failures says no by a page; it is the face's route.Errors.
type failures struct{ *Face }

// NoRoute says 404.
func (f failures) NoRoute(w http.ResponseWriter, r *http.Request) {
	f.fail(w, r, http.StatusNotFound, html.NotFound)
}

// NotAllowed says 405: by hand, nobody gets here.
func (f failures) NotAllowed(w http.ResponseWriter, r *http.Request, _ []string) {
	f.fail(w, r, http.StatusMethodNotAllowed, html.NotFound)
}

// Failed answers any error.
func (f failures) Failed(w http.ResponseWriter, r *http.Request, err error) (ours bool) {
	status, view, ours := failureOf(err)
	route.SayWhenToReturn(w, err)
	f.fail(w, r, status, view)
	return ours
}

// fail shows what went wrong, even when the business that stands in the header
// of other pages cannot be read.
func (f failures) fail(w http.ResponseWriter, r *http.Request, status int, view html.Failure) {
	frame, err := f.frame(r)
	if err != nil {
		frame = f.bare(r)
	}
	if frame.SignedIn() {
		frame.CSRF = f.deps.Sessions.FormToken(w, r) // for signing out
	}
	// A page that cannot be rendered is answered by Render itself, and the tests
	// render every one of these.
	_ = f.deps.Pages.Render(w, status, frame, view)
}

func failureOf(err error) (status int, view html.Failure, ours bool) {
	body, ours := route.ErrorOf(err)
	refusal, refused := fault.As(err)
	switch {
	case body.StatusCode == http.StatusServiceUnavailable:
		view = html.Unavailable
	case ours:
		view = html.Internal
	case body.Code == "RESET_LINK_INVALID", body.Code == "INVITATION_LINK_INVALID", body.Code == "SIGN_UP_LINK_INVALID", body.Code == "EMAIL_CHANGE_LINK_INVALID":
		return http.StatusGone, html.LinkExpired, false
	case errors.Is(err, session.ErrFormExpired), errors.Is(err, session.ErrCrossOrigin):
		view = html.FormExpired
	case session.Wait(err) > 0:
		view = html.TooMany(session.Wait(err))
	case body.StatusCode == http.StatusNotFound:
		view = html.NotFound
	case body.Code == "PERMISSION_DENIED":
		view = html.Forbidden.In(refusal.Error())
	case refused:
		view = html.Failure{Title: html.Refused(refusal)}
	default:
		view = html.Failure{Title: html.Refused(errUnreadable.With()), Exact: err.Error()}
	}
	return body.StatusCode, view, ours
}
