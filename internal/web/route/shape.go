package route

// List is a list that is short by its nature and comes all at once.
type List[T any] struct {
	Data []T `json:"data"`
}

// ListOf puts records into that shape.
func ListOf[R, T any](records []R, show func(R) T) List[T] {
	l := List[T]{Data: make([]T, len(records))}
	for i, record := range records {
		l.Data[i] = show(record)
	}
	return l
}

// Filled shows a text that says nothing as null.
func Filled[T ~string](text T) *T {
	if text == "" {
		return nil
	}
	return &text
}
