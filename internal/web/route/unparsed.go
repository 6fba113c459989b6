package route

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strconv"
)

// Unparsed gives the standard shape to what net/http says by itself of requests
// that it cannot parse: no handler is asked, and it writes plain text to the
// connection. TLS goes around this listener, not under it: net/http would not
// know a wrapped TLS connection, and speak no HTTP/2.
func Unparsed(l net.Listener) net.Listener { return unparsedListener{l} }

type unparsedListener struct{ net.Listener }

// Accept waits for the next connection.
func (l unparsedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return unparsedConn{conn}, nil
}

type unparsedConn struct{ net.Conn }

// An answer begins with statusLine. How such a one goes on after that line is
// plainText; answers of handlers have a Date, so none goes on like this.
var (
	statusLine = []byte("HTTP/1.1 ")
	plainText  = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")
)

// Write writes an answer, in our shape if it is one of those. It looks at the
// first line alone: everything that a handler writes comes this way too.
func (c unparsedConn) Write(answer []byte) (int, error) {
	status, ok := plainStatus(answer)
	if !ok {
		return c.Conn.Write(answer)
	}
	body, err := json.Marshal(newError(status, unparsedWords(status)))
	if err != nil {
		return 0, err
	}
	_, err = fmt.Fprintf(c.Conn, "HTTP/1.1 %d %s\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, http.StatusText(status), len(body), body)
	return len(answer), err
}

// plainStatus is the status of an answer that net/http gave by itself.
func plainStatus(answer []byte) (status int, ok bool) {
	rest, ok := bytes.CutPrefix(answer, statusLine)
	if !ok {
		return 0, false
	}
	end := bytes.IndexByte(rest, '\r')
	if end < 0 || !bytes.HasPrefix(rest[end:], plainText) {
		return 0, false
	}
	code, _, _ := bytes.Cut(rest[:end], []byte(" "))
	status, err := strconv.Atoi(string(code))
	return status, err == nil
}

func unparsedWords(status int) string {
	switch status {
	case http.StatusRequestHeaderFieldsTooLarge:
		return errLargeHeader.message
	case http.StatusNotImplemented:
		return "This Transfer-Encoding is not supported."
	}
	return "This is no HTTP request that can be understood: its first line or a header is malformed."
}
