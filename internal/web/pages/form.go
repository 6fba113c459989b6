package pages

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/session"
)

// redisplay shows a form once more, with what is wrong with it.
type redisplay func(status int, problems ...html.Problem) error

// refuse answers what a form met: by the form redisplay if its reader can mend it
// there, else by the page for such an error.
func (form redisplay) refuse(err error) error {
	if wait := session.Wait(err); wait > 0 {
		return form(http.StatusTooManyRequests, html.Problem{Message: html.TooManyTries(wait)})
	}
	if missing, ok := errors.AsType[incomplete](err); ok {
		return form(http.StatusUnprocessableEntity, missing...)
	}
	if problem, ok := problemOf(err); ok {
		if refusal, _ := fault.As(err); refusal.Kind == fault.TooMany {
			return form(http.StatusTooManyRequests, problem)
		}
		return form(http.StatusUnprocessableEntity, problem)
	}
	return err
}

// incomplete is what is wrong with a form before anybody is asked.
type incomplete html.Problems

func (incomplete) Error() string { return "the form is not complete" }

// mendable says where on a form a refusal belongs, by its code, and in which
// words; without words, the refusal's own.
var mendable = map[string]html.Problem{
	"INVALID_CREDENTIALS":        {Field: "email", Message: html.SignInRefused},
	"ACCOUNT_SUSPENDED":          {Field: "email"},
	"ACCOUNT_RESTRICTED":         {Field: "email"},
	"WRONG_PASSWORD":             {Field: "current_password", Message: html.CurrentPasswordWrong},
	"PASSWORD_TOO_SHORT":         {Field: "new_password", Message: html.PasswordTooShort(secret.MinPassword)},
	"PASSWORD_TOO_LONG":          {Field: "new_password", Message: html.PasswordTooLong(secret.MaxPassword)},
	"PASSWORD_TOO_COMMON":        {Field: "new_password", Message: html.PasswordWeak},
	"PASSWORD_NOT_TEXT":          {Field: "new_password"},
	"EMAIL_SAME":                 {Field: "email"},
	"ALREADY_MEMBER":             {Field: "email"},
	"MAIL_SENT_RECENTLY":         {Field: "email"},
	"MAIL_LIMIT_REACHED":         {Field: "email"},
	"ROLE_ABOVE_YOURS":           {Field: "role"},
	"UNKNOWN_ROLE":               {Field: "role"},
	"LAST_OWNER":                 {Field: "role"},
	"PASSKEY_REFUSED":            {},
	"PASSKEY_EXPIRED":            {},
	"PASSKEY_COPIED":             {},
	"PASSKEY_NOT_MADE":           {},
	"PASSKEY_KNOWN":              {},
	"NO_EMAIL_ADDRESS":           {Field: "email"},
	"PAYMENT_EXCEEDS_BALANCE":    {Field: "amount"},
	"SECOND_FACTOR_LOCKED":       {Message: html.CodesUsedUp},
	"SECOND_FACTOR_CODE_INVALID": {Field: "code", Message: html.CodeWrong},
}

func problemOf(err error) (html.Problem, bool) {
	refusal, ok := fault.As(err)
	if !ok {
		return html.Problem{}, false
	}
	problem, ok := mendable[refusal.Code]
	if problem.Message.IsZero() {
		problem.Message = html.Refused(refusal)
	}
	return problem, ok
}

// missing lists the problems of those fields that are empty.
func missing(form url.Values, fields ...html.Problem) html.Problems {
	var problems html.Problems
	for _, field := range fields {
		if form.Get(field.Field) == "" {
			problems = append(problems, field)
		}
	}
	return problems
}

// newPassword reads a password that is typed twice.
func newPassword(form url.Values) (password string, problems html.Problems) {
	password = form.Get("new_password")
	if password == "" {
		return "", html.Problems{{Field: "new_password", Message: html.NewPasswordMissing}}
	}
	if password != form.Get("repeat_password") {
		return "", html.Problems{{Field: "repeat_password", Message: html.PasswordsDiffer}}
	}
	return password, nil
}
