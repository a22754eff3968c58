import { afterEach, expect, test } from "vitest";
import { chat, shown, turnOf, turnsOf, types } from "../../../tests/turns-with-model.ts";
import { fieldsOf, objectsOf } from "../../core/json/loose-json.ts";
import {
  type LoopbackModels,
  loopbackModels,
  type ModelScript,
} from "../../testing/loopback/loopback-models.ts";
import type { AgentFunction } from "../function-agent.ts";

let models: LoopbackModels | undefined;

afterEach(async () => {
  await models?.close();
  models = undefined;
});

async function play(script: ModelScript): Promise<string> {
  models = await loopbackModels(script);
  return models.url;
}

const lookThenSay: ModelScript = ({ messages }) =>
  messages.at(-1)?.role === "tool"
    ? { text: "It is 4." }
    : { text: "Let me look.", calls: [{ id: "a", tool: "look", args: { at: "Oslo" } }] };

/** Keeps its messages over turns, as agents with a memory do. */
function withMemory(url: string): AgentFunction {
  const messages: object[] = [];
  return async (text) => {
    messages.push({ role: "user", content: text });
    for (;;) {
      const { choices } = fieldsOf(await (await chat(url, { messages })).json());
      const message = fieldsOf(objectsOf(choices)[0]?.message);
      messages.push(message);
      const calls = objectsOf(message.tool_calls);
      if (calls.length === 0) return String(message.content);
      for (const { id } of calls) {
        messages.push({ role: "tool", tool_call_id: id, content: `{"celsius":4}` });
      }
    }
  };
}

const looked = [
  { type: "text", text: "Let me look." },
  { type: "call", id: "a", tool: "look", args: { at: "Oslo" } },
  { type: "usage", model: "m", usage: { input: 10, output: 5, calls: 1 } },
  { type: "result", id: "a", tool: "look", output: { celsius: 4 } },
  { type: "usage", model: "m", usage: { input: 10, output: 5, calls: 1 } },
  { type: "text", text: "It is 4." },
];

test("each turn has its own, though requests carry what came before", async () => {
  const url = await play(lookThenSay);
  const turns = await turnsOf(withMemory(url), { messages: ["one", "two", "three"] });
  expect(turns.map(({ steps }) => shown(steps))).toEqual([looked, looked, looked]);
});

