import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { adkAdapter } from "../../src/agents/adk-agent.ts";
import { needFrom } from "../../src/agents/need-package.ts";
import { invocationFromTurn, recordTurn } from "../../src/agents/record-turn.ts";
import type {
  Agent,
  Conversation,
  ConversationStart,
  Step,
  TurnInput,
  TurnRecord,
} from "../../src/core/agent.ts";
import { textContent } from "../../src/core/content.ts";
import type { Invocation } from "../../src/core/invocation.ts";
import { describeAgent } from "../../src/testing/agent-contract.ts";
import { installExample } from "../install-example.ts";
import { contractAgent } from "./adk-contract.ts";
import {
  type Adk,
  callPart,
  calls,
  make,
  type Script,
  says,
  scriptedModel,
  scriptedTool,
} from "./adk-scripted.ts";

let need: (specifier: string) => Promise<unknown>;
let adk: Adk;

beforeAll(async () => {
  const folder = await installExample("adk-dice");
  need = needFrom(join(folder, "agent.ts"));
  adk = (await need("@google/adk")) as Adk;
}, 600_000);

describeAgent("@google/adk", () => wrapped(contractAgent(adk)), { recordTurn, resumes: true });

describe("a tree of agents", () => {
  test("tells who did what, and the next turn stays with whom it was handed to", async () => {
    const billing = agent("billing", (text) => says(`Billing heard: ${text}`));
    const router = agent(
      "router",
      (_, results) =>
        results.length === 0 ? calls("transfer_to_agent", { agentName: "billing" }, "t") : says("?"),
      { subAgents: [billing] },
    );
    const { turns } = await talk(router, ["my invoice", "and the other"]);
    expect(turns.map(lines)).toEqual([
      [
        'router: t transfer_to_agent {"agentName":"billing"}',
        't gave {"result":"Transfer queued"}',
        "billing: Billing heard: my invoice",
      ],
      ["billing: Billing heard: and the other"],
    ]);
  });

  test("of a sequence gives the last answer", async () => {
    const subAgents = [agent("one", () => says("first")), agent("two", () => says("second"))];
    const { turns } = await talk(make(adk, "SequentialAgent", { name: "both", subAgents }), ["go"]);
    expect(turns[0]).toMatchObject({ status: "done", final: "second" });
    expect(lines(turns[0])).toEqual(["one: first", "two: second"]);
  });

  test("shows what agents did that ran as tools, at any depth, and counts every token once", async () => {
    const { turns } = await talk(nested(), ["A B"]);
    const [turn] = turns;
    expect(turn).toMatchObject({ status: "done", final: "A is 65 and B is 66" });
    expect(lines(turn).filter((line) => !line.startsWith("in "))).toEqual([
      'boss: A researcher {"request":"A"}',
      'boss: B researcher {"request":"B"}',
      'A gave {"result":"A is 65"}',
      'B gave {"result":"B is 66"}',
      "boss: A is 65 and B is 66",
    ]);
    for (const name of ["A", "B"]) {
      const code = name.charCodeAt(0);
      expect(lines(turn).filter((line) => line.startsWith(`in ${name}`))).toEqual([
        `in ${name} researcher: ask-${name} reader {"request":"${name}"}`,
        `in ${name} > ask-${name} reader: look-${name} look_up {"name":"${name}"}`,
        `in ${name} > ask-${name} look-${name} gave {"code":${code}}`,
        `in ${name} > ask-${name} reader: ${code}`,
        `in ${name} ask-${name} gave {"result":"${code}"}`,
        `in ${name} researcher: ${name} is ${code}`,
      ]);
    }
    expect(tokensOf(turn)).toEqual({ calls: 10, input: 100, output: 50 });
  });

  test("keeps thirty conversations apart that run nested agents at once", async () => {
    const target = await wrapped(nested());
    const held = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const [one, two] = [String.fromCodePoint(200 + index), String.fromCodePoint(300 + index)];
        const { turns } = await talk(target, [`${one} ${two}`, `${two} ${one}`]);
        return { one, two, turns };
      }),
    );
    for (const { one, two, turns } of held) {
      const [a, b] = [`${one} is ${one.codePointAt(0)}`, `${two} is ${two.codePointAt(0)}`];
      expect(turns.map((turn) => turn.final)).toEqual([`${a} and ${b}`, `${b} and ${a}`]);
      for (const turn of turns) {
        expect(tokensOf(turn)).toEqual({ calls: 10, input: 100, output: 50 });
        expect(new Set(turn.steps.map((step) => (step.type === "call" ? step.id : one)))).toEqual(
          new Set([one, two].flatMap((name) => [name, `ask-${name}`, `look-${name}`])),
        );
      }
    }
  }, 60_000);

  test("that hangs inside a nested agent keeps what it had done", async () => {
    const inner = agent("inner", () => calls("slow_tool", {}, "s"), {
      tools: [scriptedTool(adk, "slow_tool", () => new Promise(() => {}))],
    });
    const outer = agent("outer", () => calls("inner", { request: "go" }, "i"), {
      tools: [make(adk, "AgentTool", { agent: inner })],
    });
    const { turns } = await talk(outer, ["go"], { timeoutMs: 500 });
    expect(turns[0]?.status).toBe("timeout");
    expect(lines(turns[0])).toEqual(['outer: i inner {"request":"go"}', "in i inner: s slow_tool {}"]);
  });
});

