package runner_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/counterpart/counterpart/internal/base/runner"
)

func newPool(t testing.TB, options runner.Options) *runner.Pool {
	pool := runner.NewPool(options)
	t.Cleanup(pool.Close)
	return pool
}

// run runs a module that must not be our own fault.
func run(t testing.TB, pool *runner.Pool, source string) runner.Result {
	t.Helper()
	result, err := pool.Run(t.Context(), runner.Job{Owner: "app", Source: source, Event: json.RawMessage(`{"id":"evt_1"}`), Config: map[string]string{"rate": "19"}, API: echo})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// echo answers a call by what was asked.
func echo(_ context.Context, call runner.Call) (runner.Answer, error) {
	text, err := json.Marshal(map[string]any{"n": call.N, "method": call.Method, "path": call.Path, "body": call.Body})
	return runner.Answer{Status: 200, Body: text}, err
}

func TestAHandlerSeesItsEventItsConfigAndTheAPI(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{})
	for source, want := range map[string]string{
		`export function handler(event, ctx) { return event.id + ctx.config.rate }`:                                   `"evt_119"`,
		`export default async (event) => { await null; return [event] }`:                                              `[{"id":"evt_1"}]`,
		`export const handler = () => 1; export default () => 2`:                                                      `1`,
		`export function handler() {}`:                                                                                `null`,
		`export const handler = (event, ctx) => ctx.api("GET", "/v1/a?b=c")`:                                          `{"status":200,"body":{"body":null,"method":"GET","n":1,"path":"/v1/a?b=c"}}`,
		`export const handler = async (e, ctx) => (await ctx.api("POST", "/v1/a", {b: [1]})).body.body`:               `{"b":[1]}`,
		`export const handler = async (e, {api}) => { await api("GET", "/"); return (await api("GET", "/")).body.n }`: `2`,
		`export const handler = () => "\u{1F600}\ud800"`:                                                              `"😀\ud800"`,
	} {
		got := run(t, pool, source)
		if got.Outcome != runner.OK || string(got.Output) != want {
			t.Errorf("%s: %s %s %s, want %s", source, got.Outcome, got.Message, got.Output, want)
		}
	}
}
