package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type logs struct {
	Tail logsTail `cmd:"" help:"Show what the app calls, as it happens."`
	List logsList `cmd:"" help:"List what the app called in the last 30 days, newest first."`
	Show logsShow `cmd:"" help:"Show one call, with what was kept of its bodies."`
}

// logFilter says which calls are shown.
type logFilter struct {
	Status   []string `help:"Only these statuses: 4xx, 5xx, 403 …" placeholder:"STATUS"`
	Method   string   `help:"Only this method." placeholder:"METHOD"`
	Path     string   `help:"Only paths and routes that contain this." placeholder:"TEXT"`
	Code     string   `help:"Only refusals with this code." placeholder:"CODE"`
	Business string   `help:"Only in this business, by id." placeholder:"ID"`
}

// Validate refuses statuses that there are not.
func (f logFilter) Validate() error {
	for _, status := range f.Status {
		digits := strings.TrimSuffix(strings.ToLower(status), "xx")
		n, err := strconv.Atoi(digits)
		if err != nil || len(status) != 3 || len(digits) == 2 || digits[0] < '1' || digits[0] > '5' || len(digits) == 1 && n > 5 {
			return fmt.Errorf("%q is not a status: 4xx, 5xx, 403 …", status)
		}
	}
	return nil
}

func (f logFilter) fits(q service.LoggedRequest) bool {
	status := strconv.Itoa(q.Status)
	class := func(want string) bool { return want == status || strings.EqualFold(want, status[:1]+"xx") }
	route := ""
	if q.Route != nil {
		route = *q.Route
	}
	return (len(f.Status) == 0 || slices.ContainsFunc(f.Status, class)) &&
		(f.Method == "" || strings.EqualFold(f.Method, q.Method)) &&
		(f.Path == "" || strings.Contains(q.Path, f.Path) || strings.Contains(route, f.Path)) &&
		(f.Code == "" || q.Code != nil && *q.Code == f.Code) &&
		(f.Business == "" || q.BusinessID == f.Business)
}

type logsTail struct {
	logFilter
	ExitAfter int `help:"End after so many calls." placeholder:"N"`
}

// Help shows how it is used.
func (logsTail) Help() string {
	return examples(
		"counterpart logs tail", "Ctrl-C ends it",
		"counterpart logs tail --status 4xx,5xx", "what goes wrong",
		"counterpart logs tail --method POST --path /invoices --json", "one JSON object a line",
	)
}

// Run follows the app's live stream.
func (c logsTail) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	shown := 0
	return r.watch(client, service.Path("developer", "apps", app.ID, "stream"), "counterpart logs list", func(event service.StreamEvent) (bool, error) {
		if event.Name != service.StreamRequest {
			return false, nil
		}
		var q kept[service.LoggedRequest]
		if err := json.Unmarshal(event.Data, &q); err != nil {
			return false, fmt.Errorf("read the stream: %w", err)
		}
		if !c.fits(q.is) {
			return false, nil
		}
		shown++
		return shown == c.ExitAfter, r.showCall(q)
	})
}

// watch hears a stream until hear has heard enough. One that ends is opened again where
// it was; missed is the command that shows what was missed then.
func (r *run) watch(client *service.Client, path, missed string, hear func(service.StreamEvent) (enough bool, err error)) error {
	stream, err := client.Stream(r.ctx, path, "")
	if err != nil {
		return err
	}
	last := ""
	for {
		enough, err := r.hearAll(stream, missed, &last, hear)
		stream.Close()
		if enough || err != nil {
			return err
		}
		r.note("The connection is lost, reconnecting …")
		if stream, err = r.reopen(client, path, last, stream.Retry); err != nil {
			return err
		}
	}
}

// hearAll hears what comes until the stream ends, which is no error.
func (r *run) hearAll(stream *service.Stream, missed string, last *string, hear func(service.StreamEvent) (bool, error)) (bool, error) {
	for {
		event, err := stream.Next()
		if err != nil {
			return false, r.ctx.Err()
		}
		if event.ID != "" {
			*last = event.ID
		}
		switch event.Name {
		case service.StreamReady:
			r.note("Ready. Ctrl-C to stop.")
		case service.StreamReload:
			r.note("Something may be missing here: %s", missed)
		case service.StreamPaused:
			r.note("Nothing can be heard for now; waiting …")
		default:
			if enough, err := hear(event); enough || err != nil {
				return enough, err
			}
		}
	}
}

// reopen tries until the service answers. What it refuses it refuses for good.
func (r *run) reopen(client *service.Client, path, last string, pause time.Duration) (*service.Stream, error) {
	for {
		if err := r.Wait(r.ctx, pause); err != nil {
			return nil, err
		}
		stream, err := client.Stream(r.ctx, path, last)
		if _, away := errors.AsType[*service.Unreachable](err); !away || r.ctx.Err() != nil {
			return stream, err
		}
		pause = min(2*max(pause, time.Second), 10*time.Second)
	}
}

