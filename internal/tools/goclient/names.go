package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// initialisms are written in capitals, as Go does.
var initialisms = map[string]string{"Id": "ID", "Ids": "IDs", "Url": "URL", "Api": "API", "Uri": "URI", "Json": "JSON"}

var wordBegins = regexp.MustCompile(`[A-Z]?[a-z0-9]+|[A-Z]+`)

// exported is the Go name of a member, an operation or an event: invoiceId is
// InvoiceID, and invoice.paid InvoicePaid.
func exported(name string) string {
	var out strings.Builder
	for _, word := range wordBegins.FindAllString(name, -1) {
		word = strings.ToUpper(word[:1]) + word[1:]
		if capitals, ok := initialisms[word]; ok {
			word = capitals
		}
		out.WriteString(word)
	}
	return out.String()
}

// constant is the Go name of a value: PARTIALLY_PAID is PartiallyPaid.
func constant(value string) string { return exported(strings.ToLower(value)) }

// singular takes the s from a resource's name.
func singular(name string) string { return strings.TrimSuffix(name, "s") }

// comment is a text as lines of a comment.
func comment(text string) string {
	var out strings.Builder
	for _, line := range wrap(strings.Fields(text)) {
		out.WriteString("// " + line + "\n")
	}
	return out.String()
}

func wrap(words []string) (lines []string) {
	for len(words) > 0 {
		n, length := 1, len(words[0])
		for n < len(words) && length+1+len(words[n]) <= 84 {
			length += 1 + len(words[n])
			n++
		}
		lines, words = append(lines, strings.Join(words[:n], " ")), words[n:]
	}
	return lines
}

// sentence ends a text with a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || slices.Contains([]rune(".!?"), rune(text[len(text)-1])) {
		return text
	}
	return text + "."
}

// small begins a sentence's rest after a name.
func small(text string) string {
	runes := []rune(strings.TrimSpace(text))
	if len(runes) > 1 && unicode.IsUpper(runes[0]) && !unicode.IsUpper(runes[1]) {
		runes[0] = unicode.ToLower(runes[0])
	}
	return string(runes)
}
