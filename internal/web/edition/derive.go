package edition

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// derive makes the older description of the newest one: first the examples, in
// which the places are still known by their newest names, then the schemas.
func (b binder) derive(v version.Version) error {
	seen := map[uintptr]bool{} // what several operations share is made older once
	for pattern, operation := range b.Operations() {
		if err := b.deriveExamples(v, operation, seen); err != nil {
			return fmt.Errorf("examples of %s: %w", pattern, err)
		}
	}
	for name, schema := range b.schemas() {
		b.deriveSchema(name, schema)
	}
	rewrite(b.Root, olderWords(b.changes))
	return nil
}

func (b binder) deriveExamples(v version.Version, operation map[string]any, seen map[uintptr]bool) error {
	holders := []map[string]any{b.Resolve(operation["requestBody"])}
	responses, _ := operation["responses"].(map[string]any)
	for _, response := range responses {
		holders = append(holders, b.Resolve(response))
	}
	for _, holder := range holders {
		media := jsonMedia(holder)
		at := b.place(media["schema"]).Pruned()
		if id := reflect.ValueOf(media).Pointer(); at == nil || seen[id] {
			continue
		} else {
			seen[id] = true
		}
		examples, _ := media["examples"].(map[string]any)
		for _, example := range examples {
			if err := downValue(v, at, b.Resolve(example), "value"); err != nil {
				return err
			}
		}
		if err := downValue(v, at, media, "example"); err != nil {
			return err
		}
	}
	return nil
}

// downValue makes the older shape of an example.
func downValue(v version.Version, at *shape.Place, holder map[string]any, key string) error {
	value, ok := holder[key]
	if !ok {
		return nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	older, err := at.Down(v, text)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(older))
	decoder.UseNumber()
	holder[key] = nil
	var fresh any
	err = decoder.Decode(&fresh)
	holder[key] = fresh
	return err
}

func (b binder) deriveSchema(name string, schema any) {
	members, _ := schema.(map[string]any)
	changed := false
	for _, change := range b.changes {
		if !change.In(name) {
			continue
		}
		if !changed {
			b.flatten(members)
			changed = true
		}
		change.Describe(members)
	}
}

// flatten takes the branches of allOf into the schema itself, so that all its
// members stand in one place.
func (b binder) flatten(schema map[string]any) {
	branches := Objects(schema["allOf"])
	delete(schema, "allOf")
	for _, branch := range branches {
		whole := maps.Clone(b.Resolve(branch))
		b.flatten(whole)
		take(schema, whole)
	}
}

// take adds to a schema what another says.
func take(schema, other map[string]any) {
	for key, value := range other {
		switch key {
		case "properties":
			schema[key] = together(value, schema[key])
		case "required", order:
			ours, _ := schema[key].([]any)
			theirs, _ := value.([]any)
			schema[key] = distinct(slices.Concat(theirs, ours))
		default:
			if _, ours := schema[key]; !ours {
				schema[key] = value
			}
		}
	}
}

// together are the members of two schemas; of one that both have, each says
// its part.
func together(theirs, ours any) map[string]any {
	merged := map[string]any{}
	for _, properties := range []any{theirs, ours} {
		members, _ := properties.(map[string]any)
		for name, property := range members {
			part, _ := property.(map[string]any)
			if known, ok := merged[name].(map[string]any); ok {
				part = maps.Clone(part)
				take(part, known)
			}
			merged[name] = part
		}
	}
	return merged
}

func distinct(list []any) []any {
	var once []any
	for _, value := range list {
		if !slices.Contains(once, value) {
			once = append(once, value)
		}
	}
	return once
}

// olderWords rewrites sentences of the newest version for those who read an older
// one: names that they quote are what they were, and a paragraph that quotes what
// was not there is left out. A word in capitals is one of an enumeration, quoted
// or not.
func olderWords(changes []shape.Change) func(string) string {
	var pairs, gone []string
	capitals := map[string]string{}
	for _, change := range changes {
		for now, was := range change.Words() {
			switch {
			case was == "":
				gone = append(gone, "`"+now+"`")
			case now == strings.ToUpper(now):
				capitals[now] = was
			default:
				pairs = append(pairs, "`"+now+"`", "`"+was+"`")
			}
		}
	}
	replacer := strings.NewReplacer(pairs...)
	return func(text string) string {
		paragraphs := slices.DeleteFunc(strings.Split(text, "\n\n"), func(paragraph string) bool {
			return slices.ContainsFunc(gone, func(word string) bool { return strings.Contains(paragraph, word) })
		})
		return word.ReplaceAllStringFunc(replacer.Replace(strings.Join(paragraphs, "\n\n")), func(now string) string {
			if was, ok := capitals[now]; ok {
				return was
			}
			return now
		})
	}
}

// prose is where sentences stand.
var prose = []string{"description", "summary"}

// rewrite rewrites all that is written for people.
func rewrite(value any, older func(string) string) {
	switch value := value.(type) {
	case map[string]any:
		for key, child := range value {
			if text, ok := child.(string); ok && slices.Contains(prose, key) {
				value[key] = older(text)
			} else {
				rewrite(child, older)
			}
		}
	case []any:
		for _, child := range value {
			rewrite(child, older)
		}
	}
}
