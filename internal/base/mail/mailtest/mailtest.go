// Package mailtest is the other end of package mail: a real SMTP server on the
// loopback that keeps what it gets, for tests that follow a letter's link.
package mailtest

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	netmail "net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"github.com/counterpart/counterpart/internal/base/mail"
)

// patience is how long a test waits for a letter before it fails: for ever, if a
// busy machine is all that keeps it.
const patience = 2 * time.Minute

// Letter is a letter as it arrived.
type Letter struct {
	To      string // the envelope's recipient
	Subject string
	Text    string
	HTML    string
	Header  netmail.Header
}

var link = regexp.MustCompile(`https?://\S+`)

// Link is the first address in the letter's text.
func (l Letter) Link() string { return link.FindString(l.Text) }

// Sink is an SMTP server that keeps its letters until they are taken.
type Sink struct {
	config  mail.Config
	login   *login
	refuse  refusal
	slow    slow
	ended   chan struct{}
	skip    string
	mu      sync.Mutex
	letters []Letter
	arrived chan struct{} // closed and replaced at each arrival
}

type login struct{ username, password string }

// Option changes how the server behaves.
type Option func(*options)

type options struct {
	security mail.Security
	login    *login
	refuse   refusal
	slow     slow
	skip     string
}

// slow says whose letters are held, and until when.
type slow struct {
	to       func(recipient string) bool
	released <-chan struct{}
}

// Skipping makes the server take letters whose subject begins like this, and
// keep none of them.
func Skipping(subject string) Option { return func(o *options) { o.skip = subject } }

// refusal is an answer, and to whose letters; to all when nobody is named.
type refusal struct {
	answer *smtp.SMTPError
	to     []string
}

// Secured makes the server speak TLS in the given way.
func Secured(how mail.Security) Option { return func(o *options) { o.security = how } }

// WithLogin makes the server ask for a user name and password.
func WithLogin(username, password string) Option {
	return func(o *options) { o.login = &login{username, password} }
}

// Refusing makes the server refuse the given recipients, or all when none is
// given, with the given code.
func Refusing(code int, to ...string) Option {
	return func(o *options) {
		o.refuse = refusal{&smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 1, 1}, Message: "no such mailbox"}, to}
	}
}

// Holding makes the server slow to take letters to some recipients: it answers
// when the channel is closed.
func Holding(to func(recipient string) bool, released <-chan struct{}) Option {
	return func(o *options) { o.slow = slow{to, released} }
}

// Start runs a server until the test ends.
func Start(t testing.TB, opts ...Option) *Sink {
	t.Helper()
	o := options{security: mail.None}
	for _, opt := range opts {
		opt(&o)
	}
	s := &Sink{login: o.login, refuse: o.refuse, slow: o.slow, skip: o.skip, arrived: make(chan struct{}), ended: make(chan struct{})}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{sink: s}, nil }))
	server.Domain, server.ErrorLog = "localhost", quiet{}

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("start the mail sink: %v", err)
	}
	s.config = mail.Config{From: "Service <no-reply@service.example>", Server: listener.Addr().String(), Security: o.security}
	if o.login != nil {
		s.config.Username, s.config.Password = o.login.username, o.login.password
	}
	if o.security != mail.None {
		server.TLSConfig, s.config.CAFile = certificate(t)
	}
	if o.security == mail.TLS {
		listener = tls.NewListener(listener, server.TLSConfig)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() {
		close(s.ended)
		_ = server.Close()
	})
	return s
}

// Config is the configuration of a sender that sends to the sink.
func (s *Sink) Config() mail.Config { return s.config }

// Wait takes the oldest letter to an address, waiting for it if need be. A
// letter is handed out once.
func (s *Sink) Wait(t testing.TB, to string) Letter {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		letter, arrived, ok := s.take(to)
		if ok {
			return letter
		}
		select {
		case <-arrived:
		case <-ctx.Done():
			t.Fatalf("no letter to %s arrived; waiting are letters to %v", to, s.waiting())
		}
	}
}

