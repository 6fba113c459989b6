package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/counterpart/counterpart/internal/web/route"
)

// mostAnswered is how long the result of a tool may be, as JSON.
const mostAnswered = 63 << 10 // what the protocol puts around it takes less than 1 KB

// result makes a tool's result of what its operation answered.
func (t *tool) result(ctx context.Context, answer *captured) (*sdk.CallToolResult, *refused) {
	decoder := json.NewDecoder(bytes.NewReader(answer.body.Bytes()))
	decoder.UseNumber()
	var body map[string]any
	if err := decoder.Decode(&body); err != nil {
		return nil, &refused{err: fmt.Errorf("read the answer to tool %s: %w", t.Name, err)}
	}
	beside := map[string]any{"requestId": route.RequestID(ctx).String()}
	if t.Kind != reading {
		beside["replayed"] = answer.header.Get("Idempotent-Replayed") == "true"
	}
	if t.plural() {
		return t.list(body, beside), nil
	}
	return t.record(body, beside), nil
}

// record shows one record. One that is too long has shorter texts, and at last no
// second copy for older clients.
func (t *tool) record(body, beside map[string]any) *sdk.CallToolResult {
	var result *sdk.CallToolResult
	for _, longest := range []int{longestInRecord, 200, 40} {
		texts := newTexts(longest)
		content := with(beside, map[string]any{"record": texts.value("", body)})
		texts.into(content)
		if result = resultOf(content); fits(result) {
			return result
		}
	}
	result.Content = []sdk.Content{&sdk.TextContent{Text: "The record is in structuredContent."}}
	return result
}

// list shows a part of a list. What is too long loses records from its end, and a
// cursor leads to them.
func (t *tool) list(body, beside map[string]any) *sdk.CallToolResult {
	all, _ := body["data"].([]any)
	for {
		texts := newTexts(longestInList)
		content := with(beside, map[string]any{"data": texts.value("data", all)})
		if t.List {
			content["hasMore"], content["nextCursor"] = body["hasMore"], body["nextCursor"]
		}
		texts.into(content)
		result := resultOf(content)
		if len(all) <= 1 || fits(result) {
			return result
		}
		all = all[:(len(all)+1)/2]
		last, _ := all[len(all)-1].(map[string]any)
		body = with(body, map[string]any{"hasMore": true, "nextCursor": last["id"]})
	}
}

func with(a, b map[string]any) map[string]any {
	both := make(map[string]any, len(a)+len(b))
	for _, members := range []map[string]any{a, b} {
		for name, value := range members {
			both[name] = value
		}
	}
	return both
}

// resultOf is a result as newer clients read it, and as JSON text for older ones.
func resultOf(content map[string]any) *sdk.CallToolResult {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(content) // it was read from JSON
	inJSON := bytes.TrimSpace(text.Bytes())
	return &sdk.CallToolResult{
		StructuredContent: json.RawMessage(inJSON),
		Content:           []sdk.Content{&sdk.TextContent{Text: string(inJSON)}},
	}
}

func fits(result *sdk.CallToolResult) bool {
	text, err := json.Marshal(result)
	return err != nil || len(text) <= mostAnswered
}
