package cli

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/cli/service"
)

const (
	// forwardLimit is how long the receiver has: a second less than the service waits.
	forwardLimit = 9 * time.Second
	answerKept   = 16 << 10 // of a body
	// answerPause is between two reports of answers, so that a busy listener stays
	// far below what a sign-in may ask in a minute.
	answerPause = 120 * time.Millisecond
	// answerTries is how often a report is sent that does not arrive.
	answerTries = 5
	// endLimit is how long the end waits for what is under way.
	endLimit = 3 * time.Second
)

// forwarder sends deliveries on, as the service would.
type forwarder struct {
	target *url.URL
	added  http.Header
	client *http.Client
}

func newForwarder(target *url.URL, added http.Header, anyCertificate bool) *forwarder {
	transport := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 8, ForceAttemptHTTP2: true}
	if anyCertificate {
		transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // this machine's own; see listen.target
	}
	return &forwarder{target, added, &http.Client{
		Transport: transport, Timeout: forwardLimit,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// send sends an offer on, byte for byte, and tells how that went.
func (f *forwarder) send(ctx context.Context, offer service.Offer) service.OfferAnswer {
	began := time.Now() // how long it really takes
	answer := service.OfferAnswer{Offer: offer.Offer}
	status, header, body, err := f.post(ctx, offer)
	answer.DurationMs = float64(time.Since(began).Microseconds()) / 1000
	if err != nil {
		answer.Failure, answer.Error = f.failure(err)
		return answer
	}
	answer.Status, answer.Headers, answer.Truncated = status, header, len(body) > answerKept
	body = body[:min(len(body), answerKept)]
	answer.Body, answer.Encoding = string(body), "text"
	if !utf8.Valid(body) {
		answer.Body, answer.Encoding = base64.StdEncoding.EncodeToString(body), "base64"
	}
	return answer
}

func (f *forwarder) post(ctx context.Context, offer service.Offer) (int, http.Header, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.target.String(), strings.NewReader(offer.Body))
	if err != nil {
		return 0, nil, nil, err
	}
	for name, value := range offer.Headers {
		req.Header.Set(name, value)
	}
	for name, values := range f.added {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, answerKept+1))
	return resp.StatusCode, resp.Header, body, err
}

// failure says why there was no answer, in one word and in a few.
func (f *forwarder) failure(err error) (kind, text string) {
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	_, record := errors.AsType[tls.RecordHeaderError](err)
	operation, network := errors.AsType[*net.OpError](err)
	switch {
	case os.IsTimeout(err) || errors.Is(err, context.DeadlineExceeded):
		return "timeout", "no answer came in 9 seconds"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connect", fmt.Sprintf("nobody listens on %s (connection refused)", f.target.Host)
	case certificate || record:
		return "tls", "no trusted TLS connection could be made"
	case network && operation.Op == "dial":
		return "connect", fmt.Sprintf("no connection to %s could be made", f.target.Host)
	}
	return "protocol", "the answer is not HTTP, or broke off"
}

// answers passes deliveries on, several at once, and reports how they went, one report
// at a time.
type answers struct {
	s       *session
	pending chan forwarded
	forward sync.WaitGroup // offers that are being sent on
	report  sync.WaitGroup

	mu    sync.Mutex
	busy  map[string]bool // attempts that are under way here
	said  map[string]bool // deliveries, by whether they were received
	shown int
}

// forwarded is an offer that was sent on.
type forwarded struct {
	offer  service.Offer
	answer service.OfferAnswer
	at     time.Time
}

func newAnswers(s *session) *answers {
	a := &answers{s: s, pending: make(chan forwarded, 64), busy: map[string]bool{}, said: map[string]bool{}}
	a.report.Go(a.reportAll)
	return a
}

// take sends an offer on. The same attempt may be offered again after the connection
// was lost: while it is under way here, its answer is good for both.
func (a *answers) take(ctx context.Context, offer service.Offer) {
	if !a.begin(offer) {
		return
	}
	a.forward.Go(func() {
		answer := a.s.forwarder.send(context.WithoutCancel(ctx), offer)
		if !a.s.retry {
			answer.Retry = new(false)
		}
		a.pending <- forwarded{offer, answer, a.s.Now()}
	})
}

func (a *answers) begin(offer service.Offer) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.busy[offer.Try()] {
		return false
	}
	a.busy[offer.Try()] = true
	return true
}

// close waits a little for what is under way, and for the last report.
func (a *answers) close() {
	ended := make(chan struct{})
	go func() {
		a.forward.Wait()
		close(a.pending)
		a.report.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(endLimit): // what is not reported is offered again
	}
}

// reportAll reports answers as they come, those together that wait.
func (a *answers) reportAll() {
	for first := range a.pending {
		list := []forwarded{first}
		for more := true; more && len(list) < 8; {
			select {
			case next, open := <-a.pending:
				if more = open; open {
					list = append(list, next)
				}
			default:
				more = false
			}
		}
		a.settle(list)
		time.Sleep(answerPause)
	}
}

