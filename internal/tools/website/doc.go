// Command website writes the pages of the documentation site (website/): the guides
// of docs/guides with what a page needs around them, and a reference that is made of
// the tables and descriptions of the service itself.
//
//	go run ./internal/tools/website .
//
//	docs/guides, docs/concepts ─┐
//	api/, vocab, errors.yaml   ─┼▶ website/src/content/docs   Markdown, which Astro sets
//	internal/cli, the clients  ─┘  website/public             twins in Markdown, llms.txt, JSON
//	                               website/src/generated      the menu
//
// Nothing of that is in git. It stops at a link that leads nowhere, at a page that
// stands in no menu, and at a name of a code, an event or a scope that does not exist.
package main
