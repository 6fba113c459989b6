package pages

import (
	"net/http"

	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/html"
)

var errNoPage = fault.Declare(fault.NotFound, "PAGE_NOT_FOUND", "There is no such page.")

// referenceOverview is the first page of the API reference.
func (f *Face) referenceOverview(w http.ResponseWriter, r *http.Request) error {
	v, err := edition.Find(r.PathValue("version"), f.deps.Now())
	if err != nil {
		return errNoPage
	}
	return f.read(w, r, f.deps.Reference.Overview(v, f.deps.Now()))
}

// referenceModule is one part of the API in full.
func (f *Face) referenceModule(w http.ResponseWriter, r *http.Request) error {
	v, err := edition.Find(r.PathValue("version"), f.deps.Now())
	if err != nil {
		return errNoPage
	}
	page, ok := f.deps.Reference.Module(v, f.deps.Now(), r.PathValue("module"))
	if !ok {
		return errNoPage
	}
	return f.read(w, r, page)
}

// referenceVersions tells what the versions differ in.
func (f *Face) referenceVersions(w http.ResponseWriter, r *http.Request) error {
	return f.read(w, r, f.deps.Reference.Versions(f.deps.Now()))
}

// referenceRequests is a version as a file of requests, referencePostman as a collection.
func (f *Face) referenceRequests(w http.ResponseWriter, r *http.Request) error {
	v, err := edition.Find(r.PathValue("version"), f.deps.Now())
	if err != nil {
		return errNoPage
	}
	return publicFile(w, "text/plain; charset=utf-8", []byte(f.deps.Reference.Requests(v)))
}

func (f *Face) referencePostman(w http.ResponseWriter, r *http.Request) error {
	v, err := edition.Find(r.PathValue("version"), f.deps.Now())
	if err != nil {
		return errNoPage
	}
	collection, err := f.deps.Reference.Postman(v)
	if err != nil {
		return err
	}
	return publicFile(w, "application/json; charset=utf-8", collection)
}

// llms tells assistants where everything stands.
func (f *Face) llms(w http.ResponseWriter, _ *http.Request) error {
	return publicFile(w, "text/plain; charset=utf-8", []byte(f.deps.Reference.LLMs(f.deps.Now())))
}

// publicFile is the same for everybody, and may be kept for a while.
func publicFile(w http.ResponseWriter, kind string, text []byte) error {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "public, max-age=900")
	_, _ = w.Write(text) // the reader may be gone
	return nil
}

// read shows a page that is the same for everybody. Whoever is not signed in
// gets no cookie with it.
func (f *Face) read(w http.ResponseWriter, r *http.Request, view html.View) error {
	frame, err := f.frame(r)
	if err != nil {
		return err
	}
	if frame.SignedIn() {
		frame.CSRF = f.deps.Sessions.FormToken(w, r) // for signing out
	}
	return f.deps.Pages.Render(w, http.StatusOK, frame, view)
}
