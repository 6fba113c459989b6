package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// Security is how the connection to the SMTP server is protected.
type Security string

// The ways to protect a connection.
const (
	STARTTLS Security = "starttls" // starts plain, goes on only after STARTTLS
	TLS      Security = "tls"      // TLS from the first byte
	None     Security = "none"     // plain: for a server on the same machine only
)

const sendTimeout = 30 * time.Second

// smtpSender sends each letter over a connection of its own.
type smtpSender struct {
	stationery
	host    string
	address string
	timeout time.Duration
	tls     bool // the connection starts with TLS
	// authorities is a file, read again for each letter: it may have changed. What it
	// held last stands while it cannot be used.
	authorities string
	last        atomic.Pointer[tls.Config]
	options     []gomail.Option
}

func newSMTP(c Config, post stationery) (*smtpSender, error) {
	host, portText, err := net.SplitHostPort(c.Server)
	if err != nil {
		return nil, fmt.Errorf("mail: the server %q is not host:port, such as smtp.example.com:587", c.Server)
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil || port == 0 {
		return nil, fmt.Errorf("mail: the server %q has no port number", c.Server)
	}
	trust, err := trusted(host, c.CAFile)
	if err != nil {
		return nil, err
	}
	s := &smtpSender{stationery: post, host: host, address: c.Server, authorities: c.CAFile, timeout: cmp.Or(c.Timeout, sendTimeout)}
	s.last.Store(trust)
	s.options = []gomail.Option{gomail.WithPort(int(port)), gomail.WithTimeout(s.timeout), gomail.WithoutNoop()}
	if err := s.protect(c.Security); err != nil {
		return nil, err
	}
	if err := s.identify(c); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *smtpSender) protect(how Security) error {
	switch cmp.Or(how, STARTTLS) {
	case STARTTLS:
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case TLS:
		// We dial with TLS ourselves; the policy only lets the library notice
		// that the connection is already encrypted.
		s.tls = true
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	case None:
		if !onThisMachine(s.host) {
			return fmt.Errorf("mail: security %q is for a server on this machine only; use %q or %q for %s", None, STARTTLS, TLS, s.host)
		}
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		return fmt.Errorf("mail: security %q is not one of %q, %q, %q", how, STARTTLS, TLS, None)
	}
	return nil
}

func (s *smtpSender) identify(c Config) error {
	switch {
	case c.Username == "" && c.Password == "":
		return nil
	case c.Username == "" || c.Password == "":
		return errors.New("mail: set both user name and password, or neither")
	case c.Security == None:
		return errors.New("mail: a password needs an encrypted connection")
	}
	s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
		gomail.WithUsername(c.Username), gomail.WithPassword(c.Password))
	return nil
}

// Send hands the letter to the server.
func (s *smtpSender) Send(ctx context.Context, m Message) error {
	letter, err := s.letter(m)
	if err != nil {
		return fmt.Errorf("mail %s: %w", m.Key, err)
	}
	err = s.meet(ctx, func(client *gomail.Client, session *smtp.Client) error {
		return client.SendWithSMTPClient(session, letter)
	})
	if err != nil {
		return fmt.Errorf("mail %s: %w", m.Key, told(err))
	}
	return nil
}

// Greet goes as far as a letter would be handed over, and hands over none.
func (s *smtpSender) Greet(ctx context.Context) error {
	return s.meet(ctx, func(*gomail.Client, *smtp.Client) error { return nil })
}

// meet connects to the server, protects the connection and signs in.
func (s *smtpSender) meet(ctx context.Context, do func(*gomail.Client, *smtp.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	if fresh, err := trusted(s.host, s.authorities); err == nil {
		s.last.Store(fresh)
	}
	trust := s.last.Load()
	line := line{address: s.address, ctx: ctx}
	if s.tls {
		line.tls = trust
	}
	defer line.hangUp()

	client, err := gomail.NewClient(s.host, slices.Concat(s.options, []gomail.Option{gomail.WithTLSConfig(trust), gomail.WithDialContextFunc(line.dial)})...)
	if err != nil {
		return err
	}
	session, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	if err := do(client, session); err != nil {
		return err
	}
	// The server has taken the letter: a goodbye that goes wrong must not make
	// us send it again.
	_ = client.CloseWithSMTPClient(session)
	return nil
}

// told says what the server answered, without what the library adds to it: the
// person's address has no place in a log.
func told(err error) error {
	failed, ok := errors.AsType[*gomail.SendError](err)
	if !ok {
		return err
	}
	answer := fmt.Errorf("%s: server answered %d %s", failed.Reason, failed.ErrorCode(), failed.EnhancedStatusCode())
	forGood := failed.ErrorCode() >= 500 &&
		(failed.Reason == gomail.ErrSMTPRcptTo || failed.Reason == gomail.ErrSMTPData || failed.Reason == gomail.ErrSMTPDataClose)
	if forGood {
		return fmt.Errorf("%w: %w", ErrRefused, answer)
	}
	return answer
}

// line is the connection of one letter. The library neither closes one whose
// greeting failed nor minds the context after dialling; the line does both.
type line struct {
	ctx     context.Context // of the letter, longer than that of the dialling
	tls     *tls.Config
	address string
	conn    net.Conn
	unwatch func() bool
}

func (l *line) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, l.address)
	if err != nil {
		return nil, err
	}
	l.conn = conn
	l.unwatch = context.AfterFunc(l.ctx, func() { _ = conn.Close() })
	if l.tls == nil {
		return conn, nil
	}
	secured := tls.Client(conn, l.tls)
	return secured, secured.HandshakeContext(ctx)
}

func (l *line) hangUp() {
	if l.conn != nil {
		l.unwatch()
		_ = l.conn.Close()
	}
}

// trusted is the TLS configuration: the system's authorities and the operator's.
func trusted(host, file string) (*tls.Config, error) {
	c := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
	if file == "" {
		return c, nil
	}
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("mail: read the authorities: %w", err)
	}
	if c.RootCAs, err = x509.SystemCertPool(); err != nil {
		return nil, fmt.Errorf("mail: load the system's authorities: %w", err)
	}
	if !c.RootCAs.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("mail: %s holds no certificate in PEM form", file)
	}
	return c, nil
}

func onThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
