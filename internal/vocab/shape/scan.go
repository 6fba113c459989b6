package shape

import (
	"bytes"
	"encoding/json"
)

// The text is known to be well-formed JSON, so there is only to find where
// values end. encoding/json could tell too, but would look at every byte once
// for each level that it is nested in.

// blank is the next byte that is no white space.
func blank(raw []byte, at int) int {
	for raw[at] == ' ' || raw[at] == '\n' || raw[at] == '\t' || raw[at] == '\r' {
		at++
	}
	return at
}

// next is where the next member or element begins after one that ended, or the
// closing bracket.
func next(raw []byte, at int) int {
	if at = blank(raw, at); raw[at] == ',' {
		at = blank(raw, at+1)
	}
	return at
}

// skip is where a value ends that begins here.
func skip(raw []byte, at int) int {
	switch raw[at] {
	case '"':
		return skipString(raw, at)
	case '{', '[':
		return skipNested(raw, at)
	}
	if end := bytes.IndexAny(raw[at:], ",]} \n\t\r"); end >= 0 {
		return at + end
	}
	return len(raw)
}

func skipString(raw []byte, at int) int {
	for at++; raw[at] != '"'; at++ {
		if raw[at] == '\\' {
			at++
		}
	}
	return at + 1
}

func skipNested(raw []byte, at int) int {
	for depth := 0; ; at++ {
		switch raw[at] {
		case '"':
			at = skipString(raw, at) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
}

// nameOf reads the name of a member.
func nameOf(quoted []byte) string {
	if !bytes.ContainsRune(quoted, '\\') {
		return string(quoted[1 : len(quoted)-1])
	}
	var name string
	_ = json.Unmarshal(quoted, &name)
	return name
}
