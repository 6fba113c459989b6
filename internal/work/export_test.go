package work

import "github.com/counterpart/counterpart/internal/core/audit"

// HasAccountText reports whether owners of accounts can be told of an operation.
func HasAccountText(action audit.Action) bool {
	text := accountTexts[action]
	return text.subject != "" && text.says != "" && text.unless != "" && text.link != "" && text.always != ""
}

// HasNoticeText reports whether owners can be told of an operation.
func HasNoticeText(action audit.Action) bool {
	return noticeTexts[action].subject != "" && noticeTexts[action].toApp != ""
}
