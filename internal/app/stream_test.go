package app_test

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
)

func TestAStoppingNodeEndsItsStreamsAtOnce(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t) // whose people and app the node knows too
	made := svc.DraftApp(t)
	browser := made.Maker.Registers(t).SignIn(t, svc.Node(0))
	n := serveWith(t, app.Options{Clock: svc.Clock.Now, LiveBeat: 10 * time.Millisecond}, func(c *app.Config) {
		of := svc.Node(0).Config
		c.Postgres, c.RedisPrefix, c.SessionIdle, c.StopLimit = of.Postgres, of.RedisPrefix, of.SessionIdle, time.Hour
	})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, n.api+"/developer/apps/"+made.ID.String()+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.AddCookie(&http.Cookie{Name: "counterpart_session", Value: browser.Cookie("__Secure-counterpart_session")})
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() && lines.Text() != "event: ready" {
	}
	t.Run("CON-09 it is among those that are open, and no request that takes long", func(t *testing.T) {
		metrics := n.metrics(t)
		if !strings.Contains(metrics, "counterpart_streams_open 1") {
			t.Error("it is not counted")
		}
		if strings.Contains(metrics, `/stream"`) {
			t.Error("it is measured as a request")
		}
	})
	n.stop()
	t.Run("CON-09 the node does not wait for it", func(t *testing.T) {
		for lines.Scan() {
		}
		if err := lines.Err(); err != nil {
			t.Errorf("it was cut off: %v", err)
		}
		if err := <-n.ended; err != nil {
			t.Errorf("the node ended with %v", err)
		}
	})
}

func (n *node) metrics(t *testing.T) string {
	t.Helper()
	resp, err := http.Get(n.ops + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
