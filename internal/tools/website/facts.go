package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/core/limits"
)

func per(rule limits.Rule) string {
	n := fmt.Sprint(rule.Limit)
	if rule.Limit >= 1000 {
		n = fmt.Sprintf("%d,%03d", rule.Limit/1000, rule.Limit%1000)
	}
	switch rule.Window {
	case time.Minute:
		return n + " a minute"
	case time.Hour:
		return n + " an hour"
	case 24 * time.Hour:
		return n + " a day"
	}
	return fmt.Sprintf("%s in %g minutes", n, rule.Window.Minutes())
}

// limits is every number that an app meets. Those of requests are the service's own;
// the others are rules of docs/contract.md.
func (w *writer) limits() *page {
	var b strings.Builder
	table := func(title string, rows ...[2]string) {
		b.WriteString("\n## " + title + "\n\n| what | limit |\n|---|---|\n")
		for _, row := range rows {
			fmt.Fprintf(&b, "| %s | %s |\n", row[0], row[1])
		}
	}
	b.WriteString("Beyond a limit of requests the answer is 429 with `Retry-After` in seconds.\n")
	table("Calls of the Business API",
		[2]string{"One app in one business", per(limits.AppInBusiness)},
		[2]string{"One app in all businesses together", per(limits.AppInAll)},
		[2]string{"Records on a page (`limit`)", "200"},
		[2]string{"Invoices in one import", "200"},
		[2]string{"Values in one write of app data", "25"},
		[2]string{"An `Idempotency-Key` is remembered for", "24 hours"},
	)
	table("OAuth endpoints",
		[2]string{"Token endpoint, one client with its secret", per(limits.TokenWithSecret)},
		[2]string{"Token endpoint, one client without a secret, from one address", per(limits.TokenWithoutSecret)},
		[2]string{"Token endpoint, one address", per(limits.TokenByAddress)},
		[2]string{"Introspection, one client with its secret", per(limits.IntrospectWithSecret)},
		[2]string{"Revocation, one client with its secret", per(limits.RevokeWithSecret)},
		[2]string{"Device authorization, one address", per(limits.DeviceByAddress)},
		[2]string{"Authorization requests, one address", per(limits.AuthorizeByAddress)},
		[2]string{"Client registration, one address", per(limits.RegistrationByAddress)},
	)
	table("Lifetimes",
		[2]string{"Authorization code", "10 minutes, once"},
		[2]string{"Device code", "10 minutes; poll every 5 seconds"},
		[2]string{"Access token", "1 hour"},
		[2]string{"Refresh token", "30 days; each refresh starts a new 30 days"},
		[2]string{"The same refresh with the same `Idempotency-Key`", "60 seconds"},
		[2]string{"Session token of an embedded page", "60 seconds, once"},
		[2]string{"Developer token for a sandbox", "5 minutes"},
	)
	table("Webhooks and events",
		[2]string{"Webhooks of an app", "20"},
		[2]string{"Time for an answer", "10 seconds"},
		[2]string{"Attempts", "6: at once, then after 1 minute, 5 minutes, 30 minutes, 2 hours, 6 hours"},
		[2]string{"Redelivery", "30 days"},
		[2]string{"Age of a signature that you should accept", "5 minutes"},
		[2]string{"The old secret signs after a rotation", "24 hours"},
		[2]string{"Event log", "30 days"},
		[2]string{"Test deliveries of an app", per(limits.TrialsByApp)},
	)
	table("Sandboxes, by organization",
		[2]string{"Created or reset", per(limits.SandboxFills)},
		[2]string{"Clocks moved", per(limits.SandboxClocks)},
		[2]string{"Events triggered", per(limits.SandboxTriggers)},
		[2]string{"Tokens taken", per(limits.SandboxTokens)},
	)
	table("Mails",
		[2]string{"Invoices by mail, one business", per(limits.InvoiceMails) + ", " + per(limits.InvoiceMailsDaily)},
		[2]string{"Mails to one recipient from one business", per(limits.MailsToOneFromPlace)},
	)
	return w.add(&page{path: "reference/limits", title: "Limits", description: "Every limit and lifetime that an app meets, in one place.", body: b.String()})
}

