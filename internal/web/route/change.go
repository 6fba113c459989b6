package route

import "reflect"

// Change is a member of a request that changes a record: left out it changes
// nothing, null empties the field, and a value becomes the field's.
type Change[T any] struct {
	Given bool
	To    *T // nil for null
}

// Or is what the field holds after the change.
func (c Change[T]) Or(current *T) *T {
	if c.Given {
		return c.To
	}
	return current
}

// given is any Change.
type given interface{ give() reflect.Value }

// give notes that the member is there, and tells where its value goes.
func (c *Change[T]) give() reflect.Value {
	c.Given = true
	return reflect.ValueOf(&c.To).Elem()
}

// changed finds the value's place in the type of a Change.
func changed(t reflect.Type) (to reflect.StructField, ok bool) {
	if !reflect.PointerTo(t).Implements(reflect.TypeFor[given]()) {
		return reflect.StructField{}, false
	}
	return t.FieldByName("To")
}
