import { describe, expect, test } from "vitest";
import type { Agent, TurnRecord } from "../core/agent.ts";
import { type Content, textContent } from "../core/content.ts";
import type { Invocation } from "../core/invocation.ts";
import { contractConversation, type RecordTurn, say } from "./contract-conversation.ts";
import { type Scored, scoredParts } from "./scored-parts.ts";
import { stepLines, tokensOf } from "./step-lines.ts";

interface AgentContractOptions {
  /** Sends one message and records what happens; Assay's own `recordTurn`. */
  readonly recordTurn: RecordTurn;
  /** What is scored of a recorded turn; Assay's own `invocationFromTurn`. */
  readonly invocationFromTurn: (
    record: TurnRecord,
    facts: {
      readonly invocationId: string;
      readonly userContent: Content;
      readonly author: string;
      readonly startedAt: number;
    },
  ) => Invocation;
  /** Whether conversations go on from a given history. */
  readonly resumes?: boolean | undefined;
  /** Whether the tokens of a model call are known while the tools it called still run; so it is unless said otherwise. */
  readonly countsAtOnce?: boolean | undefined;
}

/**
 * What every kind of agent must do when it is talked to. The agent under test has to answer these messages, with a
 * model of which each call takes 10 tokens in and 5 out where the table says nothing else:
 *
 * | message | what it does |
 * |---|---|
 * | `hello` | answers "Hello, Ada." to the user `Ada` |
 * | `two cities` | says "Let me look.", calls `get_weather` for Oslo (id `a`) and Rome (id `b`) at once (40 in, 12 out), gets `{celsius: 4}` and `{celsius: 21}`, answers "Oslo 4, Rome 21." (60 in, 9 out) |
 * | `ask the expert` | calls `expert` with `{request: "Oslo"}` (id `f`; 30 in, 8 out), an agent of that name that runs as a tool: it says "Looking.", calls `get_weather` for Oslo (id `g`; 20 in, 6 out) and answers "4 degrees." (25 in, 4 out), which comes back as `{result: "4 degrees."}`; answers "The expert says 4 degrees." (50 in, 7 out) |
 * | `no such city` | calls `get_weather` for Atlantis (id `c`), which fails with "no such city", and answers "I cannot find it." |
 * | `model error` | says "Trying." and then fails with "the model is overloaded" |
 * | `delete it` | calls `delete_files` (id `d`) and pauses it for approval |
 * | `hang` | calls `slow_tool` (id `e`) and never comes back |
 * | `remember 7` | keeps 7 in the session state as `kept`, without a tool, and answers "Kept." |
 * | `what was it` | answers "It was 7." from the session state, without a tool |
 * | `nothing` | ends the turn without a word |
 */