func (w *writer) headers() *page {
	header := w.editions.VersionHeader()
	return w.add(&page{path: "reference/headers", title: "Headers", description: "The request and response headers of the API.", body: `## Request

| header | |
|---|---|
| ` + "`Authorization: Bearer …`" + ` | the access token; it stands for one app, one user and one business |
| ` + code(header) + ` | the version of the API that the request is written for, such as ` + code(w.current.Name) + ` |
| ` + "`Idempotency-Key`" + ` | on writes: the same key with the same body within 24 hours gets the first answer again |
| ` + "`If-Match`" + ` | on changes: the ` + "`version`" + ` of the record that the change is meant for |
| ` + "`Content-Type`" + ` | ` + "`application/json`" + ` for bodies; the OAuth endpoints take forms |

## Response

| header | |
|---|---|
| ` + "`X-Request-Id`" + ` | names this request; log it, and send it with questions |
| ` + code(header) + ` | the version that the answer is in |
| ` + "`RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`" + ` | the app's limit in this business, what is left of it, and in how many seconds it begins anew |
| ` + "`Retry-After`" + ` | with 429 and 503: seconds to wait |
| ` + "`ETag`" + ` | the record's ` + "`version`" + `, for ` + "`If-Match`" + ` |
| ` + "`Idempotent-Replayed: true`" + ` | the answer is the first one to this key, sent again |
| ` + "`Deprecation`, `Sunset`, `Link`" + ` | the version is deprecated, when it ends, and where to read about it |
| ` + "`WWW-Authenticate`" + ` | with 401: why the token was not taken |

## Webhook requests

| header | |
|---|---|
| ` + "`X-Webhook-Id`" + ` | the delivery; the same on every retry |
| ` + "`X-Webhook-Event`" + ` | the name of the event |
| ` + "`X-Webhook-Event-Id`" + ` | the event in the log; not on tests |
| ` + "`X-Webhook-Signature`" + ` | ` + "`t=<Unix seconds>,v1=<hex>`" + `, perhaps with several ` + "`v1`" + ` |
`})
}

func (w *writer) discovery() *page {
	rows := [][2]string{
		{"issuer", "the API host; compare it with `iss` in the callback"},
		{"authorization_endpoint", "where you send the user: the consent page on the app host"},
		{"token_endpoint", "exchanges codes, device codes, refresh tokens and session tokens"},
		{"device_authorization_endpoint", "begins the device flow"},
		{"introspection_endpoint", "tells whether a token of yours is active"},
		{"revocation_endpoint", "ends tokens"},
		{"registration_endpoint", "registers clients by program (RFC 7591)"},
		{"jwks_uri", "the keys that sign session tokens"},
		{"scopes_supported", "every scope that an app may ask for"},
		{"response_types_supported", "`code`"},
		{"grant_types_supported", "authorization code, refresh token, device code, token exchange"},
		{"code_challenge_methods_supported", "`S256`"},
		{"token_endpoint_auth_methods_supported", "how a client proves itself"},
		{"authorization_response_iss_parameter_supported", "`true`: the callback has `iss` (RFC 9207)"},
		{"client_id_metadata_document_supported", "`true`: a client id may be the URL of a document"},
	}
	var b strings.Builder
	b.WriteString("Everything that an OAuth client needs to know is in one document (RFC 8414):\n\n" + fence("sh", "curl -s "+apiHost+"/.well-known/oauth-authorization-server") +
		"\n| member | |\n|---|---|\n")
	for _, row := range rows {
		fmt.Fprintf(&b, "| %s | %s |\n", code(row[0]), row[1])
	}
	return w.add(&page{path: "reference/discovery", title: "Discovery", description: "The metadata document of the authorization server, member by member.", body: b.String()})
}

