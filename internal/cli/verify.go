package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/counterpart/counterpart/client/webhook"
)

// verify checks a signature on this machine; the secret is sent nowhere.
type verify struct {
	File        string        `arg:"" optional:"" help:"The saved request: headers, an empty line, the body; or the body alone with --signature. - is standard input."`
	Signature   string        `help:"The header X-Webhook-Signature, where the file holds the body alone." placeholder:"HEADER"`
	SecretStdin bool          `help:"Read the webhook's secret from standard input; else it is COUNTERPART_WEBHOOK_SECRET."`
	Tolerance   time.Duration `default:"5m" help:"How old a signature may be."`
	At          time.Time     `help:"When the request came; now by default." placeholder:"TIME"`
}

// Help shows how it is used.
func (verify) Help() string {
	return examples(
		"counterpart verify request.txt --secret-stdin < secret.txt", "a request with its headers",
		"counterpart verify body.json --signature t=1794695887,v1=b3fe…", "the body alone; the secret is in COUNTERPART_WEBHOOK_SECRET",
		"counterpart verify request.txt --at 2026-11-15T10:42:00Z", "as it was then",
	)
}

// verdict is what is found out about a signature.
type verdict struct {
	Valid      bool   `json:"valid"`
	Reason     string `json:"reason,omitempty"`
	Fits       string `json:"fits,omitempty"` // the mistake that explains it
	AgeSeconds *int64 `json:"ageSeconds,omitempty"`
}

// Run checks a signature.
func (c verify) Run(r *run) error {
	secret, err := c.secret(r)
	if err != nil {
		return err
	}
	header, body, err := c.request(r)
	if err != nil {
		return err
	}
	now := r.Now()
	if !c.At.IsZero() {
		now = c.At
	}
	found, words := judge(header, body, secret, now, c.Tolerance)
	if r.flags.JSON {
		if err := r.printValue(found); err != nil {
			return err
		}
	} else {
		mark := r.green("✓")
		if !found.Valid {
			mark = r.red("✗")
		}
		fmt.Fprintln(r.Out, mark+" "+clean(words[0]))
		for _, more := range words[1:] {
			fmt.Fprintln(r.Out, "  "+clean(more))
		}
	}
	if !found.Valid {
		return &problem{exit: exitNo} // it is said
	}
	return nil
}

func (c verify) secret(r *run) (string, error) {
	if c.SecretStdin {
		if c.File == "-" || c.File == "" {
			return "", wrong(exitUsage, "Name a file with the request.", "Standard input cannot hold both the request and the secret.")
		}
		return r.secretFromStdin("secret")
	}
	if secret := r.Getenv("COUNTERPART_WEBHOOK_SECRET"); secret != "" {
		return secret, nil
	}
	return "", wrong(exitUsage, "Set COUNTERPART_WEBHOOK_SECRET, or give it with --secret-stdin.", "Which secret? It is never a flag: others would see it.")
}

// request is what was saved: the signature's header and the body as it came.
func (c verify) request(r *run) (string, []byte, error) {
	text, err := r.read(c.File)
	if err != nil || c.Signature != "" {
		return c.Signature, text, err
	}
	head, body, found := splitRequest(text)
	if !found {
		return "", nil, wrong(exitUsage, "If it is the body alone, give the header with --signature.", "This is no saved request: it has no header %s.", webhook.SignatureHeader)
	}
	return head, body, nil
}

// splitRequest reads the signature's header, and leaves the body byte for byte.
func splitRequest(text []byte) (string, []byte, bool) {
	head, body, found := bytes.Cut(text, []byte("\r\n\r\n"))
	if plain, rest, ok := bytes.Cut(text, []byte("\n\n")); ok && (!found || len(plain) < len(head)) {
		head, body, found = plain, rest, true
	}
	if !found {
		return "", nil, false
	}
	if first, rest, _ := bytes.Cut(head, []byte("\n")); bytes.Contains(first, []byte(" HTTP/")) {
		head = rest
	}
	headers, err := textproto.NewReader(bufio.NewReader(io.MultiReader(bytes.NewReader(head), strings.NewReader("\r\n\r\n")))).ReadMIMEHeader()
	signature := headers.Get(webhook.SignatureHeader)
	return signature, body, err == nil && signature != ""
}

