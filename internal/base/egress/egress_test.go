package egress_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/egress/egresstest"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

const public = egresstest.Public

// receiver starts a TLS server on the loopback. Its certificate is good for
// 127.0.0.1 and example.com.
func receiver(t *testing.T, handle http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(handle)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // refused handshakes are what we are here for
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// authority writes the certificate of a receiver into a file.
func authority(t *testing.T, server *httptest.Server) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(file, block, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func port(t *testing.T, address string) uint16 {
	t.Helper()
	_, text, _ := net.SplitHostPort(strings.TrimPrefix(strings.TrimPrefix(address, "https://"), "http://"))
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		t.Fatal(err)
	}
	return uint16(n)
}

func client(t *testing.T, c egress.Config) *egress.Client {
	t.Helper()
	made, err := egress.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.Close)
	return made
}

func wantKind(t *testing.T, want egress.Kind, err error) {
	t.Helper()
	if failed, ok := errors.AsType[*egress.Error](err); !ok || failed.Kind != want || failed.Reason == "" {
		t.Errorf("want an error of kind %q with a reason, got %v", want, err)
	}
}

func TestAddressesInsideAreRefusedAtRegistrationAndAtTheDial(t *testing.T) {
	t.Parallel()
	names, resolver := egresstest.StartDNS(t)
	names.TeachInside()
	guarded := client(t, egress.Config{Resolver: resolver})

	for _, row := range egresstest.Inside {
		t.Run(row.Name, func(t *testing.T) {
			t.Parallel()
			target := "https://" + row.Host + "/hook"
			wantShut(t, row.Host, guarded.CheckURL(t.Context(), target))
			if row.Host == egresstest.InAndOut {
				return // its public half may be dialled; that is not for a test to do
			}
			_, err := guarded.Do(t.Context(), egress.Request{URL: target})
			wantShut(t, row.Host, err)
		})
	}
}

// wantShut fails the test unless the guard refused a host. Of a name nobody
// hears more than that it leads nowhere.
func wantShut(t *testing.T, host string, err error) {
	t.Helper()
	if net.ParseIP(strings.Trim(host, "[]")) == nil {
		if shown, ok := errors.AsType[*egress.Error](err); ok && shown.Kind == egress.DNS {
			err = shown.Err
		}
	}
	wantKind(t, egress.Refused, err)
}

func TestRegistrationExplainsWhatIsWrongWithAURL(t *testing.T) {
	t.Parallel()
	names, resolver := egresstest.StartDNS(t)
	names.Set("receiver.example", public, "2606:2800:21f:cb07:6820:80da:af6b:8b2c")
	guarded := client(t, egress.Config{Resolver: resolver})

	for target, want := range map[string]string{
		"https://receiver.example/hook?key=1":                   "",
		"https://receiver.example:8443/hook":                    "",
		"https://RECEIVER.example./":                            "",
		"https://" + public:                                     "",
		"http://receiver.example/hook":                          "must start with https://",
		"ftp://receiver.example/hook":                           "must start with https://",
		"//receiver.example/hook":                               "must start with https://",
		"https:receiver.example":                                "must start with https://",
		"receiver.example":                                      "must start with https://",
		"":                                                      "must start with https://",
		"https://":                                              "names no host",
		"https:///hook":                                         "names no host",
		"https://ada@receiver.example/":                         "user name or password",
		"https://ada:pw@receiver.example/":                      "user name or password",
		"https://receiver.example/#top":                         "fragment",
		"https://receiver.example/#":                            "fragment",
		"https://receiver.example:22/":                          "not one of the allowed [443 8443]",
		"https://receiver.example:0/":                           "not a number from 1",
		"https://receiver.example:70000/":                       "not a number from 1",
		"https://bücher.example/":                               "in ASCII",
		"https://999.1.2.3/":                                    "not a well-formed IP address",
		"https://unknown.example/":                              "does not lead to a public address",
		"https://receiver.example/a b":                          "percent-encoded",
		"https://receiver.example/?q=<a>":                       "percent-encoded",
		"https://receiver.example/a%20b?q=%C3%A9":               "",
		"https://receiver.example/\x00":                         "not a URL",
		"https://receiver.example\r\nX: y/":                     "not a URL",
		"https://receiver.example/" + strings.Repeat("x", 2048): "longer than 2048 bytes",
	} {
		t.Run(fmt.Sprintf("%.40q", target), func(t *testing.T) {
			t.Parallel()
			err := guarded.CheckURL(t.Context(), target)
			failed, refused := errors.AsType[*egress.Error](err)
			if want == "" && err != nil || want != "" && (!refused || !strings.Contains(failed.Reason, want)) {
				t.Errorf("want %q, got %v", want, err)
			}
		})
	}
}

