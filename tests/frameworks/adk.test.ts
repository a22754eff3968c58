import { beforeAll, describe, expect, test } from "vitest";
import { invocationFromTurn } from "../../src/agents/recording/invocation-from-turn.ts";
import { recordTurn } from "../../src/agents/recording/record-turn.ts";
import { describeAgent } from "../../src/testing/agent-contract.ts";
import { contractAgent } from "./adk-contract.ts";
import {
  invocationOf,
  lines,
  loadAdk,
  open,
  say,
  scriptedAgent,
  talk,
  tokensOf,
  wrapped,
} from "./adk-conversation.ts";
import { researchers } from "./adk-researchers.ts";
import { type Adk, calls, make, type Script, says, scriptedTool } from "./adk-scripted.ts";

let adk: Adk;
beforeAll(async () => {
  adk = await loadAdk();
}, 600_000);

describeAgent("@google/adk", () => wrapped(contractAgent(adk)), {
  recordTurn,
  invocationFromTurn,
  resumes: true,
});

describe("a tree of agents", () => {
  test("tells who did what, and the next turn stays with whom it was handed to", async () => {
    const billing = agent("billing", (text) => says(`Billing heard: ${text}`));
    const router = agent(
      "router",
      (_, results) =>
        results.length === 0
          ? calls("transfer_to_agent", { agentName: "billing" }, "t")
          : says("?"),
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
    const { turns } = await talk(researchers(adk), ["A B"]);
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
    const target = await wrapped(researchers(adk));
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
    expect(lines(turns[0])).toEqual([
      'outer: i inner {"request":"go"}',
      "in i inner: s slow_tool {}",
    ]);
  });
});

describe("what goes wrong", () => {
  test("in a call of a tool that there is not is reported, and the agent goes on", async () => {
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

  test("in the model's backend is reported with its code", async () => {
    const error = JSON.stringify({ error: { code: 503, message: "The model is overloaded." } });
    const { turns } = await talk(
      agent("down", () => ({ parts: [], error })),
      ["go"],
    );
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
      [{ approved: true }, 'd gave {"deleted":3}'],
      [{ confirmed: true }, 'd gave {"deleted":3}'],
      [{ confirmed: false }, "d failed: This tool call is rejected."],
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
        tools: [
          make(adk, "LongRunningFunctionTool", {
            name: "file_ticket",
            description: "files",
            execute: () => ({ status: "waiting" }),
          }),
        ],
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

function agent(name: string, script: Script, options: object = {}): object {
  return scriptedAgent(adk, name, script, options);
}
