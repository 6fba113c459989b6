package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/cli/service"
)

type listen struct {
	ForwardTo    string   `required:"" help:"Where events are sent on to, on this machine, such as localhost:3000/hooks." placeholder:"URL"`
	Events       []string `help:"Events to listen to; those of the app's webhooks by default, or all." placeholder:"EVENT,…"`
	Business     []string `help:"Only this sandbox, by id or name; may be given several times." placeholder:"SANDBOX"`
	Name         string   `help:"What this listener is called; the machine's name by default." placeholder:"TEXT"`
	Takeover     bool     `help:"Replace whoever listens by this name."`
	Header       []string `help:"A header to add, as NAME:VALUE; may be given several times." placeholder:"NAME:VALUE" sep:"none"`
	SkipVerify   bool     `help:"Take any certificate of a receiver on this machine."`
	AllowRemote  bool     `help:"Let --forward-to lead to another machine."`
	NoRetry      bool     `help:"What your receiver does not take is marked failed at once."`
	RotateSecret bool     `help:"Make a new signing secret; the one before signs nothing from then on."`
	EnvFile      string   `help:"Write the signing secret to this file instead of showing it." placeholder:"FILE"`
	PrintSecret  bool     `help:"Print the signing secret and end."`
	ExitAfter    int      `help:"End after so many deliveries." placeholder:"N"`
}

// Help shows how it is used.
func (listen) Help() string {
	return examples(
		"counterpart listen --forward-to localhost:3000/hooks", "Ctrl-C ends it",
		"counterpart listen --forward-to localhost:3000/hooks --events invoice.paid,payment.received", "",
		"counterpart listen --forward-to localhost:3000/hooks --env-file .env", "as COUNTERPART_WEBHOOK_SECRET",
		"counterpart listen --forward-to localhost:3000/hooks --exit-after 1 --json", "for scripts",
	)
}

const (
	// silence is how long a stream may say nothing at all; the service says something
	// every 15 seconds.
	silence = 40 * time.Second
	// The pauses between connections.
	firstPause, longestPause = 200 * time.Millisecond, 10 * time.Second
)

// Run listens until it is ended.
func (c listen) Run(r *run) error {
	target, err := c.target()
	if err != nil {
		return err
	}
	headers, err := c.headers()
	if err != nil {
		return err
	}
	client, app, err := r.atApp("")
	if err != nil {
		return err
	}
	made, err := c.admission(r, client, app)
	if err != nil {
		return err
	}
	if c.PrintSecret {
		_, err := fmt.Fprintln(r.Out, made.Secret)
		return err
	}
	if err := c.introduce(r, app, made, target); err != nil {
		return err
	}
	path := service.Path("developer", "apps", app.ID, "listeners", made.ID)
	s := &session{
		run: r, client: client, path: path, made: made, limit: c.ExitAfter, retry: !c.NoRetry, began: r.Now(),
		forwarder: newForwarder(target, headers, c.SkipVerify), done: make(chan struct{}),
	}
	return s.serve()
}

// target reads where to send events on to. Another machine is a thing to be meant:
// what is sent there is a sandbox's data, and the signing secret's proof with it.
func (c listen) target() (*url.URL, error) {
	text := c.ForwardTo
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	at, err := url.Parse(text)
	if err != nil || at.Hostname() == "" || at.Scheme != "http" && at.Scheme != "https" || at.User != nil {
		return nil, wrong(exitUsage, "It looks like localhost:3000/hooks", "%q is not an address to forward to.", c.ForwardTo)
	}
	if !loopback(at.Hostname()) {
		if !c.AllowRemote {
			return nil, wrong(exitUsage, "If you mean it: --allow-remote", "%s is another machine.", at.Hostname())
		}
		if c.SkipVerify {
			return nil, wrong(exitUsage, "", "--skip-verify is for receivers on this machine.")
		}
	}
	return at, nil
}

func (c listen) headers() (http.Header, error) {
	added := http.Header{}
	for _, text := range c.Header {
		name, value, found := strings.Cut(text, ":")
		if name = strings.TrimSpace(name); !found || name == "" {
			return nil, wrong(exitUsage, "It looks like --header 'X-Tenant: demo'", "%q is not a header.", text)
		}
		added.Add(name, strings.TrimSpace(value))
	}
	return added, nil
}

// admission asks the service to let this program listen.
func (c listen) admission(r *run, client *service.Client, app service.App) (made service.ListenerMade, err error) {
	body := map[string]any{"name": listenerNamed(c.Name, r.Machine), "takeover": c.Takeover, "newSecret": c.RotateSecret}
	if len(c.Events) > 0 {
		body["events"] = c.Events
	}
	var businesses []string
	for _, named := range c.Business {
		_, _, sandbox, err := r.atSandbox(named)
		if err != nil {
			return made, err
		}
		businesses = append(businesses, sandbox.ID)
	}
	if len(businesses) > 0 {
		body["businessIds"] = businesses
	}
	answer, err := client.Do(r.ctx, service.Call{Method: http.MethodPost, Path: service.Path("developer", "apps", app.ID, "listeners"), Body: body})
	if err != nil {
		return made, err
	}
	return made, answer.Read(&made)
}

// listenerNamed makes a name that the service takes of a machine's.
func listenerNamed(given, machine string) string {
	if given != "" {
		return given
	}
	name := strings.Trim(strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '-' || c == '_' {
			return c
		}
		return '-'
	}, machine), ".-_")
	if name == "" {
		return "machine"
	}
	return name[:min(len(name), 63)]
}