func TestAnInnerNameIsRefusedLikeOneThatDoesNotExist(t *testing.T) {
	t.Parallel()
	names, resolver := egresstest.StartDNS(t)
	names.Set("database.corp.example", "10.0.0.7")
	guarded := client(t, egress.Config{Resolver: resolver})
	for _, rest := range []string{"/", ":8443/", ":22/"} {
		t.Run("HOOK-01 https://name"+rest, func(t *testing.T) {
			t.Parallel()
			shown := func(host string) (list []string) {
				_, sent := guarded.Do(t.Context(), egress.Request{URL: "https://" + host + rest})
				for _, err := range []error{guarded.CheckURL(t.Context(), "https://"+host+rest), sent} {
					failed, _ := errors.AsType[*egress.Error](err)
					list = append(list, string(failed.Kind)+failed.Reason)
				}
				return list
			}
			if there, not := shown("database.corp.example"), shown("nothing.corp.example"); !slices.Equal(there, not) {
				t.Errorf("of one that exists it is said %q, of one that does not %q", there, not)
			}
		})
	}
}

func TestReasonsTellNothingOfOurInsides(t *testing.T) {
	t.Parallel()
	names, resolver := egresstest.StartDNS(t)
	names.Set("database.corp.example", "10.0.0.7")
	err := client(t, egress.Config{Resolver: resolver}).CheckURL(t.Context(), "https://database.corp.example/")
	if failed, ok := errors.AsType[*egress.Error](err); !ok || strings.Contains(failed.Reason, "10.0.0.7") {
		t.Errorf("want a reason without the address, got %v", err)
	}
}

// A name server that answers with a public address when the URL is registered
// and with an inner one when it is used.
func TestRebindingBetweenCheckAndDialIsRefused(t *testing.T) {
	t.Parallel()
	var reached atomic.Bool
	server := receiver(t, func(http.ResponseWriter, *http.Request) { reached.Store(true) })
	names, resolver := egresstest.StartDNS(t)
	guarded := client(t, egress.Config{Resolver: resolver, CAFile: authority(t, server), Ports: []uint16{port(t, server.URL)}})
	target := fmt.Sprintf("https://example.com:%d/hook", port(t, server.URL))

	names.Set("example.com", public)
	if err := guarded.CheckURL(t.Context(), target); err != nil {
		t.Fatalf("registration: %v", err)
	}
	names.Set("example.com", "127.0.0.1")
	_, err := guarded.Do(t.Context(), egress.Request{URL: target})
	wantShut(t, "example.com", err)
	if reached.Load() {
		t.Error("the inner server was reached")
	}
}

