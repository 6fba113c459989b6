package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../../.."

var row = regexp.MustCompile(`(?m)^\| (\S+) \| (\S+) \| ([^|]+) \| ([^|]+) \|$`)

// The page is written where the module cache is full; that it is of today is checked
// everywhere.
func TestThePageListsWhatIsRequired(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	var listed []library
	for _, found := range row.FindAllStringSubmatch(string(text), -1) {
		if found[2] != "version" {
			listed = append(listed, library{found[1], found[2], found[3], found[4]})
		}
	}
	modules, err := readModules(root)
	if err != nil {
		t.Fatal(err)
	}
	packages, err := readPackages(root)
	if err != nil {
		t.Fatal(err)
	}
	want, got := "", ""
	for _, l := range append(modules, packages...) {
		want += l.name + " " + l.version + "\n"
	}
	for _, l := range listed {
		got += l.name + " " + l.version + "\n"
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s is not of today; run: make licences (-want +got)\n%s", page, diff)
	}
	for _, refused := range notAllowed(listed) {
		t.Errorf("not allowed: %s", refused)
	}
}

func TestALicenceIsRecognisedByItsText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"  Apache License\n  Version 2.0, January 2004":                                                "Apache-2.0",
		"Mozilla Public License Version 2.0":                                                           "MPL-2.0",
		"Permission is hereby granted, free of\ncharge, to any person obtaining a copy":                "MIT",
		"Redistribution and use in source and binary\nforms, with or without modification":             "BSD-2-Clause",
		"Redistribution and use in source and binary forms may be used to endorse or promote products": "BSD-3-Clause",
		"GNU AFFERO GENERAL PUBLIC LICENSE":                                                            "",
	} {
		if got := recognise(text); got != want {
			t.Errorf("%q is taken for %q, want %q", strings.Fields(text)[0], got, want)
		}
	}
}

func TestWhatNobodyAllowedIsRefused(t *testing.T) {
	t.Parallel()
	got := notAllowed([]library{
		{"a", "1", "MIT", "console"}, {"b", "2", "(GPL-3.0 OR MIT)", "console"}, {"c", "3", "GPL-3.0", "service"}, {"d", "4", "", "tests"},
	})
	if diff := cmp.Diff([]string{`c 3 (service): "GPL-3.0"`, `d 4 (tests): ""`}, got); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
}
