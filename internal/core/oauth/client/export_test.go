package client

import (
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth"
)

// anywhere is a service that has no origin of its own.
var anywhere = &Service{deps: Deps{Apps: apps.New(apps.Deps{})}}

// ReadRegistration reads a registration without storing it.
func ReadRegistration(text []byte) (Metadata, error) {
	members, err := oauth.Object(text)
	if err != nil {
		return Metadata{}, oauth.InvalidRequest(err.Error())
	}
	return anywhere.readMetadata(members, registrationTerms)
}

// ReadDocument reads a document that was fetched from an address.
func ReadDocument(text []byte, address string) (Metadata, error) {
	return anywhere.readDocument(text, address)
}

// ValidDocumentURL tells whether an address may be a client id.
var ValidDocumentURL = validDocumentURL

// FreshFor is for how long an answer is gone by.
var FreshFor = freshFor

// Unadmitted is a request that nobody asked whether it may be looked at.
func Unadmitted(e Endpoint, a Attempt) *Admitted { return &Admitted{endpoint: e, attempt: a} }
