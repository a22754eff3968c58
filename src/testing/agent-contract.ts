import { describe, expect, test } from "vitest";
import type { Agent, Conversation, Step, TurnInput, TurnRecord } from "../core/agent.ts";
import { textContent } from "../core/content.ts";

interface AgentContractOptions {
  /** Sends one message and records what happens; Assay's own `recordTurn`. */
  readonly recordTurn: (
    conversation: Conversation,
    input: TurnInput,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ) => Promise<TurnRecord>;
  /** Whether conversations go on from a given history. */
  readonly resumes?: boolean | undefined;
}

/**
 * What every kind of agent must do when it is talked to. The agent under test has to answer these messages:
 *
 * | message | what it does |
 * |---|---|
 * | `hello` | answers "Hello, Ada." to the user `Ada` |
 * | `two cities` | says "Let me look.", calls `get_weather` for Oslo (id `a`) and Rome (id `b`) at once, gets `{celsius: 4}` and `{celsius: 21}`, reports the tokens of both model calls (40 in, 12 out; 60 in, 9 out), answers "Oslo 4, Rome 21." |
 * | `no such city` | calls `get_weather` (id `c`), which fails with "no such city", and answers "I cannot find it." |
 * | `model error` | says "Trying." and then fails with "the model is overloaded" |
 * | `delete it` | calls `delete_files` (id `d`) and pauses it for approval |
 * | `hang` | calls `slow_tool` (id `e`) and never comes back |
 * | `remember 7` | keeps 7 in the session state as `kept`, answers "Kept." |
 * | `what was it` | answers "It was 7." from the session state |
 * | `nothing` | ends the turn without a word |
 */
