package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/counterpart/counterpart/client/webhook"
	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/internal/cli"
)

const hookSecret = "whsec_example_of_the_first_secret"

// starts says how each receiver is started, on machines that have its language.
var starts = map[string][]string{"go": {"go", "run", "main.go"}, "ts": {"node", "receiver.mjs"}, "python": {"python3", "receiver.py"}}

func TestTheReceiversVerifySignatures(t *testing.T) {
	t.Parallel()
	tried := 0
	for lang, start := range starts {
		if !canRun(start[0]) {
			continue
		}
		tried++
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if code := cli.Run(t.Context(), []string{"example", "receiver", "--lang", lang, "-o", "receiver"}, world(dir)); code != 0 {
				t.Fatalf("it ended with %d", code)
			}
			if lang == "ts" {
				asJavaScript(t, filepath.Join(dir, "receiver"))
			}
			address, lines := serve(t, filepath.Join(dir, "receiver"), start)
			body := []byte(`{"id":"whd_1","type":"invoice.paid","data":{"number":"INV-000007"}}`)
			now := time.Now()
			for name, tt := range map[string]struct {
				signature string
				want      int
			}{
				"good":            {webhook.Sign(now, body, hookSecret), http.StatusNoContent},
				"one of two":      {webhook.Sign(now, body, "whsec_another", hookSecret), http.StatusNoContent},
				"another secret":  {webhook.Sign(now, body, "whsec_another"), http.StatusForbidden},
				"another body":    {webhook.Sign(now, append([]byte(" "), body...), hookSecret), http.StatusForbidden},
				"an hour old":     {webhook.Sign(now.Add(-time.Hour), body, hookSecret), http.StatusForbidden},
				"nothing":         {"", http.StatusForbidden},
				"no number":       {"t=x,v1=00", http.StatusForbidden},
				"not hexadecimal": {"t=1,v1=zz", http.StatusForbidden},
			} {
				if got := deliver(t, address, body, tt.signature); got != tt.want {
					t.Errorf("%s is answered with %d, want %d", name, got, tt.want)
				}
			}
			if line := lines("invoice.paid"); !strings.Contains(line, "whd_1") || !strings.Contains(line, "INV-000007") {
				t.Errorf("it printed %q", line)
			}
		})
	}
	if tried == 0 {
		t.Error("no language is installed")
	}
}

// canRun reports whether a language is there.
func canRun(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// asJavaScript takes the types out, which newer releases of Node do by themselves.
func asJavaScript(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "receiver.ts"))
	if err != nil {
		t.Fatal(err)
	}
	plain := api.Transform(string(text), api.TransformOptions{Loader: api.LoaderTS, Format: api.FormatESModule})
	if len(plain.Errors) > 0 {
		t.Fatalf("%v", plain.Errors)
	}
	if err := os.WriteFile(filepath.Join(dir, "receiver.mjs"), plain.Code, 0o600); err != nil {
		t.Fatal(err)
	}
}

func world(dir string) cli.World {
	return cli.World{
		In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}, Dir: dir, Home: dir,
		Getenv: func(string) string { return "" }, Now: time.Now,
	}
}

// serve starts a receiver. The function waits for a line that begins so.
func serve(t *testing.T, dir string, start []string) (address string, line func(prefix string) string) {
	t.Helper()
	address = testenv.FreeAddress(t)
	_, port, _ := net.SplitHostPort(address)
	if err := os.WriteFile(filepath.Join(dir, ".env"), []byte("OTHER=1\nCOUNTERPART_WEBHOOK_SECRET="+hookSecret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if start[0] == "go" { // go run leaves its child behind when it is killed
		build := exec.Command("go", "build", "-o", "receiver", "main.go")
		build.Dir = dir
		if said, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		start = []string{"./receiver"}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // a backstop
	cmd := exec.CommandContext(ctx, start[0], start[1:]...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), "PORT="+port, "COUNTERPART_WEBHOOK_SECRET="), os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = cmd.Wait() })
	printed := bufio.NewScanner(out)
	line = func(prefix string) string {
		for printed.Scan() {
			if strings.HasPrefix(printed.Text(), prefix) {
				return printed.Text()
			}
		}
		t.Fatalf("it printed nothing that begins with %q", prefix)
		return ""
	}
	line("Waiting for events at /hooks on port " + port)
	return address, line
}

func deliver(t *testing.T, address string, body []byte, signature string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/hooks", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if signature != "" {
		req.Header.Set(webhook.SignatureHeader, signature)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode
}