describe("what goes wrong", () => {
  test("in a call of a tool that there is not is told, and the agent goes on", async () => {
    let asked = 0;
    const { turns } = await talk(
      agent("lost", () => {
        asked += 1;
        return asked === 1 ? calls("no_such_tool", {}, "n") : says("Never mind.");
      }),
      ["go"],
    );
    expect(turns[0]?.steps.some((step) => step.type === "fault")).toBe(true);
    expect(turns[0]).toMatchObject({ status: "done", final: "Never mind." });
  });

  test("keeps the words of the framework in the trajectory", async () => {
    const { turns } = await talk(contractAgent(adk), ["no such city"]);
    const invocation = invocationOf(turns[0], "no such city");
    expect(JSON.stringify(invocation.intermediateData)).toContain(
      `{"error":"Error in tool 'get_weather': no such city"}`,
    );
  });

  test("in the model's backend is told with its code", async () => {
    const error = JSON.stringify({ error: { code: 503, message: "The model is overloaded." } });
    const { turns } = await talk(agent("down", () => ({ parts: [], error })), ["go"]);
    expect(turns[0]).toMatchObject({
      status: "failed",
      problem: "The agent failed: The model is overloaded.",
      steps: [{ type: "fault", code: "503" }],
    });
  });
});

describe("a pause", () => {
  test("for approval is answered by yes or no", async () => {
    for (const [value, result] of [
      [true, 'd gave {"deleted":3}'],
      [false, "d failed: This tool call is rejected."],
    ] as const) {
      const conversation = await open(await wrapped(contractAgent(adk)));
      await recordTurn(conversation, say("delete it"));
      const turn = await recordTurn(conversation, { answer: { id: "d", value } });
      expect(lines(turn)).toEqual([result, "contract: Deleted."]);
    }
  });

  test("is answered by an eval set, which does not know the ids", async () => {
    const { turns } = await talk(contractAgent(adk), [
      "delete it",
      {
        parts: [
          { functionResponse: { name: "adk_request_confirmation", response: { confirmed: true } } },
        ],
      },
    ]);
    expect(lines(turns[1])).toEqual(['d gave {"deleted":3}', "contract: Deleted."]);
  });

  test("of a tool that takes long lets the agent talk on and is answered later", async () => {
    const clerk = agent(
      "clerk",
      (text, results) =>
        text === "go" && results.length === 0
          ? calls("file_ticket", {}, "f")
          : says(`The ticket is ${(results.at(-1) as { status: string }).status}.`),
      {
        tools: [make(adk, "LongRunningFunctionTool", {
          name: "file_ticket",
          description: "files",
          execute: () => ({ status: "waiting" }),
        })],
      },
    );
    const conversation = await open(await wrapped(clerk));
    const first = await recordTurn(conversation, say("go"));
    expect(first.status).toBe("paused");
    expect(lines(first)).toEqual([
      "clerk: f file_ticket {}",
      "f waits: pending",
      'f gave {"status":"waiting"}',
      "clerk: The ticket is waiting.",
    ]);
    const second = await recordTurn(conversation, {
      answer: { id: "f", value: { status: "approved" } },
    });
    expect(second).toMatchObject({ status: "done", final: "The ticket is approved." });
  });
});

