package route

import (
	"errors"
	"strconv"
	"strings"
)

// ETag is a record's version as a header carries it, in quotes. In an input it
// is read with `header:"If-Match"`; zero means that the caller did not say which
// version it has seen.
type ETag int

// Versioned is an answer whose version goes into the header ETag.
type Versioned interface{ RecordVersion() int }

// String is the header's text.
func (e ETag) String() string { return strconv.Quote(strconv.Itoa(int(e))) }

// UnmarshalText reads the header's text.
func (e *ETag) UnmarshalText(text []byte) error {
	inner, opened := strings.CutPrefix(string(text), `"`)
	inner, closed := strings.CutSuffix(inner, `"`)
	n, err := strconv.ParseInt(inner, 10, 32)
	if !opened || !closed || err != nil || n < 1 || ETag(n).String() != string(text) {
		return errors.New(`must be a record's version in quotes, like "3"`)
	}
	*e = ETag(n)
	return nil
}