func TestTheAllowListOpensJustWhatItNames(t *testing.T) {
	t.Parallel()
	server := receiver(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") })
	plain := httptest.NewServer(server.Config.Handler)
	t.Cleanup(plain.Close)
	own := fmt.Sprintf("127.0.0.1:%d", port(t, server.URL))

	for _, row := range []struct {
		name   string
		allow  []string
		target string
		want   egress.Kind
	}{
		{"address", []string{"127.0.0.1"}, server.URL, ""},
		{"address, beside others", []string{"10.0.0.1", " 127.0.0.1 "}, server.URL, ""},
		{"address and port", []string{own}, server.URL, ""},
		{"block", []string{"127.0.0.0/8"}, server.URL, ""},
		{"another port", []string{"127.0.0.1:9"}, server.URL, egress.Refused},
		{"another address", []string{"127.0.0.2", "::1"}, server.URL, egress.Refused},
		{"nothing", nil, server.URL, egress.Refused},
		{"plain http", []string{"127.0.0.1"}, plain.URL, ""},
		{"plain http elsewhere", []string{"127.0.0.2"}, plain.URL, egress.Refused},
		{"plain http, nothing opened", nil, plain.URL, egress.Refused},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			opened := client(t, egress.Config{Allow: row.allow, CAFile: authority(t, server)})
			checked := opened.CheckURL(t.Context(), row.target)
			got, err := opened.Do(t.Context(), egress.Request{URL: row.target})
			if row.want != "" {
				wantKind(t, row.want, checked)
				wantKind(t, row.want, err)
				return
			}
			if checked != nil || err != nil || string(got.Body) != "hello" {
				t.Errorf("checked: %v; got %q, %v", checked, got.Body, err)
			}
		})
	}
}

func TestARequestArrivesAsItWasMadeAndTheAnswerComesBack(t *testing.T) {
	t.Parallel()
	server := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Seen", fmt.Sprintf("%s %s HTTP/%d %s %s %s", r.Method, r.URL, r.ProtoMajor, r.UserAgent(), r.Header.Get("X-Webhook-Id"), body))
		w.WriteHeader(http.StatusAccepted)
	})
	opened := client(t, egress.Config{Allow: []string{"127.0.0.1"}, CAFile: authority(t, server)})
	request := egress.Request{Method: "POST", URL: server.URL + "/hook?a=b", Header: egress.Header{"x-webhook-id": {"whd_1"}}, Body: []byte("payload")}

	first, err := opened.Do(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if want := "POST /hook?a=b HTTP/2 Counterpart whd_1 payload"; first.Header.Get("X-Seen") != want || first.Status != http.StatusAccepted {
		t.Errorf("want %q, got %d %q", want, first.Status, first.Header.Get("X-Seen"))
	}
	if took := first.Timings; took.Connect <= 0 || took.TLS <= 0 || took.FirstByte <= 0 || took.Total < took.TLS || took.Reused {
		t.Errorf("a new connection has its times: %+v", took)
	}
	if want := strings.TrimPrefix(server.URL, "https://"); first.Timings.Address != want {
		t.Errorf("want address %s, got %s", want, first.Timings.Address)
	}

	second, err := opened.Within(egress.Limits{Time: time.Minute}).Do(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if took := second.Timings; !took.Reused || took.Connect != 0 || took.TLS != 0 || took.DNS != 0 || took.Total <= 0 {
		t.Errorf("a kept connection costs no connecting: %+v", took)
	}
}

func TestTheLookUpIsTimed(t *testing.T) {
	t.Parallel()
	server := receiver(t, func(http.ResponseWriter, *http.Request) {})
	names, resolver := egresstest.StartDNS(t)
	names.Set("example.com", "127.0.0.1")
	opened := client(t, egress.Config{Allow: []string{"127.0.0.1"}, CAFile: authority(t, server), Resolver: resolver})
	got, err := opened.Do(t.Context(), egress.Request{URL: fmt.Sprintf("https://example.com:%d/", port(t, server.URL))})
	if err != nil || got.Timings.DNS <= 0 {
		t.Errorf("want the look-up's time, got %+v, %v", got.Timings, err)
	}
}

func TestARedirectIsAnAnswerAndIsNotFollowed(t *testing.T) {
	t.Parallel()
	var followed atomic.Bool
	target := receiver(t, func(http.ResponseWriter, *http.Request) { followed.Store(true) })
	server := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, target.URL, http.StatusTemporaryRedirect)
	})
	opened := client(t, egress.Config{Allow: []string{"127.0.0.1"}, CAFile: authority(t, server)})

	got, err := opened.Do(t.Context(), egress.Request{Method: "POST", URL: server.URL, Body: []byte("payload")})
	if err != nil || got.Status != http.StatusTemporaryRedirect || got.Header.Get("Location") != target.URL {
		t.Errorf("want the redirect itself, got %d, %v", got.Status, err)
	}
	if followed.Load() {
		t.Error("the redirect was followed")
	}
}

