// Package accounts shows the life of a person's account through the whole service:
// signing in and being guessed at, sessions, resets, the mails about it, erasure.
package accounts