describe("the session state", () => {
  test("begins as given, in all its scopes but the temporary one", async () => {
    const reader = agent("reader", (_, results) =>
      results.length === 0 ? calls("write", {}, "w") : says("ok"),
      {
        instruction: "{plain} {user:name} {app:title}",
        tools: [
          scriptedTool(adk, "write", (_, { state }) => {
            const seen = ["plain", "user:name", "app:title", "temp:x"].map((key) => state.get(key));
            state.set("user:name", "Grace");
            state.set("app:title", "new");
            state.set("temp:y", 1);
            return { seen };
          }),
        ],
      },
    );
    const target = await wrapped(reader);
    const state = { plain: 1, "user:name": "Ada", "app:title": "old", "temp:x": 2 };
    const expected = { plain: 1, "user:name": "Grace", "app:title": "new" };
    for (const _ of ["one", "two"]) {
      const held = await talk(target, ["go"], { state });
      expect(lines(held.turns[0])).toContain('w gave {"seen":[1,"Ada","old",null]}');
      expect(held.state).toEqual(expected);
    }
  });

  test("goes to the app's name of the case", async () => {
    const told: unknown[] = [];
    const asker = agent("asker", () => says("ok"), {
      beforeModelCallback: ({ context }: { context: { invocationContext: { appName: string } } }) => {
        told.push(context.invocationContext.appName);
      },
    });
    await talk(asker, ["go"], { appName: "mine" });
    await talk(asker, ["go"]);
    expect(told).toEqual(["mine", "asker"]);
  });
});

describe("other roots", () => {
  test("an app runs with its plugins", async () => {
    const { BasePlugin } = adk;
    if (BasePlugin === undefined) throw new Error("@google/adk has no BasePlugin");
    class Stub extends (BasePlugin as unknown as new (name: string) => object) {
      async beforeToolCallback() {
        return { celsius: 99 };
      }
    }
    const app = make(adk, "App", {
      name: "weather",
      rootAgent: contractAgent(adk),
      plugins: [new Stub("stub")],
    });
    const { turns } = await talk(app, ["two cities"]);
    expect(lines(turns[0])).toContain('a gave {"celsius":99}');
  });

  test("a workflow answers with its last output", async () => {
    const { Workflow, FunctionNode } = adk;
    expect([Workflow, FunctionNode]).not.toContain(undefined);
    const shout = make(adk, "FunctionNode", {
      name: "shout",
      execute: (_: unknown, input: unknown) => `${String(input).toUpperCase()}!`,
    });
    const flow = make(adk, "Workflow", { name: "flow", edges: [["START", shout]] });
    const { turns } = await talk(flow, ["hello", "again"]);
    expect(turns.map((turn) => turn.final)).toEqual(["HELLO!", "AGAIN!"]);
  });

  test("an agent with toolsets holds one conversation at a time, since a run that ends closes them", async () => {
    const { BaseToolset } = adk;
    if (BaseToolset === undefined) throw new Error("@google/adk has no BaseToolset");
    let users = 0;
    let most = 0;
    let closedInUse = 0;
    const tool = scriptedTool(adk, "work", async () => {
      users += 1;
      most = Math.max(most, users);
      await wait(30);
      users -= 1;
      return { done: true };
    });
    class Tools extends (BaseToolset as unknown as new (filter: string[]) => object) {
      async getTools() {
        return [tool];
      }
      async close() {
        if (users > 0) closedInUse += 1;
      }
    }
    const worker = agent(
      "worker",
      (_, results) => (results.length === 0 ? calls("work") : says("done")),
      { tools: [new Tools([])] },
    );
    const target = await wrapped(worker);
    const held = await Promise.all(["a", "b", "c"].map(() => talk(target, ["go", "again"])));
    expect(held.map(({ turns }) => turns.map((turn) => turn.final))).toEqual(
      Array(3).fill(["done", "done"]),
    );
    expect({ most, closedInUse }).toEqual({ most: 1, closedInUse: 0 });
  });
});

describe("a conversation that goes on", () => {
  test("is still with the sub-agent and knows what was said", async () => {
    const heard: string[][] = [];
    const billing = agent("billing", (text) => says(`Billing heard: ${text}`), {
      beforeModelCallback: ({ request }: { request: { contents: { parts: { text?: string }[] }[] } }) => {
        heard.push(request.contents.flatMap(({ parts }) => parts.flatMap(({ text }) => text ?? [])));
      },
    });
    const router = agent(
      "router",
      () => calls("transfer_to_agent", { agentName: "billing" }, "t"),
      { subAgents: [billing] },
    );
    const { turns } = await talk(router, ["my invoice"]);
    const history = [invocationOf(turns[0], "my invoice")];
    const again = await talk(router, ["and the other"], { history });
    expect(again.resumed).toBe(true);
    expect(lines(again.turns[0])).toEqual(["billing: Billing heard: and the other"]);
    expect(heard.at(-1)).toContain("Billing heard: my invoice");
  });

  test("begins again where its history cannot be all", async () => {
    const { turns } = await talk(nested(), ["A B"]);
    const history = [invocationOf(turns[0], "A B")];
    expect((await talk(nested(), ["A B"], { history })).resumed).toBe(false);
    const paused = await talk(contractAgent(adk), ["delete it"]);
    const waiting = [invocationOf(paused.turns[0], "delete it")];
    expect((await talk(contractAgent(adk), ["hello"], { history: waiting })).resumed).toBe(false);
  });
});

