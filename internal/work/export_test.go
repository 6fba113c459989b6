package work

import "github.com/counterpart/counterpart/internal/core/audit"

// HasAccountWords reports whether owners of accounts can be told of an operation.
func HasAccountWords(action audit.Action) bool {
	told := accountWords[action]
	return told.subject != "" && told.says != "" && told.unless != "" && told.link != "" && told.always != ""
}

// HasWords reports whether owners can be told of an operation.
func HasWords(action audit.Action) bool {
	return words[action].subject != "" && words[action].toApp != ""
}
