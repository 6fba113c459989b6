package epoch

import "github.com/counterpart/counterpart/internal/base/rdb"

// Watched are subjects whose epochs are read often: to spell their keys takes longer
// than to use them.
type Watched struct {
	first Subject
	keys  [][]string // of those that share a hash tag
}

// Watch returns subjects as they are watched. Those of one hash tag that stand
// together are one call.
func (r *Registry) Watch(subjects ...Subject) Watched {
	w := Watched{first: subjects[0]}
	for len(subjects) > 0 {
		n := 1
		for n < len(subjects) && subjects[n].tag == subjects[0].tag {
			n++
		}
		w.keys = append(w.keys, r.Keys(subjects[:n]...))
		subjects = subjects[n:]
	}
	return w
}

// BeginsWith reports whether a subject is the first of them.
func (w Watched) BeginsWith(s Subject) bool { return w.first == s }

// Calls puts what is asked of Redis behind calls. The replies, in their order, are what
// is read of the subjects.
func (w Watched) Calls(calls []rdb.Call, fresh string) []rdb.Call {
	for _, keys := range w.keys {
		calls = append(calls, rdb.Call{Script: read, Keys: keys, Args: []string{fresh}})
	}
	return calls
}
