package route_test

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/web/route"
)

type follows struct {
	After string `header:"Last-Event-ID"`
	Loud  bool   `query:"loud"`
}

// streams serves one stream, on a server and behind a front that have no patience.
func streams(t *testing.T, patience time.Duration, handle func(context.Context, follows, func() *route.EventStream) error) (server *httptest.Server, done <-chan route.Exchange) {
	t.Helper()
	ended := make(chan route.Exchange, 1)
	front := route.Front{Log: slog.New(slog.DiscardHandler), Now: clock.System, Limit: patience, Observe: func(x route.Exchange) { ended <- x }}
	server = httptest.NewUnstartedServer(front.Wrap(route.Mux(route.Face{
		Routes: []route.Route{{Pattern: "GET /stream", Handle: route.Events(handle)}}, Under: []string{"/"},
	})))
	server.Config.ReadTimeout, server.Config.WriteTimeout = patience, patience
	server.Start()
	t.Cleanup(server.Close)
	return server, ended
}

func TestAStreamOutlivesTheLimitsOfOtherAnswers(t *testing.T) {
	t.Parallel()
	const patience = 250 * time.Millisecond
	server, done := streams(t, patience, func(ctx context.Context, in follows, begin func() *route.EventStream) error {
		out := begin()
		if err := out.Send("", "hello", map[string]string{"after": in.After}); err != nil {
			return err
		}
		for beat := range 5 {
			if beat > 0 {
				out.Beat()
			}
			if err := out.Flush(time.Minute); err != nil {
				t.Errorf("it was cut off: %v", err)
			}
			clock.Pause(out.Context(), patience)
		}
		if out.Context().Err() != nil || ctx.Err() == nil {
			t.Errorf("its context ended by %v, and the request's by %v", out.Context().Err(), ctx.Err())
		}
		if route.RequestID(out.Context()).IsZero() {
			t.Error("its context belongs to no request")
		}
		if err := out.Send("7", "bye", route.None{}); err != nil {
			return err
		}
		if err := out.Flush(patience); err != nil {
			return err
		}
		clock.Pause(out.Context(), 2*patience) // the limit of the last event is over
		return nil
	})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Last-Event-ID", "6")
	resp, err := server.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	retry, rest, _ := strings.Cut(string(body), "\n\n")
	if !strings.HasPrefix(retry, "retry: ") {
		t.Errorf("it begins with %q", retry)
	}
	want := "event: hello\ndata: {\"after\":\"6\"}\n\n" + strings.Repeat(":\n\n", 4) + "id: 7\nevent: bye\ndata: {}\n\n"
	if diff := cmp.Diff(want, rest); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"text/event-stream", "no"}, []string{resp.Header.Get("Content-Type"), resp.Header.Get("X-Accel-Buffering")}); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if x := <-done; !x.Streamed || x.Status != http.StatusOK || x.Err != nil {
		t.Errorf("it is observed as %+v", x)
	}
}

func TestAStreamIsDecodedAndRefusedLikeAnyRequest(t *testing.T) {
	t.Parallel()
	server, done := streams(t, time.Minute, func(context.Context, follows, func() *route.EventStream) error { return route.ErrNowhere })
	for path, want := range map[string]int{"/stream?quiet=true": http.StatusBadRequest, "/stream": http.StatusNotFound} {
		resp, err := server.Client().Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if x := <-done; resp.StatusCode != want || x.Streamed {
			t.Errorf("%s is answered %d, and observed as %+v", path, resp.StatusCode, x)
		}
	}
	resp, err := server.Client().Head(server.URL + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("HEAD is answered %d %v", resp.StatusCode, resp.Header)
	}
}

func TestAReaderWhoDoesNotReadIsCutOff(t *testing.T) {
	t.Parallel()
	cut := make(chan error, 1)
	server, _ := streams(t, time.Minute, func(_ context.Context, _ follows, begin func() *route.EventStream) error {
		out := begin()
		for {
			if err := out.Send("", "much", strings.Repeat("x", 1<<20)); err != nil {
				return err
			}
			if err := out.Flush(50 * time.Millisecond); err != nil {
				cut <- err
				return nil
			}
		}
	})
	conn, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(conn).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	<-cut // or the test would not end
}
