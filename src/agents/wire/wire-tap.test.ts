import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chat, init, turnOf, types } from "../../../tests/turns-with-model.ts";
import { textContent } from "../../core/content.ts";
import { fieldsOf } from "../../core/json/loose-json.ts";
import {
  type LoopbackModels,
  loopbackModels,
  type ModelScript,
} from "../../testing/loopback/loopback-models.ts";
import { agentFactory, factoryAgent } from "../agent-factory.ts";
import { type AgentFunction, functionAgent } from "../function-agent.ts";
import { recordTurn } from "../recording/record-turn.ts";
import { tapWire } from "./wire-tap.ts";

const original = globalThis.fetch;
let models: LoopbackModels | undefined;

afterEach(async () => {
  expect(globalThis.fetch).toBe(original);
  await models?.close();
  models = undefined;
});

async function play(script: ModelScript): Promise<string> {
  models = await loopbackModels(script);
  return models.url;
}

describe("what the agent gets from the model is untouched", () => {
  test("a stream comes piece by piece while the model is still at it", async () => {
    const gate = Promise.withResolvers<void>();
    const url = await play(() => ({ text: "one two three", rest: gate.promise }));
    const turn = await turnOf(async () => {
      const response = await chat(url, { stream: true });
      const reader = response.body?.getReader();
      const first = await reader?.read();
      expect(first?.done).toBe(false);
      // only now may the server go on, so the piece cannot have waited for the rest
      gate.resolve();
      while ((await reader?.read())?.done === false);
      return "done";
    });
    expect(turn).toMatchObject({ status: "done", final: "done" });
    expect(types(turn.steps)).toEqual(["usage", "text"]);
  });

  test("an error comes with its status and headers, and is no step", async () => {
    const url = await play(() => ({ status: 429, message: "slow down", retryAfterSeconds: 7 }));
    const turn = await turnOf(async () => {
      const response = await chat(url);
      const { error } = fieldsOf(await response.json());
      return `${response.status} ${response.headers.get("retry-after")} ${fieldsOf(error).message}`;
    });
    expect(turn.final).toBe("429 7 slow down");
    expect(types(turn.steps)).toEqual(["text"]);
  });

  test("a request that is given up fails as it always did", async () => {
    const url = await play(() => ({ hangs: true }));
    const turn = await turnOf(async () => {
      const failed = await chat(url, {}, { signal: AbortSignal.timeout(20) }).catch(String);
      return String(failed);
    });
    expect(turn.final).toMatch(/^TimeoutError/);
  });

  test("an answer that breaks off fails its reader, and what came is kept", async () => {
    const url = await play(() => ({
      text: "Let me look.",
      calls: [{ tool: "look", args: { far: true } }],
      breaksOff: true,
    }));
    const turn = await turnOf(async () => {
      const response = await chat(url, { stream: true });
      await response.text();
      return "never";
    });
    expect(turn).toMatchObject({ status: "failed", final: undefined });
    expect(turn.problem).toContain("terminated");
    expect(types(turn.steps)).toEqual(["usage", "fault"]);
  });
});

describe("what is not watched", () => {
  const nothing: ModelScript = () => ({ text: "hi" });

  test("other addresses, other bodies, other methods and what is no answer", async () => {
    const url = await play(nothing);
    const post = (path: string, body: string) => fetch(url + path, { method: "POST", body });
    const turn = await turnOf(async () => {
      await (await post("/v1/embeddings", `{"input":"x"}`)).text();
      await (await post("/v1/messages", `{"messages":["to a friend"]}`)).text();
      await (await post("/v1/chat/completions", "no JSON")).text();
      await (await post("/other/responses", "{}")).text();
      await (await fetch(`${url}/v1/chat/completions`)).text();
      await fetch("http://127.0.0.1:1/v1/chat/completions", { method: "POST" }).catch(() => {});
      return "ok";
    });
    expect(types(turn.steps)).toEqual(["text"]);
  });

  test("requests outside of turns, when an agent is made, and of nobody", async () => {
    const url = await play(nothing);
    const untap = tapWire();
    await (await chat(url)).json();
    untap();
    const agent = factoryAgent(
      agentFactory(async () => {
        await (await chat(url)).json();
        return () => "made";
      }),
      "made",
      async (made) => functionAgent(made as AgentFunction),
    );
    const conversation = await agent.start(init);
    const content = textContent("user", "hi");
    const turn = await recordTurn(conversation, { text: "hi", content });
    expect(types(turn.steps)).toEqual(["text"]);
  });
});

describe("fetch", () => {
  let url = "";
  beforeEach(async () => {
    url = await play(() => ({ text: "hi" }));
  });

  test("is its own again when the last turn is over, whatever order they end in", async () => {
    const first = tapWire();
    const second = tapWire();
    first();
    first();
    expect(globalThis.fetch).not.toBe(original);
    second();
    expect(globalThis.fetch).toBe(original);
  });

  test("that a client took while it was made is watched in later turns", async () => {
    const untap = tapWire();
    const { fetch: taken } = globalThis;
    untap();
    const turn = await turnOf(async () => {
      const body = JSON.stringify({ model: "m", messages: [] });
      await (await taken(`${url}/v1/chat/completions`, { method: "POST", body })).json();
      return "hi";
    });
    expect(types(turn.steps)).toEqual(["usage", "text"]);
  });

  test("that somebody put around ours is watched once, and stays", async () => {
    const untap = tapWire();
    const inner = globalThis.fetch;
    const theirs: typeof fetch = (...given) => inner(...given);
    globalThis.fetch = theirs;
    try {
      const turn = await turnOf(async () => {
        await (await chat(url)).json();
        return "hi";
      });
      expect(types(turn.steps)).toEqual(["usage", "text"]);
      untap();
      expect(globalThis.fetch).toBe(theirs);
    } finally {
      globalThis.fetch = original;
    }
  });
});