func TestABodyOverItsCapIsRefusedOrCut(t *testing.T) {
	t.Parallel()
	server := receiver(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("x", 1000)) })
	opened := client(t, egress.Config{Allow: []string{"127.0.0.1"}, CAFile: authority(t, server)})
	request := egress.Request{URL: server.URL}

	for _, row := range []struct {
		limits    egress.Limits
		length    int
		truncated bool
		kind      egress.Kind
	}{
		{egress.Limits{Body: 1000}, 1000, false, ""},
		{egress.Limits{Body: 999}, 999, true, egress.TooLarge},
		{egress.Limits{Body: 999, Truncate: true}, 999, true, ""},
	} {
		got, err := opened.Within(row.limits).Do(t.Context(), request)
		if len(got.Body) != row.length || got.Truncated != row.truncated || got.Status != http.StatusOK {
			t.Errorf("%+v: got %d bytes, truncated %v, status %d", row.limits, len(got.Body), got.Truncated, got.Status)
		}
		if row.kind != "" {
			wantKind(t, row.kind, err)
		} else if err != nil {
			t.Errorf("%+v: %v", row.limits, err)
		}
	}
}

func TestASlowAnswerIsCutOffAtTheTimeCap(t *testing.T) {
	t.Parallel()
	silent := receiver(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	trickling := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "the beginning")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	opened := client(t, egress.Config{Allow: []string{"127.0.0.1"}, CAFile: authority(t, silent)}).
		Within(egress.Limits{Time: 300 * time.Millisecond})

	got, err := opened.Do(t.Context(), egress.Request{URL: silent.URL})
	wantKind(t, egress.Timeout, err)
	if got.Status != 0 || got.Timings.Total < 250*time.Millisecond {
		t.Errorf("no answer, and the time it took: %+v", got)
	}
	got, err = opened.Do(t.Context(), egress.Request{URL: trickling.URL})
	wantKind(t, egress.Timeout, err)
	if got.Status != http.StatusOK || string(got.Body) != "the beginning" {
		t.Errorf("want what there was until then, got %d %q", got.Status, got.Body)
	}
}

func TestErrorsSayAtWhichStepItEnded(t *testing.T) {
	t.Parallel()
	trusted := receiver(t, func(w http.ResponseWriter, r *http.Request) {})
	old := httptest.NewUnstartedServer(nil)
	old.Config.ErrorLog = log.New(io.Discard, "", 0)
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS11}
	old.StartTLS()
	t.Cleanup(old.Close)
	plain := httptest.NewServer(nil)
	t.Cleanup(plain.Close)
	babbling := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, out, err := http.NewResponseController(w).Hijack()
		if err == nil {
			babble(out, conn)
		}
	}))
	t.Cleanup(babbling.Close)
	closed := httptest.NewTLSServer(nil)
	closed.Close()
	_, resolver := egresstest.StartDNS(t)
	allow := []string{"127.0.0.1"}
	ca := authority(t, trusted)

	for _, row := range []struct {
		name   string
		config egress.Config
		target string
		want   egress.Kind
	}{
		{"unknown name", egress.Config{Resolver: resolver}, "https://unknown.example/", egress.DNS},
		{"nobody listens", egress.Config{Allow: allow, CAFile: ca}, closed.URL, egress.Connect},
		{"unknown authority", egress.Config{Allow: allow}, trusted.URL, egress.TLS},
		{"old TLS", egress.Config{Allow: allow, CAFile: ca}, old.URL, egress.TLS},
		{"no TLS", egress.Config{Allow: allow, CAFile: ca}, strings.Replace(plain.URL, "http:", "https:", 1), egress.TLS},
		{"not HTTP", egress.Config{Allow: allow, CAFile: ca}, babbling.URL, egress.Protocol},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			target := strings.TrimSuffix(row.target, "/") + "/?key=of+the+owner"
			_, err := client(t, row.config).Do(t.Context(), egress.Request{URL: target})
			wantKind(t, row.want, err)
			if strings.Contains(err.Error(), "key=") {
				t.Errorf("the error repeats the query: %v", err)
			}
		})
	}
}

