package mail_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/mail"
	"github.com/counterpart/counterpart/internal/base/mail/mailtest"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

var noon = clock.NewStopped(time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC))

var reset = mail.Message{
	Key:     "job 17",
	To:      "Ada Byron <ada@example.com>",
	Subject: "Passwort zurücksetzen",
	Text:    "Guten Tag,\n\nhttps://app.example/reset?token=abc=def\n\n" + strings.Repeat("ein langes Wort ", 20) + "\n",
	HTML:    "<p>Guten Tag</p>\n",
}

func sender(t *testing.T, c mail.Config) mail.Sender {
	t.Helper()
	s, err := mail.New(c, noon.Now)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestALetterArrivesWholeOverEveryKindOfConnection(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]mailtest.Option{
		"plain":                {},
		"starttls":             {mailtest.Secured(mail.STARTTLS)},
		"tls":                  {mailtest.Secured(mail.TLS)},
		"starttls and a login": {mailtest.Secured(mail.STARTTLS), mailtest.WithLogin("mailer", "its password")},
		"tls and a login":      {mailtest.Secured(mail.TLS), mailtest.WithLogin("mailer", "its password")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sink := mailtest.Start(t, opts...)
			if err := sender(t, sink.Config()).Send(t.Context(), reset); err != nil {
				t.Fatal(err)
			}

			got := sink.Wait(t, "ada@example.com")
			want := mailtest.Letter{To: "ada@example.com", Subject: reset.Subject, Text: reset.Text, HTML: reset.HTML, Header: got.Header}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("letter differs (-want +got):\n%s", diff)
			}
			if want := "https://app.example/reset?token=abc=def"; got.Link() != want {
				t.Errorf("want link %q, got %q", want, got.Link())
			}
			if want := `"Service" <no-reply@service.example>`; got.Header.Get("From") != want {
				t.Errorf("want from %s, got %s", want, got.Header.Get("From"))
			}
			if want := "Mon, 02 Mar 2026 12:00:00 +0000"; got.Header.Get("Date") != want {
				t.Errorf("want date %s, got %s", want, got.Header.Get("Date"))
			}
			if !sink.Empty() {
				t.Error("the letter arrived twice")
			}
		})
	}
}

func TestARepeatedLetterIsRecognisable(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t)
	post := sender(t, sink.Config())
	other := reset
	other.Key = "job 18"
	for _, m := range []mail.Message{reset, reset, other} {
		if err := post.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	id := func() string { return sink.Wait(t, "ada@example.com").Header.Get("Message-Id") }
	first, again, another := id(), id(), id()
	if first == "" || first != again || first == another {
		t.Errorf("ids: first %q, repeated %q, another letter %q", first, again, another)
	}
	if strings.Contains(first, "17") && strings.Contains(first, "job") {
		t.Errorf("the id %q tells its key", first)
	}
}

func TestHeadersCannotBeSmuggledIn(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t)
	post := sender(t, sink.Config())
	for name, change := range map[string]func(*mail.Message){
		"subject":        func(m *mail.Message) { m.Subject = "Hello\r\nBcc: eve@example.com" },
		"bare newline":   func(m *mail.Message) { m.Subject = "Hello\nBcc: eve@example.com" },
		"address":        func(m *mail.Message) { m.To = "ada@example.com\r\nBcc: eve@example.com" },
		"name":           func(m *mail.Message) { m.To = "\"Ada\r\nBcc: eve@example.com\" <ada@example.com>" },
		"two addresses":  func(m *mail.Message) { m.To = "ada@example.com, eve@example.com" },
		"command":        func(m *mail.Message) { m.To = "<ada@example.com>\r\nRCPT TO:<eve@example.com>" },
		"no address":     func(m *mail.Message) { m.To = "ada" },
		"no text":        func(m *mail.Message) { m.Text = "" },
		"no key":         func(m *mail.Message) { m.Key = "" },
		"nul in subject": func(m *mail.Message) { m.Subject = "Hello\x00" },
	} {
		m := reset
		change(&m)
		err := post.Send(t.Context(), m)
		if !errors.Is(err, mail.ErrRefused) {
			t.Errorf("%s: want ErrRefused, got %v", name, err)
		}
		if err != nil && strings.Contains(err.Error(), "example.com") {
			t.Errorf("%s: the error tells an address: %v", name, err)
		}
	}
	if !sink.Empty() {
		t.Error("a letter went out")
	}
}

func TestTheServersAnswerDecidesWhetherToTryAgain(t *testing.T) {
	t.Parallel()
	for code, forGood := range map[int]bool{550: true, 450: false} {
		sink := mailtest.Start(t, mailtest.Refusing(code))
		err := sender(t, sink.Config()).Send(t.Context(), reset)
		if err == nil || errors.Is(err, mail.ErrRefused) != forGood {
			t.Errorf("answer %d: want refused for good %v, got %v", code, forGood, err)
		}
		if err != nil && strings.Contains(err.Error(), "ada@") {
			t.Errorf("the error tells the address: %v", err)
		}
	}
}

func TestAnUnprotectedConnectionIsNotUsed(t *testing.T) {
	t.Parallel()
	plain := mailtest.Start(t)
	c := plain.Config()
	c.Security = mail.STARTTLS
	if err := sender(t, c).Send(t.Context(), reset); err == nil || errors.Is(err, mail.ErrRefused) {
		t.Errorf("without STARTTLS: want an error to try again after, got %v", err)
	}

	secured := mailtest.Start(t, mailtest.Secured(mail.STARTTLS))
	c = secured.Config()
	c.CAFile = ""
	if err := sender(t, c).Send(t.Context(), reset); err == nil {
		t.Error("an unknown authority is trusted")
	}
	if !plain.Empty() || !secured.Empty() {
		t.Error("a letter went out")
	}
}

