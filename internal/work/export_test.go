package work

import (
	"context"
	"time"

	"github.com/counterpart/counterpart/internal/core/audit"
)

// RunHere has a runner begin and end one run of each job, as it does by itself.
func RunHere(ctx context.Context, r *Runner) {
	for _, q := range r.queues {
		clear(q.due)
		r.run(ctx, q, r.take(q, r.slices.Owned(), time.Now()))
	}
}

// HasAccountText reports whether owners of accounts can be told of an operation.
func HasAccountText(action audit.Action) bool {
	text := accountTexts[action]
	return text.subject != "" && text.says != "" && text.unless != "" && text.link != "" && text.always != ""
}

// HasNoticeText reports whether owners can be told of an operation.
func HasNoticeText(action audit.Action) bool {
	return noticeTexts[action].subject != "" && noticeTexts[action].toApp != ""
}
