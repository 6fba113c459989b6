// Package mcp is the face for assistants: the Business API as tools of the Model
// Context Protocol, on the API host.
//
//	POST /mcp        all tools
//	POST /mcp/read   the reading ones, for people who want no writing ever
//
// A tool is a row of a table: a name, an operation of api/, and words for a model. To
// call it is to call the operation's own row, in process and through package gate:
//
//	POST /mcp ─▶ caller, quota, version ─▶ tool ─▶ exposure, scope, permission, replay ─▶ handler
//
// So there is no second policy and no second SQL here, and nothing is kept between two
// requests: any node answers any of them.
//
// A model cannot tell an instruction in an invoice's notes from one of its user. So
// texts that people typed never stand among the facts of an answer (texts.go); tools
// take no address, no recipient and no file; what changes the books waits for a person;
// and all that a model can read here of tools is fixed in this repository, which a
// golden file shows.
//
// What is not a tool's own refusal is answered by HTTP as everywhere on this host: 401
// and 403 with a challenge that leads to the authorization server, 429, and our faults.
package mcp
