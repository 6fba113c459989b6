// What stands between a stranger's module and the runner. It is evaluated first, so
// all that it uses is as the engine made it, and kept: a module may change
// Array.prototype, but not what is done here.
//
// Nothing that a module made goes to Go but strings, cut to their limits here:
// what is longer would be copied before it could be refused.
(function (event, config, max) {
  "use strict";
  const { callHost, logHost, endHost } = globalThis;
  delete globalThis.callHost;
  delete globalThis.logHost;
  delete globalThis.endHost;

  const { parse, stringify } = JSON;
  const { Error, SyntaxError, String } = globalThis;
  const slice = Function.prototype.call.bind(String.prototype.slice);
  const kinds = { __proto__: null, "out of memory": "memory", "stack overflow": "stack" };

  const cut = (text, length) => slice(String(text), 0, length);

  function show(value) {
    if (typeof value === "string") return value;
    if (value instanceof Error) return `${cut(value.name, 100)}: ${cut(value.message, max.told)}`;
    const text = typeof value === "object" ? stringify(value) : undefined;
    return text === undefined ? String(value) : text;
  }

  function showSafely(value) {
    try {
      return show(value);
    } catch {
      return "(it cannot be shown)";
    }
  }

  // fail ends the run by what was thrown.
  function fail(outcome, thrown) {
    let stack = "";
    try {
      if (thrown instanceof Error) {
        outcome = kinds[thrown.message] ?? outcome;
        stack = cut(thrown.stack, max.told);
      }
    } catch {}
    endHost(outcome, cut(showSafely(thrown), max.told), stack);
  }

  // succeed ends the run by what the handler returned.
  function succeed(value) {
    let text;
    try {
      text = stringify(value) ?? "null";
    } catch (thrown) {
      return fail("output", thrown);
    }
    if (text.length > max.output) return endHost("output", `The handler returned more than ${max.output} bytes.`, "");
    endHost("ok", text, "");
  }

  const ctx = {
    async api(method, path, body) {
      const text = body === undefined ? "" : stringify(body) ?? "";
      if (text.length > max.request) throw new Error(`The body must have at most ${max.request} bytes.`);
      const answer = parse(callHost(cut(method, 100), cut(path, max.path + 1), text));
      if (answer.refused) throw new Error(answer.refused);
      return answer;
    },
    log(...values) {
      let line = "";
      for (let i = 0; i < values.length && line.length < max.line; i++) {
        line += (i ? " " : "") + cut(showSafely(values[i]), max.line);
      }
      logHost(cut(line, max.line));
    },
    config: parse(config),
  };

  async function run() {
    let module;
    try {
      module = await import("function.js");
    } catch (thrown) {
      return fail(thrown instanceof SyntaxError ? "invalid" : "load", thrown);
    }
    const handler = module.handler ?? module.default;
    if (typeof handler !== "function") {
      return endHost("invalid", "The module exports no function called handler, and none by default.", "");
    }
    let value;
    try {
      value = await handler(parse(event), ctx);
    } catch (thrown) {
      return fail("threw", thrown);
    }
    succeed(value);
  }
  // An interrupt cannot be caught, but rejects the promise of whom it interrupted.
  run().then(undefined, (thrown) => fail("threw", thrown));
})