export function describeAgent(
  name: string,
  makeAgent: () => Agent | Promise<Agent>,
  { recordTurn, invocationFromTurn, resumes = false, countsAtOnce = true }: AgentContractOptions,
): void {
  const { signal } = new AbortController();
  const { conversation, turnOf } = contractConversation(makeAgent, recordTurn);

  function scoredOf(turn: TurnRecord, message: string): Scored {
    const userContent = textContent("user", message);
    const facts = { invocationId: "1", userContent, author: "agent", startedAt: 0 };
    return scoredParts(invocationFromTurn(turn, facts));
  }

  describe(`${name} as an agent`, () => {
    test("answers a text", async () => {
      const turn = await turnOf("hello");
      expect(turn).toMatchObject({ status: "done", final: "Hello, Ada." });
      expect(stepLines(turn.steps)).toEqual(["says Hello, Ada."]);
      expect(tokensOf(turn.steps)).toEqual({ input: 10, output: 5, calls: 1 });
    });

    test("reports parallel calls and their results in the order they happened", async () => {
      const turn = await turnOf("two cities");
      expect(turn).toMatchObject({ status: "done", final: "Oslo 4, Rome 21." });
      expect(stepLines(turn.steps)).toEqual([
        "says Let me look.",
        'a calls get_weather {"city":"Oslo"}',
        'b calls get_weather {"city":"Rome"}',
        'a get_weather gave {"celsius":4}',
        'b get_weather gave {"celsius":21}',
        "says Oslo 4, Rome 21.",
      ]);
      expect(tokensOf(turn.steps)).toEqual({ input: 100, output: 21, calls: 2 });
      expect(scoredOf(turn, "two cities")).toEqual({
        calls: ['a get_weather {"city":"Oslo"}', 'b get_weather {"city":"Rome"}'],
        responses: ['a get_weather {"celsius":4}', 'b get_weather {"celsius":21}'],
        texts: ["Let me look."],
        final: "Oslo 4, Rome 21.",
      });
    });

    test("reports what an agent did that ran as its tool, inside of the call only", async () => {
      const turn = await turnOf("ask the expert");
      expect(turn).toMatchObject({ status: "done", final: "The expert says 4 degrees." });
      expect(stepLines(turn.steps)).toEqual(expertLines);
      const inside = turn.steps.filter((step) => step.within !== undefined);
      expect(new Set(inside.map((step) => step.author))).toEqual(new Set(["expert"]));
      expect(tokensOf(inside)).toEqual({ input: 45, output: 10, calls: 2 });
      expect(tokensOf(turn.steps)).toEqual({ input: 125, output: 25, calls: 4 });
      expect(scoredOf(turn, "ask the expert")).toEqual({
        calls: ['f expert {"request":"Oslo"}'],
        responses: ['f expert {"result":"4 degrees."}'],
        texts: [],
        final: "The expert says 4 degrees.",
      });
    });

    test("goes on after a tool that failed", async () => {
      const turn = await turnOf("no such city");
      expect(turn).toMatchObject({ status: "done", final: "I cannot find it." });
      expect(stepLines(turn.steps)).toEqual([
        'c calls get_weather {"city":"Atlantis"}',
        "c get_weather failed: no such city",
        "says I cannot find it.",
      ]);
      expect(tokensOf(turn.steps)).toEqual({ input: 20, output: 10, calls: 2 });
    });

    test("fails the turn when the model fails, and keeps what came before", async () => {
      const turn = await turnOf("model error");
      expect(turn.status).toBe("failed");
      expect(turn.problem).toBe("The agent failed: the model is overloaded.");
      expect(stepLines(turn.steps)).toEqual(["says Trying.", "fault: the model is overloaded"]);
      expect(tokensOf(turn.steps)).toEqual({ input: 10, output: 5, calls: 1 });
    });

    test("pauses for the user", async () => {
      const turn = await turnOf("delete it");
      expect(turn.status).toBe("paused");
      expect(stepLines(turn.steps)).toEqual(["d calls delete_files {}", "d waits for approval"]);
      expect(tokensOf(turn.steps)).toEqual({ input: 10, output: 5, calls: 1 });
    });

    test("is left at its deadline, and the tool it waited for is named", async () => {
      const turn = await turnOf("hang", { timeoutMs: 1_000 });
      expect(turn.status).toBe("timeout");
      expect(turn.problem).toMatch(
        /^The turn's 1 s passed while waiting for the tool slow_tool \(called .+ before\)\.$/,
      );
      expect(turn.milliseconds).toBeLessThan(5_000);
      expect(stepLines(turn.steps)).toEqual(["e calls slow_tool {}"]);
      const counted = countsAtOnce ? 1 : 0;
      expect(tokensOf(turn.steps)).toEqual({
        input: 10 * counted,
        output: 5 * counted,
        calls: counted,
      });
    });

    test("keeps its state from turn to turn", async () => {
      const { turns, state } = await conversation(["remember 7", "what was it"], {
        state: { lamp: "on" },
      });
      expect(turns.map((turn) => turn.final)).toEqual(["Kept.", "It was 7."]);
      expect(turns.map((turn) => stepLines(turn.steps))).toEqual([
        ["says Kept."],
        ["says It was 7."],
      ]);
      for (const turn of turns) {
        expect(tokensOf(turn.steps)).toEqual({ input: 10, output: 5, calls: 1 });
      }
      expect(state).toEqual({ lamp: "on", kept: 7 });
    });

    test("fails a turn in which it answers nothing", async () => {
      const turn = await turnOf("nothing");
      expect(turn).toMatchObject({ status: "failed", problem: "The agent answered nothing." });
    });

    test("runs conversations at once without mixing them", async () => {
      const [one, two, three] = await Promise.all([
        conversation(["remember 7", "what was it"]),
        conversation(["hello", "two cities"]),
        conversation(["ask the expert", "hello"]),
      ]);
      expect(one.turns.map((turn) => turn.final)).toEqual(["Kept.", "It was 7."]);
      expect(two.turns.map((turn) => turn.final)).toEqual(["Hello, Ada.", "Oslo 4, Rome 21."]);
      expect(three.turns.map((turn) => stepLines(turn.steps))).toEqual([
        expertLines,
        ["says Hello, Ada."],
      ]);
    });

    test(resumes ? "goes on from a given history" : "says that it cannot go on", async () => {
      const agent = await makeAgent();
      const earlier = {
        invocationId: "1",
        userContent: textContent("user", "remember 7"),
        finalResponse: textContent("model", "Kept."),
        creationTimestamp: 0,
      };
      const init = { id: "session", user: "Ada", state: { kept: 7 }, signal };
      const conversation = await agent.start({ ...init, history: [earlier] });
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

const expertLines = [
  'f calls expert {"request":"Oslo"}',
  "in f: says Looking.",
  'in f: g calls get_weather {"city":"Oslo"}',
  'in f: g get_weather gave {"celsius":4}',
  "in f: says 4 degrees.",
  'f expert gave {"result":"4 degrees."}',
  "says The expert says 4 degrees.",
];
