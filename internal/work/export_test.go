package work

import "github.com/counterpart/counterpart/internal/core/audit"

// HasWords reports whether owners can be told of a deed.
func HasWords(deed audit.Deed) bool { return words[deed].subject != "" && words[deed].toApp != "" }
