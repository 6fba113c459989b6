package telemetry

import (
	"log/slog"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/base/secret"
)

const redacted = "[redacted]"

// hushed are the words that make an attribute's name that of a secret.
var hushed = []string{
	"password", "passphrase", "secret", "token", "authorization", "cookie",
	"credential", "apikey", "privatekey", "verifier", "recoverycode",
}

var joiners = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

// redact blanks what must not be read in a log. Numbers, times and the like
// pass: a count of tokens is no token.
func redact(_ []string, attr slog.Attr) slog.Attr {
	switch attr.Value.Kind() {
	case slog.KindString, slog.KindAny:
	default:
		return attr
	}
	if names(attr.Key) {
		return slog.String(attr.Key, redacted)
	}
	return slog.Attr{Key: attr.Key, Value: clean(attr.Value)}
}

func names(key string) bool {
	key = joiners.Replace(strings.ToLower(key))
	return slices.ContainsFunc(hushed, func(word string) bool { return strings.Contains(key, word) })
}

// clean blanks our own secrets in texts and in errors, whatever their name.
func clean(value slog.Value) slog.Value {
	if value.Kind() == slog.KindString {
		return slog.StringValue(secret.Redact(value.String()))
	}
	if err, ok := value.Any().(error); ok {
		return slog.StringValue(secret.Redact(err.Error()))
	}
	return value
}