// read reads a file, or standard input.
func (r *run) read(name string) ([]byte, error) {
	if name == "" || name == "-" {
		return io.ReadAll(r.In)
	}
	text, err := os.ReadFile(r.path(name))
	if err != nil {
		return nil, wrong(exitUsage, "", "%s cannot be read: %v.", name, errors.Unwrap(err))
	}
	return text, nil
}

// always is a tolerance that no age exceeds: the signature is looked at apart.
const always = 1 << 62

// judge looks at the signature first and at its age after that, and says both in
// words.
func judge(header string, body []byte, secret string, now time.Time, tolerance time.Duration) (verdict, []string) {
	check := func(body []byte, secret string) error {
		return webhook.Verifier{Secrets: []string{secret}, Tolerance: always, Now: func() time.Time { return now }}.Verify(header, body)
	}
	found := verdict{AgeSeconds: age(header, now)}
	err := check(body, secret)
	switch {
	case errors.Is(err, webhook.ErrNoSignature):
		found.Reason = "NO_SIGNATURE"
		return found, []string{"This is no signature: " + strings.TrimPrefix(err.Error(), webhook.ErrNoSignature.Error()+": ") + "."}
	case err != nil:
		found.Reason = "MISMATCH"
		for _, m := range mistakes(body, secret) {
			if check(m.body, m.secret) == nil {
				found.Fits = m.name
				return found, []string{"The signature does not match this body and secret.", m.says}
			}
		}
		return found, []string{"The signature does not match this body and secret.", "Compare the secret, and take the body as it came, byte for byte."}
	}
	seconds := time.Duration(*found.AgeSeconds) * time.Second
	switch {
	case seconds > tolerance:
		found.Reason = "TOO_OLD"
		return found, []string{fmt.Sprintf("The signature is good, but was made %s ago; %s are allowed.", seconds, tolerance), "For a request that you saved, say when it came: --at TIME"}
	case seconds < -tolerance:
		found.Reason = "TOO_NEW"
		return found, []string{fmt.Sprintf("The signature is good, but comes from %s ahead: a clock is wrong.", -seconds)}
	}
	found.Valid = true
	return found, []string{fmt.Sprintf("The signature is good, and was made %s ago.", seconds)}
}

// mistake is a usual one, set right.
type mistake struct {
	name, says, secret string
	body               []byte
}

func mistakes(body []byte, secret string) (list []mistake) {
	if shorter := bytes.TrimSuffix(bytes.TrimSuffix(body, []byte("\n")), []byte("\r")); len(shorter) < len(body) {
		list = append(list, mistake{"TRAILING_NEWLINE", "Without the line feed at its end it does: your copy of the body is too long.", secret, shorter})
	}
	var compact bytes.Buffer
	if json.Compact(&compact, body) == nil && !bytes.Equal(compact.Bytes(), body) {
		list = append(list, mistake{"JSON_REWRITTEN", "Written without spaces it does: something read the JSON and wrote it anew. Verify the bytes that came.", secret, compact.Bytes()})
	}
	if !strings.HasPrefix(secret, "whsec_") {
		list = append(list, mistake{"SECRET_WITHOUT_PREFIX", "With whsec_ before the secret it does: the whole text is the key.", "whsec_" + secret, body})
	}
	return list
}

// age is how many seconds ago the header says it was signed.
func age(header string, now time.Time) *int64 {
	for part := range strings.SplitSeq(header, ",") {
		if stamp, found := strings.CutPrefix(strings.TrimSpace(part), "t="); found {
			if at, err := strconv.ParseInt(stamp, 10, 64); err == nil {
				seconds := now.Unix() - at
				return &seconds
			}
		}
	}
	return nil
}