// Waiting lists the recipients of the letters that nobody has taken yet.
func (s *Sink) Waiting() []string { return s.waiting() }

// Empty reports whether no letter is left.
func (s *Sink) Empty() bool { return len(s.waiting()) == 0 }

func (s *Sink) take(to string) (letter Letter, arrived <-chan struct{}, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, l := range s.letters {
		if l.To == to {
			s.letters = append(s.letters[:i:i], s.letters[i+1:]...)
			return l, nil, true
		}
	}
	return Letter{}, s.arrived, false
}

func (s *Sink) waiting() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var to []string
	for _, l := range s.letters {
		to = append(to, l.To)
	}
	return to
}

func (s *Sink) add(l Letter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.skip != "" && strings.HasPrefix(l.Subject, s.skip) {
		return
	}
	s.letters = append(s.letters, l)
	close(s.arrived)
	s.arrived = make(chan struct{})
}

// session is one client's conversation with the sink.
type session struct {
	sink   *Sink
	to     []string
	signed bool
}

func (s *session) AuthMechanisms() []string {
	if s.sink.login == nil {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if (login{username, password}) != *s.sink.login {
			return smtp.ErrAuthFailed
		}
		s.signed = true
		return nil
	}), nil
}

func (s *session) Mail(string, *smtp.MailOptions) error {
	if s.sink.login != nil && !s.signed {
		return smtp.ErrAuthRequired
	}
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if refuse := s.sink.refuse; refuse.answer != nil && (len(refuse.to) == 0 || slices.Contains(refuse.to, to)) {
		return refuse.answer
	}
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if s.sink.slow.to != nil && slices.ContainsFunc(s.to, s.sink.slow.to) {
		select {
		case <-s.sink.slow.released:
		case <-s.sink.ended:
		}
	}
	for _, to := range s.to {
		letter, err := Parse(raw)
		if err != nil {
			return &smtp.SMTPError{Code: 554, Message: err.Error()}
		}
		letter.To = to
		s.sink.add(letter)
	}
	return nil
}

func (s *session) Reset()        { s.to = nil }
func (s *session) Logout() error { return nil }

// Parse reads a letter out of its form in transit, such as an .eml file.
func Parse(raw []byte) (Letter, error) {
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Letter{}, fmt.Errorf("read letter: %w", err)
	}
	subject, err := (&mime.WordDecoder{}).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return Letter{}, fmt.Errorf("read subject: %w", err)
	}
	l := Letter{Subject: subject, Header: m.Header}
	if to, err := netmail.ParseAddress(m.Header.Get("To")); err == nil {
		l.To = to.Address
	}
	return l, l.readBody(m.Header.Get("Content-Type"), m.Header.Get("Content-Transfer-Encoding"), m.Body)
}

func (l *Letter) readBody(contentType, encoding string, body io.Reader) error {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("read content type: %w", err)
	}
	if strings.HasPrefix(kind, "multipart/") {
		return l.readParts(multipart.NewReader(body, params["boundary"]))
	}
	if strings.EqualFold(encoding, "quoted-printable") {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return fmt.Errorf("read %s: %w", kind, err)
	}
	plain := strings.ReplaceAll(string(text), "\r\n", "\n")
	if kind == "text/html" {
		l.HTML = plain
	} else {
		l.Text = plain
	}
	return nil
}

func (l *Letter) readParts(parts *multipart.Reader) error {
	for {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read part: %w", err)
		}
		if err := l.readBody(part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part); err != nil {
			return err
		}
	}
}

// certificate borrows the certificate for 127.0.0.1 that the standard library
// keeps for tests, and writes its authority into a file.
func certificate(t testing.TB) (*tls.Config, string) {
	t.Helper()
	donor := httptest.NewTLSServer(nil)
	defer donor.Close()
	file := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: donor.Certificate().Raw})
	if err := os.WriteFile(file, block, 0o600); err != nil {
		t.Fatalf("write the sink's authority: %v", err)
	}
	return &tls.Config{Certificates: donor.TLS.Certificates}, file
}

// quiet drops the server's notes on connections that ended early.
type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}
