package client

import (
	"fmt"

	"github.com/counterpart/counterpart/internal/core/oauth"
)

func invalidRedirectURI(format string, args ...any) *oauth.Error {
	return &oauth.Error{Code: oauth.CodeInvalidRedirectURI, Description: fmt.Sprintf(format, args...)}
}

func invalidMetadata(format string, args ...any) *oauth.Error {
	return &oauth.Error{Code: oauth.CodeInvalidClientMetadata, Description: fmt.Sprintf(format, args...)}
}
