package route

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// plan is what is known of an input's type before any request comes.
type plan struct {
	path   []param
	query  map[string]param
	header []param
	shapes shapes
}

// param is a field that is filled from the path, the query or a header.
type param struct {
	name     string
	field    []int
	fallback string          // the text that stands for a missing parameter
	absent   *fault.Declared // the refusal for a text that cannot be an id
}

// shapes tells for every struct of an input where each member goes. Names match
// exactly; encoding/json would take NAME for name.
type shapes map[reflect.Type]map[string][]int

// planOf reads the tags of an input and of all that is in it. What cannot work
// stops the program: routes are put together when it starts.
func planOf(t reflect.Type) *plan {
	p := &plan{query: map[string]param{}, shapes: shapes{}}
	p.shapes.add(t)
	for _, field := range reflect.VisibleFields(t) {
		if name, ok := field.Tag.Lookup("path"); ok {
			p.path = append(p.path, paramOf(name, field))
		}
		if name, ok := field.Tag.Lookup("query"); ok {
			p.query[name] = paramOf(name, field)
		}
		if name, ok := field.Tag.Lookup("header"); ok {
			p.header = append(p.header, paramOf(name, field))
		}
	}
	return p
}

func paramOf(name string, field reflect.StructField) param {
	p := param{name: name, field: field.Index, fallback: field.Tag.Get("default")}
	if code := field.Tag.Get("absent"); code != "" {
		p.absent = declared(code)
	}
	if why := setText(sample(field.Type), p.fallback); why == noText || p.fallback != "" && why != "" {
		panic(fmt.Sprintf("route: parameter %s, default %q, %s", name, p.fallback, why))
	}
	return p
}

// sample is a value of what a parameter holds one or many of.
func sample(t reflect.Type) reflect.Value {
	if t.Kind() == reflect.Slice && !readsItself(t) {
		t = t.Elem()
	}
	return reflect.New(t).Elem()
}

// declared finds the refusal with a code. It is given without values, so its
// message must not ask for any.
func declared(code string) *fault.Declared {
	all := fault.All()
	i := slices.IndexFunc(all, func(d *fault.Declared) bool { return d.Code == code })
	if i < 0 || strings.Contains(all[i].Error(), "%") {
		panic("route: no refusal " + code + " without values is declared")
	}
	return all[i]
}

// add takes in a type and the types it is made of.
func (s shapes) add(t reflect.Type) {
	if _, done := s[t]; done || readsItself(t) {
		return
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		s.add(t.Elem())
	case reflect.Map:
		s.addMap(t)
	case reflect.Struct:
		s.addStruct(t)
	case reflect.Interface:
		if t.NumMethod() > 0 {
			panic(fmt.Sprintf("route: a %s cannot be read from JSON", t))
		}
	case reflect.String, reflect.Bool, reflect.Float32, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
	default:
		panic(fmt.Sprintf("route: a %s cannot be read from JSON", t))
	}
}

func (s shapes) addMap(t reflect.Type) {
	if t.Key().Kind() != reflect.String {
		panic(fmt.Sprintf("route: the keys of a %s are not strings", t))
	}
	s.add(t.Elem())
}

func (s shapes) addStruct(t reflect.Type) {
	if to, ok := changed(t); ok {
		s.add(to.Type)
		return
	}
	if value, ok := rowOf(t); ok {
		s.add(value.Type)
		return
	}
	if t == reflect.TypeFor[time.Time]() {
		panic("route: use route.Time, which reads and writes times as the APIs do")
	}
	members := map[string][]int{}
	s[t] = members
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			members[name] = field.Index
			s.add(field.Type)
		}
	}
}

func readsItself(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	return t != reflect.TypeFor[time.Time]() &&
		(pointer.Implements(reflect.TypeFor[json.Unmarshaler]()) ||
			pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()))
}
