// Package webhook is the receiver's side of webhooks: it tells whether a request
// comes from the service and is fresh, and reads the event in it.
//
//	http.Handle("POST /hooks", webhook.Handler(webhook.Verifier{Secrets: secrets}, func(ctx context.Context, e webhook.Event) error {
//		return queue.Add(ctx, e.ID, e) // quickly; work on it later
//	}))
//
// The header X-Webhook-Signature looks like t=1767225600,v1=5f3c…: t is when the
// request was signed, in Unix seconds, and v1 the HMAC-SHA256, in hexadecimal, of
// the text of t, a full stop and the body as it came. The key is the secret's
// whole text as it was shown, whsec_ included, not decoded. For a day after a
// rotation there are two v1, one for each secret, and one that matches is enough.
//
// An event may come more than once and in any order. Its ID is the same each time;
// whoever has seen it answers 2xx and does nothing.
//
// The package needs the standard library alone.
package webhook
