package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var requirement = regexp.MustCompile(`(?m)^(?:require |\t)(\S+\.\S+/\S+) (v\S+)(?: // indirect)?$`)

// readModules lists what go.mod requires, without versions of our own.
func readModules(root string) ([]library, error) {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	var modules []library
	for _, found := range requirement.FindAllStringSubmatch(string(text), -1) {
		if !strings.HasPrefix(found[1], "github.com/counterpart/") {
			modules = append(modules, library{name: found[1], version: found[2]})
		}
	}
	slices.SortFunc(modules, func(a, b library) int { return strings.Compare(a.name, b.name) })
	return modules, nil
}

// look finds out a module's licence, and what it is linked into.
func (l *library) look(root string) error {
	source := exec.Command("go", "mod", "download", "-json", l.name+"@"+l.version)
	source.Dir = root
	out, err := source.Output()
	if err != nil {
		return fmt.Errorf("%s@%s: %w", l.name, l.version, err)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return err
	}
	if l.licence, err = licenceIn(module.Dir); err != nil {
		return fmt.Errorf("%s: %w", l.name, err)
	}
	l.in, err = linkedInto(root, l.name)
	return err
}

// licenceIn recognises the licence of a folder by its text.
func licenceIn(folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "[LC][IO][CP][EY]*")) // LICENSE, LICENCE, COPYING, with any ending
	if err != nil {
		return "", err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if name := recognise(string(text)); name != "" {
			return name, nil
		}
	}
	return "", fmt.Errorf("no licence that we recognise in %d files", len(files))
}

// marks are words that stand in one licence and not in those below it.
var marks = []struct{ name, words string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"MPL-2.0", "Mozilla Public License Version 2.0"},
	{"MPL-2.0", "Mozilla Public License, version 2.0"},
	{"Unlicense", "This is free and unencumbered software"},
	{"CC0-1.0", "CC0 1.0 Universal"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"BSD-3-Clause", "may be used to endorse or promote products"},
	{"BSD-2-Clause", "Redistribution and use in source and binary forms"},
}

func recognise(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, mark := range marks {
		if strings.Contains(text, mark.words) {
			return mark.name
		}
	}
	return ""
}

// programs are what we ship that is written in Go, with the systems it runs on.
var programs = []struct {
	name, folder string
	systems      []string
}{
	{"service", "./cmd/counterpartd", []string{"linux"}},
	{"command line", "./cmd/counterpart", []string{"linux", "darwin", "windows"}},
}

var linked = map[string]string{} // the modules of each program, by its name

// linkedInto names the programs that hold a module; tests, where none does.
func linkedInto(root, module string) (string, error) {
	var names []string
	for _, program := range programs {
		if _, known := linked[program.name]; !known {
			modules, err := modulesOf(root, program.folder, program.systems)
			if err != nil {
				return "", err
			}
			linked[program.name] = modules
		}
		if strings.Contains(linked[program.name], "\n"+module+"\n") {
			names = append(names, program.name)
		}
	}
	if len(names) == 0 {
		return "tests", nil
	}
	return strings.Join(names, ", "), nil
}

func modulesOf(root, folder string, systems []string) (string, error) {
	var all strings.Builder
	for _, system := range systems {
		list := exec.Command("go", "list", "-deps", "-f", "\n{{with .Module}}{{.Path}}{{end}}\n", folder)
		list.Dir, list.Env = root, append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			return "", fmt.Errorf("go list %s for %s: %w", folder, system, err)
		}
		all.Write(out)
	}
	return all.String(), nil
}