func TestAWrongPasswordIsNotTheLettersFault(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t, mailtest.Secured(mail.STARTTLS), mailtest.WithLogin("mailer", "its password"))
	c := sink.Config()
	c.Password = "another password"
	err := sender(t, c).Send(t.Context(), reset)
	if err == nil || errors.Is(err, mail.ErrRefused) {
		t.Errorf("want an error to try again after, got %v", err)
	}
	if err != nil && strings.Contains(err.Error(), c.Password) {
		t.Errorf("the error tells the password: %v", err)
	}
}

// A server that takes the connection and then says nothing.
func TestASilentServerIsLeftWhenTheContextEnds(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	ctx, giveUp := context.WithCancel(t.Context())
	hungUp := make(chan error, 1)
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			giveUp()
			_, err = conn.Read(make([]byte, 1)) // until the other side hangs up
			_ = conn.Close()
		}
		hungUp <- err
	}()

	post := sender(t, mail.Config{From: "no-reply@service.example", Server: listener.Addr().String(), Security: mail.None})
	if err := post.Send(ctx, reset); err == nil {
		t.Error("sent to a server that says nothing")
	}
	if err := <-hungUp; err == nil || err.Error() != "EOF" {
		t.Errorf("want the connection closed, got %v", err)
	}
}

func TestWithoutAServerLettersAreFilesInAFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "letters")
	post := sender(t, mail.Config{From: "no-reply@service.example", Folder: dir})
	for range 2 {
		if err := post.Send(t.Context(), reset); err != nil {
			t.Fatal(err)
		}
	}

	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("want one file, got %v, %v", files, err)
	}
	if name := filepath.Base(files[0]); !strings.HasPrefix(name, "20260302T120000.000Z-") || !strings.HasSuffix(name, ".eml") {
		t.Errorf("name %q does not sort by time", name)
	}
	raw, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	got, err := mailtest.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	want := mailtest.Letter{To: "ada@example.com", Subject: reset.Subject, Text: reset.Text, HTML: reset.HTML, Header: got.Header}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("letter differs (-want +got):\n%s", diff)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the letter: %v, %v", info.Mode(), err)
	}
}

func TestConfigurationMistakesAreExplained(t *testing.T) {
	t.Parallel()
	good := mail.Config{From: "no-reply@service.example", Server: "smtp.example.com:587"}
	for name, row := range map[string]struct {
		change func(*mail.Config)
		want   string
	}{
		"no sender":         {func(c *mail.Config) { c.From = "nobody" }, "no e-mail address"},
		"nothing set":       {func(c *mail.Config) { c.Server = "" }, "set the SMTP server"},
		"both set":          {func(c *mail.Config) { c.Folder = "x" }, "set one of them"},
		"no port":           {func(c *mail.Config) { c.Server = "smtp.example.com" }, "host:port"},
		"odd port":          {func(c *mail.Config) { c.Server = "smtp.example.com:smtp" }, "no port number"},
		"odd security":      {func(c *mail.Config) { c.Security = "ssl" }, `"ssl" is not one of`},
		"plain to afar":     {func(c *mail.Config) { c.Security = mail.None }, "on this machine only"},
		"half a login":      {func(c *mail.Config) { c.Username = "mailer" }, "or neither"},
		"no such authority": {func(c *mail.Config) { c.CAFile = "/nonexistent/ca.pem" }, "read the authorities"},
	} {
		c := good
		row.change(&c)
		if _, err := mail.New(c, noon.Now); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: want an error with %q, got %v", name, row.want, err)
		}
	}
}

func TestManyLettersAtOnceKeepToTheirOwnConnections(t *testing.T) {
	t.Parallel()
	sink := mailtest.Start(t, mailtest.Secured(mail.TLS))
	post := sender(t, sink.Config())
	sent := make(chan error)
	people := []string{"ada@example.com", "bea@example.com", "cy@example.com", "dan@example.com"}
	for _, to := range people {
		go func() {
			sent <- post.Send(t.Context(), mail.Message{Key: "job for " + to, To: to, Subject: "Hello", Text: "Dear " + to + "\n"})
		}()
	}
	for range people {
		if err := <-sent; err != nil {
			t.Error(err)
		}
	}
	for _, to := range people {
		if got := sink.Wait(t, to); got.Text != "Dear "+to+"\n" {
			t.Errorf("%s got %q", to, got.Text)
		}
	}
}

func TestAuthoritiesAreReadForEveryLetter(t *testing.T) {
	t.Parallel()
	t.Run("OPS-08 a file of authorities that changed counts with the next letter", func(t *testing.T) {
		t.Parallel()
		c := mailtest.Start(t, mailtest.Secured(mail.TLS)).Config()
		of, err := os.ReadFile(c.CAFile)
		if err != nil {
			t.Fatal(err)
		}
		c.CAFile = filepath.Join(t.TempDir(), "authorities.pem")
		holds := func(content []byte) {
			if err := os.WriteFile(c.CAFile, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		holds(testenv.Stranger(t))
		sends := sender(t, c)
		if err := sends.Send(t.Context(), reset); err == nil {
			t.Fatal("an authority is trusted that the file does not hold")
		}
		holds(of)
		if err := sends.Send(t.Context(), reset); err != nil {
			t.Errorf("the authority that came into the file is not trusted: %v", err)
		}
		holds([]byte("no certificate"))
		if err := sends.Send(t.Context(), reset); err != nil {
			t.Errorf("a file that cannot be used takes the trust away: %v", err)
		}
	})
}