// showCall prints one line.
func (r *run) showCall(q kept[service.LoggedRequest]) error {
	if r.filter != nil {
		return r.filter.print(r, q.raw)
	}
	if r.flags.JSON {
		_, err := fmt.Fprintf(r.Out, "%s\n", q.raw)
		return err
	}
	row := callRow(q.is)
	if !r.OutIsTerminal {
		r.table(callHead, [][]any{row})
		return nil
	}
	status := strconv.Itoa(q.is.Status)
	if q.is.Status >= 400 {
		status = r.red(status)
	}
	_, err := fmt.Fprintf(r.Out, "%s  %s  %-6s %-28s  %-24s  %s  %6s  %s\n", q.is.At.Local().Format("15:04:05"), status,
		clean(q.is.Method), r.cell(row[3]), r.cell(q.is.Code), clean(q.is.BusinessID), milliseconds(q.is.DurationMs), clean(q.is.ID))
	return err
}

var callHead = []string{"WHEN", "STATUS", "METHOD", "PATH", "CODE", "BUSINESS", "TOOK", "ID"}

func callRow(q service.LoggedRequest) []any {
	var path any = q.Path
	if q.Path == "" {
		path = q.Route
	}
	return []any{q.At, q.Status, q.Method, path, q.Code, q.BusinessID, milliseconds(q.DurationMs), q.ID}
}

type logsList struct {
	logFilter
	Since string `help:"From when on, as a time or as an age (2h, 3d)." placeholder:"TIME"`
	Limit int    `default:"100" help:"How many at most."`
}

// Help shows how it is used.
func (logsList) Help() string {
	return examples(
		"counterpart logs list --since 2h --status 5xx", "",
		"counterpart logs list --code INSUFFICIENT_SCOPE --limit 10", "",
	)
}

// Run lists calls, page after page, until there are enough.
func (c logsList) Run(r *run) error {
	query := url.Values{"limit": {"100"}}
	if c.Since != "" {
		since, err := r.instant(c.Since)
		if err != nil {
			return err
		}
		query.Set("from", since.UTC().Format(time.RFC3339))
	}
	for name, value := range map[string]string{"code": c.Code, "businessId": c.Business} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(c.Status) == 1 && strings.HasSuffix(c.Status[0], "xx") {
		query.Set("status", c.Status[0])
	}
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	found := []kept[service.LoggedRequest]{}
	for more := true; more && len(found) < c.Limit; {
		var page struct {
			Data       []kept[service.LoggedRequest] `json:"data"`
			NextBefore *string                       `json:"nextBefore"`
		}
		if err := client.Read(r.ctx, service.Path("developer", "apps", app.ID, "requests"), query, &page); err != nil {
			return err
		}
		for _, q := range page.Data {
			if c.fits(q.is) && len(found) < c.Limit {
				found = append(found, q)
			}
		}
		if more = page.NextBefore != nil; more {
			query.Set("before", *page.NextBefore)
		}
	}
	if r.flags.JSON {
		return r.printValue(service.List[kept[service.LoggedRequest]]{Data: found})
	}
	var rows [][]any
	for _, q := range found {
		rows = append(rows, callRow(q.is))
	}
	if len(rows) == 0 {
		r.note("There are none.")
		return nil
	}
	r.table(callHead, rows)
	return nil
}

type logsShow struct {
	ID string `arg:"" help:"The request's id."`
}

// Help shows how it is used.
func (logsShow) Help() string {
	return examples("counterpart logs show req_0g06gxrdfrk1r01zz2m9c4r5tgaa", "")
}

// Run shows a call.
func (c logsShow) Run(r *run) error {
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	answer, err := client.Get(r.ctx, service.Path("developer", "apps", app.ID, "requests", c.ID), nil)
	if err != nil {
		return err
	}
	return show(r, answer, func(q struct {
		service.LoggedRequest
		RequestBody  json.RawMessage `json:"requestBody"`
		ResponseBody json.RawMessage `json:"responseBody"`
	}) error {
		r.fields(
			field{"ID", q.ID}, field{"At", q.At}, field{"Call", q.Method + " " + q.Path}, field{"Status", q.Status}, field{"Code", q.Code},
			field{"Business", q.BusinessID}, field{"Took", milliseconds(q.DurationMs)},
			field{"Request", string(q.RequestBody)}, field{"Answer", string(q.ResponseBody)},
		)
		r.note("What came of it: counterpart trace %s", q.ID)
		return nil
	})
}
