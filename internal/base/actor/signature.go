package actor

import (
	"context"
	"strings"
)

// Signature is who created or changed a record, in the form in which the record keeps
// it; empty where nobody wrote it down.
type Signature string

// byService signs what the service does by itself, and what its operator does.
const byService Signature = "service"

// Sign is the signature of whoever acts.
func Sign(ctx context.Context) Signature {
	switch a := From(ctx); {
	case a.Kind == App && a.For != "":
		return Signature(a.ID + " " + a.For)
	case a.Kind == App, a.Kind == User:
		return Signature(a.ID)
	}
	return byService
}

// Actor is who signed, by kind, id and in whose name. known is false for an empty
// signature.
func (s Signature) Actor() (who Actor, known bool) {
	id, on, _ := strings.Cut(string(s), " ")
	switch {
	case s == "":
		return Actor{}, false
	case s == byService:
		return Actor{Kind: System}, true
	case strings.HasPrefix(id, "app_"):
		return Actor{Kind: App, ID: id, For: on}, true
	}
	return Actor{Kind: User, ID: id}, true
}
