package console

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) requestRoutes() []route.Route {
	const all = " /developer/apps/{id}/requests"
	return []route.Route{
		{Pattern: "GET" + all, Role: viewer, Handle: route.JSON(http.StatusOK, f.listRequests)},
		{Pattern: "GET" + all + "/{requestId}", Role: viewer, Handle: route.JSON(http.StatusOK, f.readRequest)},
	}
}

// request is a call of an app, as its log shows it. People of the business are ids.
type request struct {
	ID            ident.Request  `json:"id"`
	At            route.Time     `json:"at"`
	BusinessID    ident.Business `json:"businessId"`
	UserID        ident.User     `json:"userId"`
	Method        string         `json:"method"`
	Route         *string        `json:"route"` // null: no route fits
	Path          string         `json:"path"`
	Query         string         `json:"query"`
	APIVersion    *string        `json:"apiVersion"` // null: it was refused before that was known
	Status        int            `json:"status"`
	Code          *string        `json:"code"`
	DurationMs    float64        `json:"durationMs"`
	BytesIn       int64          `json:"bytesIn"`
	BytesOut      int64          `json:"bytesOut"`
	Network       *string        `json:"network"`
	UserAgent     string         `json:"userAgent"`
	CorrelationID *string        `json:"correlationId"`
	Replayed      bool           `json:"replayed"`
	StandsFor     int64          `json:"standsFor"`
}

func requestFrom(l journal.Line) request {
	out := request{
		ID: l.Request, At: route.Time(l.At()), BusinessID: l.Business, UserID: l.User, Method: l.Method, Route: route.Filled(pathOf(l.Route)), Path: l.Path,
		Query: l.Query, APIVersion: route.Filled(l.Version), Status: l.Status, Code: route.Filled(l.Code), DurationMs: millis(l.Duration),
		BytesIn: l.BytesIn, BytesOut: l.BytesOut, UserAgent: l.UserAgent, CorrelationID: route.Filled(l.Correlation), Replayed: l.Replayed, StandsFor: l.StandsFor,
	}
	if l.Address.IsValid() {
		out.Network = new(l.Address.String())
	}
	return out
}

// pathOf is a row's path without its method, which stands beside it.
func pathOf(pattern string) string {
	_, path, _ := strings.Cut(pattern, " ")
	return path
}

// methodOf is the method of a row's pattern.
func methodOf(pattern string) string {
	method, _, _ := strings.Cut(pattern, " ")
	return method
}

type requestListing struct {
	Status   string         `query:"status"`
	Method   string         `query:"method"`
	Route    string         `query:"route"`
	Business ident.Business `query:"businessId"`
	Version  string         `query:"apiVersion"`
	Code     string         `query:"code"`
	From     route.Time     `query:"from"`
	To       route.Time     `query:"to"`
	Before   ident.Request  `query:"before"`
	Limit    int            `query:"limit" default:"50"`
}

var statusClasses = map[string]int{"": 0, "2xx": 2, "3xx": 3, "4xx": 4, "5xx": 5}

// Check lists what is wrong with the filters.
func (in requestListing) Check(p *route.Problems) {
	_, known := statusClasses[in.Status]
	p.Want(known, "status must be one of 2xx, 3xx, 4xx, 5xx")
	p.Want((in.Method == "") == (in.Route == ""), "method and route must be given together")
	p.Want(in.Limit >= 1 && in.Limit <= 100, "limit must be between 1 and 100")
	wantSpan(p, in.From, in.To)
}

// wantSpan refuses a time that ends before it begins.
func wantSpan(p *route.Problems, from, to route.Time) {
	p.Want(time.Time(from).IsZero() || time.Time(to).IsZero() || time.Time(from).Before(time.Time(to)), "from must be before to")
}

type requestList struct {
	Data       []request      `json:"data"`
	NextBefore *ident.Request `json:"nextBefore"` // null: the log ends here
}

func (f *Face) listRequests(ctx context.Context, in requestListing) (requestList, error) {
	wanted := journal.Filter{
		App: appIn(ctx).ID, Business: in.Business, Version: in.Version, Code: in.Code, StatusClass: statusClasses[in.Status],
		From: time.Time(in.From), To: time.Time(in.To), Before: in.Before, Most: in.Limit,
	}
	if in.Route != "" {
		wanted.Route = in.Method + " " + in.Route
	}
	lines, err := f.deps.Journal.List(ctx, wanted)
	out := requestList{Data: make([]request, len(lines.Data))}
	for i, line := range lines.Data {
		out.Data[i] = requestFrom(line)
	}
	if !lines.Next.IsZero() {
		out.NextBefore = &lines.Next
	}
	return out, err
}

type requestNamed struct {
	Request ident.Request `path:"requestId" absent:"REQUEST_NOT_FOUND"`
}

// requestInspection is a call with what was kept of its bodies.
type requestInspection struct {
	request
	RequestBody  json.RawMessage `json:"requestBody"`  // null: none, or none that could be kept
	ResponseBody json.RawMessage `json:"responseBody"` // of refusals only
}

func (f *Face) readRequest(ctx context.Context, in requestNamed) (requestInspection, error) {
	line, found, err := f.deps.Journal.Find(ctx, appIn(ctx).ID, in.Request)
	if err == nil && !found {
		err = journal.ErrRequestNotFound
	}
	return requestInspection{requestFrom(line), line.Body, line.Refusal}, err
}