/** An agent whose two researchers run at once, each asking a reader that looks something up. */
function nested(): object {
  const reader = agent(
    "reader",
    async (name, results) => {
      await wait(Math.random() * 3);
      const [found] = results as { code: number }[];
      return found === undefined
        ? { parts: [callPart("look_up", { name }, `look-${name}`)], tokens: [10, 5] }
        : says(String(found.code), [10, 5]);
    },
    {
      tools: [
        scriptedTool(adk, "look_up", async ({ name }) => {
          await wait(Math.random() * 3);
          return { code: String(name).codePointAt(0) };
        }),
      ],
    },
  );
  const researcher = agent(
    "researcher",
    (name, results) => {
      const [found] = results as { result: string }[];
      return found === undefined
        ? { parts: [callPart("reader", { request: name }, `ask-${name}`)], tokens: [10, 5] }
        : says(`${name} is ${found.result}`, [10, 5]);
    },
    { tools: [make(adk, "AgentTool", { agent: reader })] },
  );
  return agent(
    "boss",
    (text, results) =>
      results.length === 0
        ? {
            parts: text.split(" ").map((name) => callPart("researcher", { request: name }, name)),
            tokens: [10, 5],
          }
        : says((results as { result: string }[]).map(({ result }) => result).join(" and "), [10, 5]),
    { tools: [make(adk, "AgentTool", { agent: researcher })] },
  );
}

function agent(name: string, script: Script, options: object = {}): object {
  return make(adk, "LlmAgent", { name, model: scriptedModel(adk, script), ...options });
}

async function wrapped(target: object): Promise<Agent> {
  const found = await adkAdapter.wrap(target, { name: "test", directory: ".", need });
  if (found === undefined) throw new Error("not recognised");
  return found;
}

function open(target: Agent, init: Partial<ConversationStart> = {}): Promise<Conversation> {
  const { signal } = new AbortController();
  return Promise.resolve(target.start({ id: "session", user: "Ada", state: {}, signal, ...init }));
}

type Said = string | { readonly parts: readonly object[] };

async function talk(
  target: object,
  messages: readonly Said[],
  { timeoutMs = 20_000, ...init }: Partial<ConversationStart> & { timeoutMs?: number } = {},
): Promise<{ turns: TurnRecord[]; state: unknown; resumed: boolean }> {
  const conversation = await open("start" in target ? (target as Agent) : await wrapped(target), init);
  const turns: TurnRecord[] = [];
  for (const message of messages) {
    turns.push(await recordTurn(conversation, say(message), { timeoutMs }));
  }
  const state = await conversation.state?.();
  await conversation.close?.();
  return { turns, state, resumed: conversation.resumed === true };
}

function say(said: Said): TurnInput {
  if (typeof said === "string") return { text: said, content: textContent("user", said) };
  return { text: "", content: { role: "user", parts: said.parts as never } };
}

function invocationOf(turn: TurnRecord | undefined, text: string): Invocation {
  if (turn === undefined) throw new Error("there was no turn");
  const userContent = textContent("user", text);
  return invocationFromTurn(turn, { invocationId: "1", userContent, author: "x", startedAt: 0 });
}

/** Steps as lines: inside which calls, by whom, what. */
function lines(turn: TurnRecord | undefined): readonly string[] {
  return (turn?.steps ?? []).flatMap((step) => {
    const told = lineOf(step);
    return told === undefined ? [] : [step.within ? `in ${step.within.join(" > ")} ${told}` : told];
  });
}

function lineOf(step: Step): string | undefined {
  switch (step.type) {
    case "text":
      return `${step.author}: ${step.text}`;
    case "call":
      return `${step.author}: ${step.id} ${step.tool} ${JSON.stringify(step.args)}`;
    case "result":
      return step.error === undefined
        ? `${step.id} gave ${JSON.stringify(step.output)}`
        : `${step.id} failed: ${step.error}`;
    case "pause":
      return `${step.id} waits: ${step.why}`;
    case "fault":
      return `fault: ${step.message}`;
    case "usage":
      return undefined;
  }
}

function tokensOf(turn: TurnRecord | undefined): { calls: number; input: number; output: number } {
  const total = { calls: 0, input: 0, output: 0 };
  for (const step of turn?.steps ?? []) {
    if (step.type !== "usage") continue;
    expect(step.model).toBe("scripted");
    total.calls += step.usage.calls;
    total.input += step.usage.input;
    total.output += step.usage.output;
  }
  return total;
}