// settle reports answers and shows what became of their deliveries.
func (a *answers) settle(list []forwarded) {
	body := map[string]any{}
	sent := make([]service.OfferAnswer, len(list))
	for i, f := range list {
		sent[i] = f.answer
	}
	body["answers"] = sent
	ctx, cancel := context.WithTimeout(context.WithoutCancel(a.s.ctx), forwardLimit)
	defer cancel()
	var said service.List[service.OfferAnswered]
	for try := 1; ; try++ {
		answer, err := a.s.client.Do(ctx, service.Call{Method: http.MethodPost, Path: a.s.path + "/answers", Body: body})
		if err == nil {
			err = answer.Read(&said)
		}
		if err == nil || try == answerTries || !passing(err) || ctx.Err() != nil {
			break
		}
		if Sleep(ctx, time.Duration(try)*firstPause) != nil {
			break
		}
	}
	for i, f := range list {
		var became service.OfferAnswered
		if i < len(said.Data) {
			became = said.Data[i]
		}
		a.end(f, became)
	}
}

func (a *answers) end(f forwarded, became service.OfferAnswered) {
	a.mu.Lock()
	delete(a.busy, f.offer.Try())
	a.said[f.offer.ID] = became.Status == "delivered"
	a.shown++
	last := a.s.limit > 0 && a.shown == a.s.limit
	over := a.s.limit > 0 && a.shown > a.s.limit
	a.mu.Unlock()
	if over {
		return
	}
	if err := a.s.showForwarded(f, became); err != nil {
		a.s.note("%v", err)
	}
	if last {
		close(a.s.done)
	}
}

// enough reports whether there were as many as were asked for.
func (a *answers) enough() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.s.limit > 0 && a.shown >= a.s.limit
}

func (a *answers) counts() (received, waiting int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, ok := range a.said {
		if ok {
			received++
		} else {
			waiting++
		}
	}
	return received, waiting
}

var forwardedHead = []string{"WHEN", "EVENT", "DELIVERY", "ANSWER", "TOOK", "ATTEMPT", "NEXT", "SAYS"}

// showForwarded prints a line about a delivery.
func (s *session) showForwarded(f forwarded, became service.OfferAnswered) error {
	if s.flags.JSON {
		return s.printLine(forwardedJSON(f, became))
	}
	says := f.answer.Error
	if f.answer.Failure == "" && f.answer.Status >= 300 && f.answer.Encoding == "text" {
		says, _, _ = strings.Cut(strings.TrimSpace(f.answer.Body), "\n")
		says = string([]rune(says)[:min(len([]rune(says)), 80)])
	}
	if became.Refused != nil || became.Status == "" {
		says = "this answer came too late, or did not arrive: the delivery is offered again"
	}
	if !s.OutIsTerminal {
		var status any = f.answer.Failure
		if f.answer.Status != 0 {
			status = f.answer.Status
		}
		s.table(forwardedHead, [][]any{{f.at, f.offer.Type, f.offer.ID, status, milliseconds(f.answer.DurationMs), f.offer.Attempt, became.NextRetryAt, says}})
		return nil
	}
	answer := "→ " + s.green(fmt.Sprint(f.answer.Status)) + "   " + milliseconds(f.answer.DurationMs)
	switch {
	case f.answer.Failure != "":
		answer = s.red("✗ " + clean(f.answer.Error))
		says = ""
	case f.answer.Status < 200 || f.answer.Status > 299:
		answer = "→ " + s.red(fmt.Sprint(f.answer.Status)) + "   " + milliseconds(f.answer.DurationMs)
	}
	line := fmt.Sprintf("%s  %-18s  %s   %s", f.at.Local().Format(clockForm), clean(f.offer.Type), clean(f.offer.ID), answer)
	if became.NextRetryAt != nil {
		line += fmt.Sprintf("   attempt %d of 6, next %s", f.offer.Attempt, became.NextRetryAt.Local().Format(clockForm))
	}
	if says != "" {
		line += fmt.Sprintf("   %q", clean(says))
	}
	_, err := fmt.Fprintln(s.Out, line)
	return err
}

func forwardedJSON(f forwarded, became service.OfferAnswered) map[string]any {
	answer := map[string]any{"ms": f.answer.DurationMs}
	if f.answer.Failure != "" {
		answer["failure"], answer["error"] = f.answer.Failure, f.answer.Error
	} else {
		answer["status"] = f.answer.Status
	}
	return map[string]any{
		"type": "delivery", "id": f.offer.ID, "eventId": f.offer.EventID, "event": f.offer.Type, "businessId": f.offer.BusinessID, "attempt": f.offer.Attempt,
		"answer": answer, "status": became.Status, "nextRetryAt": became.NextRetryAt, "at": f.at.UTC().Format(time.RFC3339),
	}
}
