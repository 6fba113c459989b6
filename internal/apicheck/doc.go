// Package apicheck checks what the service answers against what api/ promises.
//
// Transport goes into a test's HTTP client. It fails the test on an answer from
// a route that is not described, with a status, a content type, a header or a
// body that is not, or without what is required; a member that no schema
// mentions is a fault too, so that nothing leaves the service unnoticed. Where no
// operation is described, the x-unmatched rows of openapi.yaml say what may be
// answered. An answer that says it speaks an older version is held to the
// description of that version (package edition). An answer that goes on is judged
// event by event, as it is read. Routes and Codes compare whole
// tables, both ways.
//
// The judge is a JSON Schema 2020-12 validator (santhosh-tekuri/jsonschema),
// since that is what OpenAPI 3.1 schemas are. kin-openapi's filter, which was
// the other choice, uses the same validator below but falls back to its 3.0
// rules without a word when a schema holds references or does not compile,
// compiles each schema anew for each answer, and lets pass what OpenAPI leaves
// open: undescribed bodies and members, redirects, HEAD. It still reads the
// documents in api's own test, to tell whether they are valid.
package apicheck
