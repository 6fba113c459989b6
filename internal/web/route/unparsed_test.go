package route_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/route"
)

func TestWhatIsNoRequestIsRefusedInTheStandardShape(t *testing.T) {
	t.Parallel()
	socket, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{MaxHeaderBytes: 1 << 10, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Connection", "close")
		_, _ = io.WriteString(w, "400 Bad Request")
	})}
	go func() { _ = server.Serve(route.Unparsed(socket)) }()
	t.Cleanup(func() { _ = server.Close() })

	const malformed = "This is no HTTP request that can be understood: its first line or a header is malformed."
	for name, row := range map[string]struct {
		request string
		want    route.Error
	}{
		"a header without a name":     {"GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", route.Error{StatusCode: 400, Message: malformed, Name: "Bad Request"}},
		"a header with a zero byte":   {"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n", route.Error{StatusCode: 400, Message: malformed, Name: "Bad Request"}},
		"no host":                     {"GET / HTTP/1.1\r\n\r\n", route.Error{StatusCode: 400, Message: malformed, Name: "Bad Request"}},
		"no request line":             {"hello\r\n\r\n", route.Error{StatusCode: 400, Message: malformed, Name: "Bad Request"}},
		"a header that never ends":    {"GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 16<<10), route.Error{StatusCode: 431, Message: "The header must be at most 32768 bytes.", Name: "Request Header Fields Too Large"}},
		"an encoding that nobody has": {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", route.Error{StatusCode: 501, Message: "This Transfer-Encoding is not supported.", Name: "Not Implemented"}},
	} {
		t.Run("ERR-02 "+name, func(t *testing.T) {
			t.Parallel()
			answer, body := exchange(t, socket.Addr().String(), row.request)
			var got route.Error
			if err := json.Unmarshal(body, &got); err != nil {
				t.Fatalf("%v: %s", err, body)
			}
			if diff := cmp.Diff(row.want, got); diff != "" || answer.StatusCode != row.want.StatusCode || answer.Header.Get("Content-Type") != "application/json; charset=utf-8" {
				t.Errorf("%s, %v (-want +got):\n%s", answer.Status, answer.Header, diff)
			}
		})
	}
	t.Run("what a handler says stays as it is", func(t *testing.T) {
		t.Parallel()
		answer, body := exchange(t, socket.Addr().String(), "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
		if answer.StatusCode != http.StatusOK || string(body) != "400 Bad Request" {
			t.Errorf("%s: %s", answer.Status, body)
		}
	})
}

// exchange sends bytes, and reads an answer.
func exchange(t *testing.T, address, request string) (*http.Response, []byte) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, body
}