test("results without an id belong to the open calls of their tool, in order", async () => {
  const url = await play(({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? { text: "Done." }
      : {
          calls: [
            { tool: "look", args: { at: "Oslo" } },
            { tool: "look", args: { at: "Rome" } },
          ],
        },
  );
  const contents: object[] = [];
  const turns = await turnsOf(
    async (text) => {
      contents.push({ role: "user", parts: [{ text }] });
      for (;;) {
        const response = await fetch(`${url}/v1beta/models/m:generateContent?key=hidden`, {
          method: "POST",
          body: JSON.stringify({ contents }),
        });
        const { candidates } = fieldsOf(await response.json());
        const content = fieldsOf(objectsOf(candidates)[0]?.content);
        contents.push(content);
        const calls = objectsOf(content.parts).flatMap(({ functionCall }) => functionCall ?? []);
        if (calls.length === 0) return "Done.";
        const parts = calls.map((call) => {
          const { name, args } = fieldsOf(call);
          return {
            functionResponse: { name, response: { saw: `${text} ${fieldsOf(args).at}` } },
          };
        });
        contents.push({ role: "user", parts });
      }
    },
    { messages: ["one", "two"] },
  );
  for (const [index, { steps }] of turns.entries()) {
    const said = ["one", "two"][index];
    expect(steps.filter(({ type }) => type === "result")).toMatchObject([
      { id: "look-1", output: { saw: `${said} Oslo` } },
      { id: "look-2", output: { saw: `${said} Rome` } },
    ]);
  }
  expect(JSON.stringify(turns)).not.toContain("hidden");
});

test("the answer is what the function returns, not what the model said", async () => {
  const url = await play(() => ({ text: "raw answer" }));
  const turn = await turnOf(async () => {
    await (await chat(url)).json();
    return "my own words";
  });
  expect(turn.final).toBe("my own words");
  expect(shown(turn.steps)).toMatchObject([{ type: "usage" }, { text: "my own words" }]);
  const silent = await turnOf(async () => void (await (await chat(url)).json()));
  expect(silent).toMatchObject({ status: "failed", problem: "The agent answered nothing." });
});

test("what the model said before another request was said on the way", async () => {
  const url = await play(({ messages }) => ({ text: `draft of ${messages.at(-1)?.text}` }));
  const turn = await turnOf(async () => {
    await (await chat(url)).json();
    await (await chat(url)).json();
    return "final";
  });
  expect(shown(turn.steps)).toMatchObject([
    { type: "text", text: "draft of hi" },
    { type: "usage" },
    { type: "usage" },
    { type: "text", text: "final" },
  ]);
});

test("thoughts are thoughts, and counts of a part are parts", async () => {
  const usage = { input: 50, output: 20, cached: 30, reasoning: 8 };
  const url = await play(() => ({ thought: "Hm.", text: "Yes.", usage }));
  const post = (path: string, body: object) =>
    fetch(url + path, { method: "POST", body: JSON.stringify({ model: "m", ...body }) });
  const messages = [{ role: "user", content: "hi" }];
  const requests = [
    () => post("/v1/chat/completions", { messages }),
    () => post("/v1/responses", { input: "hi" }),
    () => post("/v1beta/models/m:generateContent", { contents: [] }),
    () => post("/v1beta/models/m:streamGenerateContent?alt=sse", { contents: [] }),
    () => post("/v1/messages", { messages, max_tokens: 9 }),
    () => post("/v1/messages", { messages, max_tokens: 9, stream: true }),
  ];
  for (const [index, request] of requests.entries()) {
    const turn = await turnOf(async () => {
      await (await request()).text();
      return "Yes.";
    });
    // Anthropic counts no thoughts
    const reasoning = index < 4 ? 8 : undefined;
    expect(shown(turn.steps)).toEqual([
      { type: "text", text: "Hm.", thought: true },
      {
        type: "usage",
        model: "m",
        usage: { input: 50, output: 20, calls: 1, cached: 30, reasoning },
      },
      { type: "text", text: "Yes." },
    ]);
  }
});

test("a turn past its deadline keeps its calls, and names the tool it waited for", async () => {
  const url = await play(lookThenSay);
  const turn = await turnOf(async () => {
    await (await chat(url)).json();
    return new Promise(() => {});
  }, 500);
  expect(turn.problem).toMatch(/waiting for the tool look \(called/);
  expect(types(turn.steps)).toEqual(["text", "call", "usage"]);
  expect(turn.final).toBeUndefined();
});

test("what arrives after the turn belongs to no turn", async () => {
  const url = await play(() => ({ text: "late", afterMs: 50 }));
  let late: Promise<unknown> | undefined;
  const turn = await turnOf(async () => {
    late = chat(url).then((response) => response.json());
    return "early";
  });
  await late;
  expect(types(turn.steps)).toEqual(["text"]);
});

test("requests may be objects, and bodies bytes", async () => {
  const url = await play(() => ({ text: "hi" }));
  const body = JSON.stringify({ model: "mine", messages: [] });
  const address = new URL("/v1/chat/completions", url);
  const turn = await turnOf(async () => {
    await (await fetch(new Request(address, { method: "POST", body }))).json();
    await (await fetch(address, { method: "post", body: Buffer.from(body) })).json();
    return "hi";
  });
  expect(turn.steps.filter(({ type }) => type === "usage")).toMatchObject([
    { model: "mine" },
    { model: "mine" },
  ]);
});

test("ids that a server uses again are told apart", async () => {
  const url = await play(({ messages }) =>
    messages.filter(({ role }) => role === "tool").length < 2
      ? { calls: [{ id: "0", tool: "look", args: {} }] }
      : { text: "Done." },
  );
  const turn = await turnOf(withMemory(url));
  const ids = turn.steps.flatMap((step) => ("id" in step ? [step.id] : []));
  expect(ids).toEqual(["0", "0", "0-1", "0-1"]);
});

test("integers that a double cannot hold keep their digits", async () => {
  const url = await play(() => ({
    calls: [{ id: "a", tool: "look", args: { id: JSON.rawJSON("9007199254740993") } }],
  }));
  const turn = await turnOf(async () => {
    await (await chat(url)).text();
    return "ok";
  });
  expect(JSON.stringify(turn.steps)).toContain('{"id":9007199254740993}');
});

/** The last message of a conversation decides; experts are asked for a city, the others for a report. */
const report: ModelScript = ({ messages }) => {
  const question = messages.find(({ role }) => role === "user")?.text ?? "";
  const isAnswered = messages.at(-1)?.role === "tool";
  if (question.startsWith("expert")) {
    if (isAnswered) return { text: "4 degrees" };
    return { calls: [{ tool: "look", args: { at: question.slice(7) } }] };
  }
  if (isAnswered) return { text: "Done." };
  const cities = question.split(" ");
  return { calls: cities.map((city) => ({ tool: "ask_expert", args: { city } })) };
};

/** Asks, and hands each call to `use`, until the model answers. */
async function loop(
  url: string,
  text: string,
  use: (args: string) => Promise<string>,
): Promise<string> {
  const messages: object[] = [{ role: "user", content: text }];
  for (;;) {
    const { choices } = fieldsOf(await (await chat(url, { messages })).json());
    const message = fieldsOf(objectsOf(choices)[0]?.message);
    messages.push(message);
    const calls = objectsOf(message.tool_calls);
    if (calls.length === 0) return String(message.content);
    const results = calls.map(async ({ id, function: called }) => {
      const content = await use(String(fieldsOf(called).arguments));
      return { role: "tool", tool_call_id: id, content };
    });
    messages.push(...(await Promise.all(results)));
  }
}

const nobody = async () => "4";

test("an agent that runs as a tool is reported inside its call, and its tokens count", async () => {
  const url = await play(report);
  const turn = await turnOf((text) =>
    loop(url, text, (args) => loop(url, `expert ${JSON.parse(args).city}`, nobody)),
  );
  const outer = turn.steps.filter(({ within }) => within === undefined);
  expect(types(outer)).toEqual(["call", "usage", "usage", "usage", "result", "usage", "text"]);
  const inner = turn.steps.filter(({ within }) => within !== undefined);
  expect(types(inner)).toEqual(["call", "result", "text"]);
  const [call] = outer;
  for (const step of inner) expect(step.within).toEqual([call?.type === "call" && call.id]);
});

test("agents that work side by side are all the agent itself", async () => {
  const url = await play(report);
  const turn = await turnOf(async () => {
    const cities = ["Oslo", "Rome", "Bonn"];
    return (await Promise.all(cities.map((city) => loop(url, `expert ${city}`, nobody)))).join();
  });
  expect(turn.steps.filter(({ within }) => within !== undefined)).toEqual([]);
  expect(turn.steps.filter(({ type }) => type === "call")).toHaveLength(3);
});
