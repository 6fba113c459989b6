package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// ruleLine is how a rule begins in the contract: "- TOK-07 code older than …".
var ruleLine = regexp.MustCompile(`(?m)^- ([A-Z]+-[0-9]{2}) `)

// ruleID is an id at the beginning of a word; a file name may go on after it
// ("TOK-07-replay.txtar").
var ruleID = regexp.MustCompile(`^([A-Z]+-[0-9]{2})(-|$)`)

// readRules returns the ids of the contract in its own order.
func readRules(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, match := range ruleLine.FindAllStringSubmatch(string(text), -1) {
		if slices.Contains(ids, match[1]) {
			return nil, fmt.Errorf("%s has two rules %s", file, match[1])
		}
		ids = append(ids, match[1])
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("%s has no rules", file)
	}
	return ids, nil
}

// idsIn returns what looks like a rule's id in a test's name. Go writes an
// underscore for every space of a subtest's name.
func idsIn(name string) []string {
	words := strings.FieldsFunc(name, func(r rune) bool {
		return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	var ids []string
	for _, word := range words {
		if match := ruleID.FindStringSubmatch(word); match != nil {
			ids = append(ids, match[1])
		}
	}
	return ids
}

func family(id string) string {
	name, _, _ := strings.Cut(id, "-")
	return name
}
