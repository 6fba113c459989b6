package gate

import (
	"bytes"
	"io"
	"net/http"

	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/web/route"
)

// Assistant guards a row at which a program calls other rows by name (MCP). Only tokens
// come through: no page of a browser acts there for its user. Whether a call reads or
// writes is not known before its body is read, so it counts as a read; which line it
// gets in the request log, Inner settles.
func (g *Gate) Assistant(row route.Route) route.Handler {
	row = g.whileBusinessExists(row)
	return func(w http.ResponseWriter, r *http.Request) error {
		switch {
		case byToken(r):
			return g.byApp(w, r, row, true)
		case row.Pattern == "":
			return row.Handle(w, r)
		}
		g.challenge(w)
		return token.ErrInvalid
	}
}

// Inner guards a row that is called from within another one, which Assistant guards. The
// caller is known, counted and in its version already; exposure, scope, permission and
// replay are asked for the inner row as for any call. The request log and the counts of
// what apps read tell of the inner row, and that it was called by way of a tool.
func (g *Gate) Inner(row route.Route, tool string) route.Handler {
	row = g.whileBusinessExists(row)
	return func(w http.ResponseWriter, r *http.Request) error {
		c := callFrom(r.Context())
		c.inner = &inner{row: row, tool: tool, method: r.Method, path: r.URL.EscapedPath(), query: r.URL.RawQuery, body: c.innerBody(r)}
		err := g.allow(w, c.caller, row)
		if err == nil {
			err = g.serve(w, r, c.caller, row)
		}
		if err != nil {
			c.refusal = err
		}
		return err
	}
}

// inner is a row that was called from within another.
type inner struct {
	row                 route.Route
	tool                string
	method, path, query string
	body                []byte
}

// innerBody is what an inner request carries, put back for whoever reads it next.
func (c *call) innerBody(r *http.Request) []byte {
	if r.Body == nil {
		return nil
	}
	body, _ := io.ReadAll(r.Body) // it is in memory
	r.Body = io.NopCloser(bytes.NewReader(body))
	if len(body) > journal.LongestBody {
		return nil
	}
	return body
}

// tell has the line in the request log say what was called, where something was.
func (i *inner) tell(record *journal.Call) {
	if i == nil {
		return
	}
	record.Method, record.Route, record.Path, record.RawQuery, record.RequestBody = i.method, i.row.Pattern, i.path, i.query, i.body
	record.UserAgent = "MCP " + i.tool + "; " + record.UserAgent
	if i.method != http.MethodGet {
		record.Read = 0
	}
	if record.Refused.Status != 0 {
		record.Status = record.Refused.Status
	}
}
