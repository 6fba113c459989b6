package webhook_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/client/webhook"
)

// vector is a row of testdata/vectors.json, which receivers in other languages
// can use too. The guide prints some of them.
type vector struct {
	Name    string
	Secrets []string
	Now     int64
	Header  string
	Body    string
	Error   string // empty when the request is good
	Signed  bool   // the secrets, at that time, sign exactly so
}

func vectors(t testing.TB) []vector {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

var kinds = map[string]error{
	"": nil, "no signature": webhook.ErrNoSignature, "mismatch": webhook.ErrMismatch, "too old": webhook.ErrTooOld, "too new": webhook.ErrTooNew,
}

func TestTheVectorsHold(t *testing.T) {
	t.Parallel()
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			want, known := kinds[v.Error]
			if !known {
				t.Fatalf("the error %q is not known", v.Error)
			}
			now := time.Unix(v.Now, 0)
			verifier := webhook.Verifier{Secrets: v.Secrets, Now: func() time.Time { return now }}
			if err := verifier.Verify(v.Header, []byte(v.Body)); !errors.Is(err, want) {
				t.Errorf("want %v, got %v", want, err)
			}
			if signed := webhook.Sign(now, []byte(v.Body), v.Secrets...); v.Signed && signed != v.Header {
				t.Errorf("signed as %s, want %s", signed, v.Header)
			}
		})
	}
}

func TestWithoutASecretNothingIsTaken(t *testing.T) {
	t.Parallel()
	for _, secrets := range [][]string{nil, {""}, {"", ""}} {
		header := webhook.Sign(time.Now(), []byte("{}"), "") // anybody can sign with nothing
		if err := webhook.Verify(header, []byte("{}"), secrets...); !errors.Is(err, webhook.ErrNoSecret) {
			t.Errorf("%q: %v", secrets, err)
		}
	}
	header := webhook.Sign(time.Now(), []byte("{}"), "")
	if err := webhook.Verify(header, []byte("{}"), "", "whsec_x"); !errors.Is(err, webhook.ErrMismatch) {
		t.Errorf("an empty secret counts: %v", err)
	}
}

func TestTheToleranceIsTheReceivers(t *testing.T) {
	t.Parallel()
	at := time.Unix(1_794_695_887, 0)
	verifier := webhook.Verifier{Secrets: []string{"whsec_x"}, Tolerance: time.Hour, Now: func() time.Time { return at }}
	for age, want := range map[time.Duration]error{
		time.Hour: nil, time.Hour + time.Second: webhook.ErrTooOld, -time.Hour: nil, -time.Hour - time.Second: webhook.ErrTooNew,
	} {
		if err := verifier.Verify(webhook.Sign(at.Add(-age), nil, "whsec_x"), nil); !errors.Is(err, want) {
			t.Errorf("%s old: want %v, got %v", age, want, err)
		}
	}
}

func TestHeadersThatAreNoSignaturesAreRefused(t *testing.T) {
	t.Parallel()
	sum := strings.Repeat("ab", 32)
	for _, header := range []string{
		"", "  ", "t", "t=", "v1=", "t=1", "t=1,v1", "t=1,v1=" + sum[2:], "t=1,v1=" + sum + "ab", "t=1,v1=zz" + sum[2:],
		"t=-1,v1=" + sum, "t=+1,v1=" + sum, "t=1e9,v1=" + sum, "t=1.5,v1=" + sum, "t= 1,v1=" + sum, "t=1234567890123,v1=" + sum,
		"T=1,V1=" + sum, "v1=" + sum, "t=1,t=1,v1=" + sum, "t=1;v1=" + sum, "sha256=" + sum,
	} {
		if err := webhook.Verify(header, nil, "whsec_x"); !errors.Is(err, webhook.ErrNoSignature) {
			t.Errorf("%q: %v", header, err)
		}
	}
}

func FuzzVerify(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.Header, []byte(v.Body))
	}
	const secret = "whsec_nobody_knows"
	at := time.Unix(1_794_695_887, 0)
	verifier := webhook.Verifier{Secrets: []string{secret}, Now: func() time.Time { return at }}
	f.Fuzz(func(t *testing.T, header string, body []byte) {
		if err := verifier.Verify(header, body); err == nil {
			t.Fatalf("%q was taken for a body that nobody signed", header)
		}
		signed := webhook.Sign(at, body, secret)
		if err := verifier.Verify(signed, body); err != nil {
			t.Fatalf("%q is refused: %v", signed, err)
		}
		// What stands beside a good signature must not spoil it, unless it brings
		// a time of its own.
		if err := verifier.Verify(signed+",v2="+strings.ReplaceAll(header, ",", ""), body); err != nil {
			t.Fatalf("%q beside it: %v", header, err)
		}
	})
}
