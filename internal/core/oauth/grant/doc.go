// Package grant issues tokens: it redeems what a client brings to the token
// endpoint, one file a grant, after one phase that no grant can forget.
package grant