export function describeAgent(
  name: string,
  makeAgent: () => Agent | Promise<Agent>,
  { recordTurn, resumes = false }: AgentContractOptions,
): void {
  const signal = new AbortController().signal;

  async function talk(
    messages: readonly string[],
    {
      timeoutMs = 10_000,
      state = {},
    }: { timeoutMs?: number; state?: Record<string, unknown> } = {},
  ): Promise<{ turns: TurnRecord[]; state: unknown }> {
    const agent = await makeAgent();
    const conversation = await agent.start({ id: "session", user: "Ada", state, signal });
    try {
      const turns: TurnRecord[] = [];
      for (const message of messages) {
        turns.push(await recordTurn(conversation, say(message), { timeoutMs }));
      }
      return { turns, state: await conversation.state?.() };
    } finally {
      await conversation.close?.();
      await agent.dispose?.();
    }
  }

  async function turnOf(message: string, timeoutMs?: number): Promise<TurnRecord> {
    const { turns } = await talk([message], timeoutMs === undefined ? {} : { timeoutMs });
    const [turn] = turns;
    if (turn === undefined) throw new Error("a message makes a turn");
    return turn;
  }

  describe(`${name} as an agent`, () => {
    test("answers a text", async () => {
      const turn = await turnOf("hello");
      expect(turn).toMatchObject({ status: "done", final: "Hello, Ada." });
      expect(shown(turn.steps)).toEqual(["says Hello, Ada."]);
    });

    test("tells parallel calls and their results in the order they happened", async () => {
      const turn = await turnOf("two cities");
      expect(turn).toMatchObject({ status: "done", final: "Oslo 4, Rome 21." });
      expect(shown(turn.steps)).toEqual([
        "says Let me look.",
        'a calls get_weather {"city":"Oslo"}',
        'b calls get_weather {"city":"Rome"}',
        'a get_weather gave {"celsius":4}',
        'b get_weather gave {"celsius":21}',
        "says Oslo 4, Rome 21.",
      ]);
      expect(tokens(turn.steps)).toEqual({ input: 100, output: 21, calls: 2 });
    });

    test("goes on after a tool that failed", async () => {
      const turn = await turnOf("no such city");
      expect(turn).toMatchObject({ status: "done", final: "I cannot find it." });
      expect(shown(turn.steps)).toEqual([
        'c calls get_weather {"city":"Atlantis"}',
        "c get_weather failed: no such city",
        "says I cannot find it.",
      ]);
    });

    test("fails the turn when the model fails, and keeps what came before", async () => {
      const turn = await turnOf("model error");
      expect(turn.status).toBe("failed");
      expect(turn.problem).toBe("The agent failed: the model is overloaded.");
      expect(shown(turn.steps)).toEqual(["says Trying.", "fault: the model is overloaded"]);
    });

    test("pauses for the user", async () => {
      const turn = await turnOf("delete it");
      expect(turn.status).toBe("paused");
      expect(shown(turn.steps)).toEqual(["d calls delete_files {}", "d waits for approval"]);
    });

    test("is left at its deadline, and the tool it waited for is named", async () => {
      const turn = await turnOf("hang", 1_000);
      expect(turn.status).toBe("timeout");
      expect(turn.problem).toMatch(
        /^The turn's 1 s passed while waiting for the tool slow_tool \(called .+ before\)\.$/,
      );
      expect(turn.milliseconds).toBeLessThan(5_000);
      expect(shown(turn.steps)).toEqual(["e calls slow_tool {}"]);
    });

    test("keeps its state from turn to turn", async () => {
      const { turns, state } = await talk(["remember 7", "what was it"], { state: { lamp: "on" } });
      expect(turns.map((turn) => turn.final)).toEqual(["Kept.", "It was 7."]);
      expect(state).toEqual({ lamp: "on", kept: 7 });
    });

    test("fails a turn in which it answers nothing", async () => {
      const turn = await turnOf("nothing");
      expect(turn).toMatchObject({ status: "failed", problem: "The agent answered nothing." });
    });

    test("holds two conversations at once without mixing them", async () => {
      const [one, two] = await Promise.all([
        talk(["remember 7", "what was it"]),
        talk(["hello", "two cities"]),
      ]);
      expect(one.turns.map((turn) => turn.final)).toEqual(["Kept.", "It was 7."]);
      expect(two.turns.map((turn) => turn.final)).toEqual(["Hello, Ada.", "Oslo 4, Rome 21."]);
    });

    test(resumes ? "goes on from a given history" : "says that it cannot go on", async () => {
      const agent = await makeAgent();
      const held = {
        invocationId: "1",
        userContent: textContent("user", "remember 7"),
        finalResponse: textContent("model", "Kept."),
        creationTimestamp: 0,
      };
      const init = { id: "session", user: "Ada", state: { kept: 7 }, signal };
      const conversation = await agent.start({ ...init, history: [held] });
      try {
        expect(conversation.resumed === true).toBe(resumes);
        if (!resumes) return;
        const turn = await recordTurn(conversation, say("what was it"), { timeoutMs: 10_000 });
        expect(turn.final).toBe("It was 7.");
      } finally {
        await conversation.close?.();
      }
    });
  });
}

function say(text: string): TurnInput {
  return { text, content: textContent("user", text) };
}

/** Steps as lines, without their times and token counts. */
function shown(steps: readonly Step[]): readonly string[] {
  return steps.map(lineOf).filter((line) => line !== "");
}

function lineOf(step: Step): string {
  switch (step.type) {
    case "text":
      return `says ${step.text}`;
    case "call":
      return `${step.id} calls ${step.tool} ${JSON.stringify(step.args ?? {})}`;
    case "result":
      return step.error === undefined
        ? `${step.id} ${step.tool} gave ${JSON.stringify(step.output)}`
        : `${step.id} ${step.tool} failed: ${step.error}`;
    case "pause":
      return `${step.id} waits for ${step.why}`;
    case "fault":
      return `fault: ${step.message}`;
    case "usage":
      return "";
  }
}

function tokens(steps: readonly Step[]): { input: number; output: number; calls: number } {
  const total = { input: 0, output: 0, calls: 0 };
  for (const step of steps) {
    if (step.type !== "usage") continue;
    total.input += step.usage.input;
    total.output += step.usage.output;
    total.calls += step.usage.calls;
  }
  return total;
}