// introduce says what will be heard, and gives the secret out.
func (c listen) introduce(r *run, app service.App, made service.ListenerMade, target *url.URL) error {
	r.note("%s, %s, %s → %s", app.Name, count(len(made.BusinessIDs), "sandbox", "sandboxes"), count(len(made.Events), "event", "events"), target)
	if len(made.BusinessIDs) == 0 {
		r.note("There is no sandbox yet: counterpart sandboxes create --name NAME")
	}
	if c.EnvFile == "" {
		r.note("Signing secret  %s   (stays the same for this app on this machine)", made.Secret)
		return nil
	}
	if err := r.writeEnv(c.EnvFile, [2]string{"COUNTERPART_WEBHOOK_SECRET", made.Secret}); err != nil {
		return err
	}
	r.note("COUNTERPART_WEBHOOK_SECRET is in %s, which only you can read.", c.EnvFile)
	return nil
}

// session is one run of listen: streams, one after the other, and what came down them.
type session struct {
	*run
	client    *service.Client
	path      string
	made      service.ListenerMade
	limit     int // of deliveries; 0: none
	retry     bool
	began     time.Time
	forwarder *forwarder

	done    chan struct{} // closed once there were enough
	answers *answers
	readied bool
}

// serve connects again whenever a stream ends, for as long as the service lets it.
// What was not answered is offered again, so nothing is missed.
func (s *session) serve() error {
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	s.answers = newAnswers(s)
	go func() {
		select {
		case <-s.done:
			stop()
		case <-ctx.Done():
		}
	}()
	err := s.connectAll(ctx)
	s.answers.close()
	if s.answers.enough() {
		return nil
	}
	if s.ctx.Err() != nil {
		s.sumUp()
		return s.ctx.Err()
	}
	return err
}

func (s *session) connectAll(ctx context.Context) error {
	pause, lost := firstPause, time.Time{}
	for {
		stream, err := s.client.Stream(ctx, s.path+"/stream?connection="+url.QueryEscape(s.made.Connection), "")
		if err == nil {
			if !lost.IsZero() {
				s.note("%s  back after %d s, nothing was missed", s.Now().Local().Format(clockForm), int(s.Now().Sub(lost).Seconds()))
			}
			pause, lost = firstPause, time.Time{}
			err = s.follow(ctx, stream)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !passing(err) {
			return err
		}
		if lost.IsZero() {
			lost = s.Now()
			s.note("%s  connection lost, reconnecting …", lost.Local().Format(clockForm))
		}
		if err := s.Wait(ctx, pause/2+rand.N(pause/2)); err != nil {
			return err
		}
		pause = min(2*pause, longestPause)
	}
}

// passing reports whether it is worth to connect again.
func passing(err error) bool {
	if err == nil {
		return true
	}
	if _, away := errors.AsType[*service.Unreachable](err); away {
		return true
	}
	refusal, refused := errors.AsType[*service.Refusal](err)
	return refused && (refusal.Status == http.StatusTooManyRequests || refusal.Status >= http.StatusInternalServerError)
}

// clockForm is the time of a line.
const clockForm = "15:04:05"

// follow passes on what comes until the stream ends. An error is for good.
func (s *session) follow(ctx context.Context, stream *service.Stream) error {
	defer stream.Close()
	stream.EndsAfter(silence)
	for {
		event, err := stream.Next()
		if err != nil {
			return nil
		}
		switch event.Name {
		case service.StreamReady:
			if err := s.ready(); err != nil {
				return err
			}
		case service.StreamDelivery:
			var offer service.Offer
			if err := json.Unmarshal(event.Data, &offer); err != nil {
				return fmt.Errorf("read the stream: %w", err)
			}
			s.answers.take(ctx, offer)
		case service.StreamMoving:
			return nil
		case service.StreamEnded:
			return s.ended(event.Data)
		}
	}
}

func (s *session) ready() error {
	if s.readied {
		return nil
	}
	s.readied = true
	s.note("Ready. Ctrl-C to stop.")
	if !s.flags.JSON {
		return nil
	}
	return s.printLine(map[string]any{
		"type": "ready", "listener": s.made.ID, "name": s.made.Name, "events": s.made.Events, "businessIds": s.made.BusinessIDs, "at": s.Now().UTC().Format(time.RFC3339),
	})
}

// printLine prints JSON on one line, whoever reads it.
func (r *run) printLine(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if r.filter != nil {
		return r.filter.print(r, text)
	}
	_, err = fmt.Fprintf(r.Out, "%s\n", text)
	return err
}

// ended says why the service lets this program listen no more.
func (s *session) ended(data []byte) error {
	var said struct{ Reason string }
	_ = json.Unmarshal(data, &said)
	switch said.Reason {
	case "SIGN_IN_ENDED":
		return wrong(exitNotSignedIn, "Sign in again: counterpart login", "Your sign-in is over.")
	case "ROLE_LOST":
		return wrong(exitNotAllowed, "", "You may not listen to this app any more.")
	case "APP_SUSPENDED":
		return wrong(exitNotAllowed, "", "The app is suspended or deactivated.")
	case "REPLACED":
		return wrong(exitFailed, "To listen beside it: --name NAME", "Another program listens as %s now.", s.made.Name)
	}
	return wrong(exitFailed, "", "The service ended this: %s.", clean(said.Reason))
}

// sumUp says what there was, for whoever pressed Ctrl-C.
func (s *session) sumUp() {
	received, waiting := s.answers.counts()
	text := fmt.Sprintf("%s: %d received, %d waiting.", count(received+waiting, "delivery", "deliveries"), received, waiting)
	if waiting == 0 {
		s.note("%s", text)
		return
	}
	s.note("%s Nobody listens now: after 5 minutes they are marked failed.", text)
	s.note("  Send them again later: counterpart deliveries redeliver --failed --since %s", s.began.UTC().Format(time.RFC3339))
}
