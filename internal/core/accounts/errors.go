package accounts

import (
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Why somebody is not let in. Faces tell these apart: some lead to another page.
var (
	ErrInvalidCredentials = fault.Declare(fault.Unauthenticated, "INVALID_CREDENTIALS",
		"The e-mail address or the password is not right.")
	ErrSecondFactorRequired = fault.Declare(fault.Unauthenticated, "SECOND_FACTOR_REQUIRED",
		"Enter a code of your second factor to go on.")
	ErrCodesUsedUp = fault.Declare(fault.Forbidden, "SECOND_FACTOR_LOCKED",
		"Too many wrong codes were entered. Choose a new password by email to go on.")
	errSecondFactorNeeded = fault.Declare(fault.Forbidden, "SECOND_FACTOR_NEEDED",
		"Operators need two-step verification. Turn it on in your account, then sign in again.")
	ErrSessionOver = fault.Declare(fault.Unauthenticated, "SESSION_OVER",
		"Sign in to go on.")
	ErrAccountSuspended = fault.Declare(fault.Unauthenticated, "ACCOUNT_SUSPENDED",
		"This account is suspended.")
	ErrAccountRestricted = fault.Declare(fault.Unauthenticated, "ACCOUNT_RESTRICTED",
		"The processing of this account's data is restricted.")
)

// What is refused to somebody who is let in, or needs no letting in.
var (
	errEmailTaken = fault.Declare(fault.Conflict, "EMAIL_TAKEN",
		"There is already an account with this e-mail address.")
	ErrUserNotFound = fault.Declare(fault.NotFound, "USER_NOT_FOUND",
		"There is no such user.")
	errSessionNotFound = fault.Declare(fault.NotFound, "SESSION_NOT_FOUND",
		"There is no such session, or it has ended.")

	errWrongPassword = fault.Declare(fault.Invalid, "WRONG_PASSWORD",
		"The password is not right.")
	errPasswordShort = fault.Declare(fault.Invalid, "PASSWORD_TOO_SHORT",
		"The password must have at least %d characters.")
	errPasswordLong = fault.Declare(fault.Invalid, "PASSWORD_TOO_LONG",
		"The password must have no more than %d characters.")
	errPasswordCommon = fault.Declare(fault.Invalid, "PASSWORD_TOO_COMMON",
		"This password is too easy to guess.")
	errPasswordForm = fault.Declare(fault.Invalid, "PASSWORD_NOT_TEXT",
		"The password is not valid text.")
	errResetLink = fault.Declare(fault.Invalid, "RESET_LINK_INVALID",
		"This link has expired or was used already. Ask for a new one.")

	errEmailSame = fault.Declare(fault.Invalid, "EMAIL_SAME",
		"This is your e-mail address already.")
	errEmailChangeLink = fault.Declare(fault.Invalid, "EMAIL_CHANGE_LINK_INVALID",
		"This link has expired, was used already, or is another account's.")

	errSignUpClosed = fault.Declare(fault.Forbidden, "SIGN_UP_CLOSED",
		"New accounts cannot be made here. Ask those who run this service.")
	errSignUpLink = fault.Declare(fault.Invalid, "SIGN_UP_LINK_INVALID",
		"This link has expired or was used already. Ask for a new one.")

	errWrongCode = fault.Declare(fault.Invalid, "SECOND_FACTOR_CODE_INVALID",
		"The code is not right, or was used already.")
	errSecondFactorOn = fault.Declare(fault.Conflict, "SECOND_FACTOR_ON",
		"A second factor is set up already.")
	errPasskeyRefused = fault.Declare(fault.Invalid, "PASSKEY_REFUSED",
		"This passkey is not one of this account's, or was removed from it.")
	errPasskeyExpired = fault.Declare(fault.Invalid, "PASSKEY_EXPIRED",
		"This took too long, or was sent twice. Try again.")
	errPasskeyCopied = fault.Declare(fault.Invalid, "PASSKEY_COPIED",
		"This passkey was used before in a way that we did not see: there may be a copy of it. Sign in in another way, and remove it from your account.")
	errPasskeyNotFound = fault.Declare(fault.NotFound, "PASSKEY_NOT_FOUND",
		"There is no such passkey, or it was removed.")
	errPasskeyNotMade = fault.Declare(fault.Invalid, "PASSKEY_NOT_MADE",
		"Your browser has not made a passkey that works here. Try again, or use another device.")
	errPasskeyKnown = fault.Declare(fault.Conflict, "PASSKEY_KNOWN",
		"This passkey is in your account already.")
	errPasskeyLimit = fault.Declare(fault.Conflict, "PASSKEY_LIMIT",
		"An account can have no more than %d passkeys. Remove one first.")
	errNoPasskeys = fault.Declare(fault.NotFound, "PASSKEYS_OFF",
		"There are no passkeys here.")

	// ErrDeveloperTokenEnded refuses a command line whose token is over: when, and why.
	ErrDeveloperTokenEnded = fault.Declare(fault.Unauthenticated, "DEVELOPER_TOKEN_ENDED",
		"This sign-in ended at %s (%s). Sign in again.")
	// ErrDeveloperTokenLimit refuses one more.
	ErrDeveloperTokenLimit = fault.Declare(fault.Conflict, "DEVELOPER_TOKEN_LIMIT",
		"You have signed %d command lines in. Sign one out first, on your account page.")
	errDeveloperTokenNotFound = fault.Declare(fault.NotFound, "DEVELOPER_TOKEN_NOT_FOUND",
		"There is no such token, or it is over.")

	errSecondFactorOff = fault.Declare(fault.Conflict, "SECOND_FACTOR_OFF",
		"No second factor is set up.")
)
