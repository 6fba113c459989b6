package route

import (
	"encoding/json"
	"reflect"
)

// Row is an element of a list whose elements succeed or fail one by one: what
// is wrong with its form, and what its Check notes, stays with the row and does
// not refuse the request. Its problems name places within the row.
type Row[T any] struct {
	Value    T
	problems Problems
}

// Err is nil when the row's form is right.
func (r *Row[T]) Err() error { return r.problems.Err() }

// rowed is any Row.
type rowed interface {
	row() (value reflect.Value, problems *Problems)
}

func (r *Row[T]) row() (value reflect.Value, problems *Problems) {
	return reflect.ValueOf(&r.Value).Elem(), &r.problems
}

// readRow fills a row by itself.
func (d *decoding) readRow(raw json.RawMessage, r rowed) {
	value, problems := r.row()
	own := decoding{shapes: d.shapes}
	own.read(nil, raw, value)
	if checked, ok := value.Addr().Interface().(Checked); ok && own.problems.Err() == nil {
		checked.Check(&own.problems)
	}
	*problems = own.problems
}

// rowOf finds the value's place in the type of a Row.
func rowOf(t reflect.Type) (value reflect.StructField, ok bool) {
	if !reflect.PointerTo(t).Implements(reflect.TypeFor[rowed]()) {
		return reflect.StructField{}, false
	}
	return t.FieldByName("Value")
}
