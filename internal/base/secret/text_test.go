package secret_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
)

func TestMadeSecretsAreRecognised(t *testing.T) {
	t.Parallel()
	for _, text := range []string{secret.New(secret.ClientSecret), secret.NewAt(secret.ClientSecret, 17)} {
		if !secret.WellFormed(secret.ClientSecret, text) {
			t.Errorf("our own %q is not well-formed", text)
		}
		if secret.WellFormed(secret.Session, text) {
			t.Errorf("%q passes for a session", text)
		}
		if got := secret.Pattern.FindString("secret=" + text + "&x=y"); got != text {
			t.Errorf("a scanner finds %q in place of %q", got, text)
		}
	}
}

func TestNoTwoSecretsAreTheSame(t *testing.T) {
	t.Parallel()
	first, second := secret.New(secret.Webhook), secret.New(secret.Webhook)
	if first == second {
		t.Error("two secrets are equal")
	}
}

func TestAnyChangedCharacterIsNoticedWithoutALookUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(secret.NewAt(secret.Session, ident.RandomShard()))
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		to := rapid.Byte().Filter(func(b byte) bool { return b != text[at] }).Draw(t, "to")
		text[at] = to
		if secret.WellFormed(secret.Session, string(text)) {
			t.Fatalf("%q with byte %d changed is well-formed", text, at)
		}
	})
}

func TestStrangeTextsAreNotWellFormed(t *testing.T) {
	t.Parallel()
	good := secret.New(secret.ClientSecret)
	for _, text := range []string{
		"", "_", "cpcs", "cpcs_", good[:len(good)-1], good + "0", " " + good, strings.ToUpper(good), "sync-secret-1f6c3f0e7b",
		secret.WithChecksum("cpcs_"), secret.WithChecksum("cpcs_" + strings.Repeat("u", 52)), secret.WithChecksum("cpcs_" + strings.Repeat("0", 53)),
	} {
		if secret.WellFormed(secret.ClientSecret, text) {
			t.Errorf("%q is well-formed", text)
		}
	}
}

func TestATextCarriesItsShard(t *testing.T) {
	t.Parallel()
	for shard := range ident.Shard(ident.Shards) {
		got, ok := secret.ShardOf(secret.Session, secret.NewAt(secret.Session, shard))
		if !ok || got != shard {
			t.Fatalf("shard %d is read as %d, %v", shard, got, ok)
		}
	}
	if _, ok := secret.ShardOf(secret.Session, secret.New(secret.Session)); ok {
		t.Error("a shard is read out of a text that has none")
	}
}

func TestOnlyTheRightTextEqualsAHash(t *testing.T) {
	t.Parallel()
	text := secret.New(secret.ClientSecret)
	hash := secret.Hash(text)

	if !secret.Equal(hash, text) {
		t.Error("the right secret is refused")
	}
	if secret.Equal(hash, secret.New(secret.ClientSecret)) {
		t.Error("another secret is taken")
	}
	if bytes.Contains(hash, []byte(text)) {
		t.Error("the hash holds the text")
	}
	for _, unknown := range [][]byte{nil, {}, hash[:31]} {
		if secret.Equal(unknown, text) {
			t.Errorf("hash %x, of nobody, equals a text", unknown)
		}
	}
}

func TestRedactLeavesNoSecretButSaysWhatItWas(t *testing.T) {
	t.Parallel()
	link := "https://app.example/reset?token=" + secret.New(secret.PasswordReset) + " for invoice_42"
	want := "https://app.example/reset?token=cprs_[redacted] for invoice_42"
	if got := secret.Redact(link); got != want {
		t.Errorf("want %q, got %q", want, got)
	}
}
