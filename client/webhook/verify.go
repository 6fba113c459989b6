package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// SignatureHeader is the request header that carries the signature.
const SignatureHeader = "X-Webhook-Signature"

// DefaultTolerance is how far a signature's time may be from now.
const DefaultTolerance = 5 * time.Minute

// Verifier checks signatures. It is safe for concurrent use.
type Verifier struct {
	// Secrets are those that may have signed: the webhook's own and, while it is
	// being rotated, the new one beside the old. Empty texts are passed over.
	Secrets []string
	// Tolerance is how far a signature's time may be from now, in both
	// directions; DefaultTolerance when zero.
	Tolerance time.Duration
	// Now tells the time; time.Now when nil.
	Now func() time.Time
}

// Verify checks a body against the header X-Webhook-Signature that came with it,
// with the default tolerance.
func Verify(header string, body []byte, secrets ...string) error {
	return Verifier{Secrets: secrets}.Verify(header, body)
}

// Verify checks a body against the header X-Webhook-Signature that came with it.
// The signature is looked at before its time, so ErrTooOld is only said of a
// request that once was good.
func (v Verifier) Verify(header string, body []byte) error {
	claim, err := parse(header)
	if err != nil {
		return err
	}
	if err := v.match(claim, body); err != nil {
		return err
	}
	tolerance := v.Tolerance
	if tolerance == 0 {
		tolerance = DefaultTolerance
	}
	switch age := v.now().Sub(claim.at); {
	case age > tolerance:
		return fmt.Errorf("%w: it was made %s ago, and %s are allowed", ErrTooOld, age.Round(time.Second), tolerance)
	case age < -tolerance:
		return fmt.Errorf("%w: it is %s ahead of this machine's clock, and %s are allowed", ErrTooNew, (-age).Round(time.Second), tolerance)
	}
	return nil
}

// match finds a signature that one of the secrets made. All are compared, each in
// constant time, so that the answer's time tells nothing of how near one came.
func (v Verifier) match(claim claim, body []byte) error {
	var matched, tried bool
	for _, secret := range v.Secrets {
		if secret == "" {
			continue
		}
		tried = true
		want := mac(secret, claim.stamp, body)
		for _, got := range claim.macs {
			matched = hmac.Equal(want, got) || matched
		}
	}
	switch {
	case !tried:
		return ErrNoSecret
	case !matched:
		return fmt.Errorf("%w: compare the secret, and take the body as it came", ErrMismatch)
	}
	return nil
}

func (v Verifier) now() time.Time {
	if v.Now == nil {
		return time.Now()
	}
	return v.Now()
}

// Sign makes the header for a body, as the service does, with one signature for
// each secret. Receivers need it in tests.
func Sign(at time.Time, body []byte, secrets ...string) string {
	stamp := strconv.FormatInt(at.Unix(), 10)
	parts := []string{"t=" + stamp}
	for _, secret := range secrets {
		parts = append(parts, "v1="+hex.EncodeToString(mac(secret, stamp, body)))
	}
	return strings.Join(parts, ",")
}

func mac(secret, stamp string, body []byte) []byte {
	sum := hmac.New(sha256.New, []byte(secret))
	sum.Write([]byte(stamp + "."))
	sum.Write(body)
	return sum.Sum(nil)
}

// claim is what a header says.
type claim struct {
	stamp string // t as it was written, which is what was signed
	at    time.Time
	macs  [][]byte
}

// parse reads a header. Schemes that it does not know are for others to read; a
// second t is refused, since it would be open which of them was signed.
func parse(header string) (claim, error) {
	if strings.TrimSpace(header) == "" {
		return claim{}, fmt.Errorf("%w: the header %s is missing", ErrNoSignature, SignatureHeader)
	}
	var c claim
	for part := range strings.SplitSeq(header, ",") {
		scheme, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch {
		case scheme == "t" && c.stamp != "":
			return claim{}, fmt.Errorf("%w: the header has two times", ErrNoSignature)
		case scheme == "t" && !digits(value):
			return claim{}, fmt.Errorf("%w: the header's time is not a number of seconds", ErrNoSignature)
		case scheme == "t":
			c.stamp = value
		case scheme == "v1":
			if sum, err := hex.DecodeString(value); err == nil && len(sum) == sha256.Size {
				c.macs = append(c.macs, sum)
			}
		}
	}
	if c.stamp == "" || len(c.macs) == 0 {
		return claim{}, fmt.Errorf("%w: the header has no t or no v1", ErrNoSignature)
	}
	seconds, err := strconv.ParseInt(c.stamp, 10, 64)
	if err != nil {
		return claim{}, fmt.Errorf("%w: the header's time is not a number of seconds", ErrNoSignature)
	}
	c.at = time.Unix(seconds, 0)
	return c, nil
}

// digits reports whether a text is a plain number that a time can have.
func digits(text string) bool {
	return text != "" && len(text) <= 12 && !slices.ContainsFunc([]byte(text), func(c byte) bool { return c < '0' || c > '9' })
}