func (w *writer) openapi() *page {
	at := "/reference/" + w.current.Name + "/"
	return w.add(&page{path: "reference/openapi", title: "OpenAPI and files", description: "The description of the API for generators, editors and other tools.", body: `| file | for |
|---|---|
| [openapi.json](` + apiHost + `/openapi.json) | OpenAPI 3.1: every operation, error and webhook of the current version; ` + "`?version=`" + ` names another |
| [requests.http](` + at + `requests.http) | every operation, to send from an editor |
| [postman.json](` + at + `postman.json) | the same as a Postman collection |
| [errors.json](` + base + `reference/errors.json) | every error code with cause and action |
| [events.json](` + base + `reference/events.json) | every event with a sample |
| [llms.txt](` + base + `llms.txt), [llms-full.txt](` + base + `llms-full.txt) | this site for assistants: the links, and everything as text |

Every page of this site is also there as Markdown: add ` + "`.md`" + ` to its address.

Before you generate a client, look at [the one for Go](` + base + `reference/go) and [the one for TypeScript](` + base + `reference/typescript): they also refresh tokens under concurrency, retry what may be retried, and verify webhooks.
`})
}

// oauthErrors are those of the OAuth endpoints, whose shape is the protocol's.
func (w *writer) oauthErrors() *page {
	return w.add(&page{path: "reference/oauth-errors", title: "OAuth errors", description: "The errors of the OAuth endpoints: cause and action for each.", body: "The OAuth endpoints answer with `{\"error\":…, \"error_description\":…}`. Decide by `error`; the description is for people. `message` repeats it for old clients.\n" + `
| answer | cause | what to do |
|---|---|---|
| 400 ` + "`invalid_request`" + ` | A parameter is missing, doubled or malformed. | Correct the parameter that ` + "`error_description`" + ` names. |
| 401 ` + "`invalid_client`" + ` | The client did not prove who it is, or the app is suspended. | Check the id, the secret and how they are encoded. Do not retry in a loop. |
| 400 ` + "`invalid_grant`, `expired`" + ` | The code is older than 10 minutes, or the refresh token older than 30 days. | Send the user to the consent page again. |
| 400 ` + "`invalid_grant`, `code already used`" + ` | The code was sent twice. | Start the authorization again, and look for a double submit. |
| 400 ` + "`invalid_grant`, `redirect_uri mismatch`" + ` | The redirect URI is not the one of the authorization request. | Send the same one. The code can still be used. |
| 400 ` + "`invalid_grant`, `PKCE verification failed`" + ` | The verifier does not belong to the challenge. | Send the verifier of this authorization. The code can still be used. |
| 400 ` + "`invalid_grant`, `refresh token reuse detected`" + ` | An old refresh token was sent again; the token set is revoked. | Connect again, and let only one process refresh at a time. |
| 400 ` + "`invalid_grant`, `revoked`" + ` | You or the business revoked it. | Stop, and offer to connect again. |
| 400 ` + "`invalid_grant`" + ` without more | The token is unknown or another client's, or the app is no longer connected. | Stop, and offer to connect again. |
| 400 ` + "`invalid_scope`" + ` | Your app has not registered the scope. | Register it, or leave it out. |
| 400 ` + "`invalid_target`" + ` | ` + "`resource`" + ` is not an address of this API. | Leave it out, or send the API's origin. |
| 400 ` + "`unsupported_grant_type`" + ` | The grant type is none of the four in the [discovery document](` + base + `reference/discovery). | Correct ` + "`grant_type`" + `. |
| 400 ` + "`authorization_pending`" + ` | The user has not decided on the device code yet. | Ask again after the interval. |
| 400 ` + "`slow_down`" + ` | You asked before the interval was over. | Wait for the whole interval. |
| 400 ` + "`access_denied`" + ` | The user denied the request. | Stop. |
| 400 ` + "`expired_token`" + ` | The device code is older than 10 minutes. | Start again. |
| 429 ` + "`temporarily_unavailable`" + ` | Too many requests, or too many failures. | Wait for ` + "`Retry-After`" + ` seconds. |
| 5xx ` + "`server_error`" + ` | The service failed. | Retry with growing pauses; if it persists, send us ` + "`X-Request-Id`" + `. |

## In the callback

If the user cancels, the callback has ` + "`error=access_denied`" + ` in place of a code. Any other problem with an authorization request, such as an unknown client id or a redirect URI that is not registered, is shown to the user on the service's own page and is not sent to the redirect URI.
`})
}
