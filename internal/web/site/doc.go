// Package site serves pages that were built ahead of time, many of them, each at an
// address of its own: the documentation (website/).
//
//	docs, err := site.Open(website.Built(), site.Hosts{API: …, App: …, Version: …})
//	docs.Serve(w, r, "guides/refresh-tokens")
//
// The build leaves text compressed and nothing beside it. Where a text names the hosts
// of api/ (api.example.com), the service's own are put in when it is first asked for,
// so a running service explains itself with addresses that work.
package site