// babble answers with something that is not HTTP.
func babble(out *bufio.ReadWriter, conn net.Conn) {
	_, _ = out.WriteString("how do you do\r\n\r\n")
	_ = out.Flush()
	_ = conn.Close()
}

func TestACancelledRequestIsNobodysFault(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	server := receiver(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	opened := client(t, egress.Config{Allow: []string{"127.0.0.1"}, CAFile: authority(t, server)})
	_, err := opened.Do(ctx, egress.Request{URL: server.URL})
	if _, blamed := errors.AsType[*egress.Error](err); blamed || !errors.Is(err, context.Canceled) {
		t.Errorf("want context.Canceled without a kind, got %v", err)
	}
}

func TestAProxyOfTheEnvironmentIsNotUsed(t *testing.T) {
	var asked atomic.Bool
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Store(true) }))
	t.Cleanup(proxy.Close)
	t.Setenv("HTTPS_PROXY", proxy.URL)
	t.Setenv("NO_PROXY", "")
	server := receiver(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "direct") })
	target := fmt.Sprintf("https://example.com:%d/", port(t, server.URL))
	if used, err := http.ProxyFromEnvironment(&http.Request{URL: must(url.Parse(target))}); err != nil || used == nil {
		t.Fatalf("the environment names no proxy, so this test would prove nothing: %v", err)
	}

	names, resolver := egresstest.StartDNS(t)
	names.Set("example.com", "127.0.0.1")
	opened := client(t, egress.Config{Allow: []string{"127.0.0.1"}, CAFile: authority(t, server), Resolver: resolver})
	got, err := opened.Do(t.Context(), egress.Request{URL: target})
	if err != nil || string(got.Body) != "direct" || asked.Load() {
		t.Errorf("got %q, %v; proxy asked: %v", got.Body, err, asked.Load())
	}
}

func TestConfigurationMistakesAreExplained(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]egress.Config{
		`"localhost" is no address`: {Allow: []string{"localhost"}},
		`"127.0.0.1:0" is no`:       {Allow: []string{"127.0.0.1:0"}},
		"read the authorities":      {CAFile: "/nonexistent/ca.pem"},
		"holds no certificate":      {CAFile: empty},
	} {
		if _, err := egress.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func TestAuthoritiesAreReadAgain(t *testing.T) {
	t.Parallel()
	t.Run("OPS-08 a file of authorities that changed counts for whatever was made of the client", func(t *testing.T) {
		t.Parallel()
		server := receiver(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") })
		file := filepath.Join(t.TempDir(), "authorities.pem")
		if err := os.WriteFile(file, testenv.Stranger(t), 0o600); err != nil {
			t.Fatal(err)
		}
		made := client(t, egress.Config{Allow: []string{"127.0.0.1"}, CAFile: file, Ports: []uint16{port(t, server.URL)}})
		limited := made.Within(egress.Limits{Time: time.Minute})
		if _, err := limited.Do(t.Context(), egress.Request{URL: server.URL}); err == nil {
			t.Fatal("an authority is trusted that the file does not hold")
		}
		if err := os.WriteFile(file, []byte("no certificate"), 0o600); err != nil {
			t.Fatal(err)
		}
		if changed, err := made.Reread(); changed || err == nil {
			t.Errorf("what is no certificate is taken: %t, %v", changed, err)
		}
		content, err := os.ReadFile(authority(t, server))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, want := range []bool{true, false} {
			if changed, err := made.Reread(); changed != want || err != nil {
				t.Errorf("taken %t, %v, want %t", changed, err, want)
			}
		}
		if _, err := limited.Do(t.Context(), egress.Request{URL: server.URL}); err != nil {
			t.Errorf("the authority that came into the file is not trusted: %v", err)
		}
	})
}
