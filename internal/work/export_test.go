package work

import "github.com/counterpart/counterpart/internal/core/audit"

// HasAccountWords reports whether owners of accounts can be told of a deed.
func HasAccountWords(deed audit.Deed) bool {
	told := accountWords[deed]
	return told.subject != "" && told.says != "" && told.unless != "" && told.link != "" && told.always != ""
}

// HasWords reports whether owners can be told of a deed.
func HasWords(deed audit.Deed) bool { return words[deed].subject != "" && words[deed].toApp != "" }
