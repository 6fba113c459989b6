package journal

import (
	"errors"
	"strings"

	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// redacted keeps what we said ourselves, without what the caller worded: the
// values of a message, and in a problem the names that it made up.
func (r Refusal) redacted() string {
	if r.Status == 0 {
		return ""
	}
	kept := struct {
		Code       string            `json:"code,omitempty"`
		Name       string            `json:"error"`
		Message    any               `json:"message"`
		Params     map[string]string `json:"params,omitempty"`
		StatusCode int               `json:"statusCode"`
	}{Name: r.Name, StatusCode: r.Status}
	if problems, ok := errors.AsType[*fault.Problems](r.Err); ok {
		kept.Message = redactProblems(problems.Items())
	} else if refusal, ok := fault.As(r.Err); ok {
		masked := refusal.Masked(redactParam)
		kept.Code, kept.Message, kept.Params = refusal.Code, scrubbed(masked.Error()), masked.Params()
	} else {
		kept.Message = scrubbed(r.Message)
	}
	if text := encoded(kept); len(text) <= LongestBody {
		return text
	}
	return ""
}

// redactParam keeps a value that a message repeats if it is one of ours.
func redactParam(value string) string {
	if isID(value) || names(value) || figure(value) || instant(value) || value == "" {
		return value
	}
	return mask(value)
}

func redactProblems(problems []fault.Problem) []string {
	var kept []string
	for _, problem := range problems {
		kept = append(kept, redactProblem(problem))
	}
	return kept
}

// redactProblem keeps a problem with a place that could be a member of the API;
// callers may send anything in its place.
func redactProblem(problem fault.Problem) string {
	for _, place := range problem.Untrusted {
		for name := range strings.SplitSeq(place, ".") {
			if !placeName(name) {
				return "[a problem with something that is not a member's name]"
			}
		}
	}
	return scrubbed(problem.Text)
}
