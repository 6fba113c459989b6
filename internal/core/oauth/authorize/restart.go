package authorize

import "net/url"

// RestartQuery is the query that asks the same once more, for a page that offers
// to begin anew.
func (r Request) RestartQuery(clientID string) url.Values {
	query := url.Values{
		"response_type": {"code"}, "client_id": {clientID}, "redirect_uri": {r.RedirectURI}, "scope": {r.Scopes.String()},
	}
	if r.state != nil {
		query.Set("state", string(r.state))
	}
	if r.challenge != "" {
		query.Set("code_challenge", r.challenge)
		query.Set("code_challenge_method", "S256")
	}
	if r.Assistant {
		query.Set("resource", r.issuer+tools)
	}
	return query
}
