import fc from "fast-check";
import { expect, test } from "vitest";
import { invocationFromTurn } from "../../agents/recording/invocation-from-turn.ts";
import type { Step } from "../../core/agent.ts";
import { textContent, textOf } from "../../core/content.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { type Invocation, toolCallsOf, toolResponsesOf } from "../../core/invocation.ts";
import { parseJson } from "../../core/json/json-text.ts";
import type { CaseResult } from "../../core/run.ts";
import { conversationSpans } from "../../core/traces/conversation-spans.ts";
import { evalSetSource } from "../../eval-sets/eval-set-source.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { aRunSet, aRunStart } from "../../testing/builders.ts";
import { groupTraces } from "../../traces/conversations/group-traces.ts";
import { readTraceBytes } from "../../traces/formats/read-trace-bytes.ts";
import { spansExport } from "../../traces/formats/write-otlp-json.ts";
import { protobufExport } from "../../traces/formats/write-otlp-protobuf.ts";
import { readTraces } from "../../traces/read-traces.ts";
import { readConfigObject } from "../config/read-config-object.ts";
import { planScoring } from "../run/plan-scoring.ts";
import { runScoring } from "../run/run-scoring.ts";
import type { SavedRun } from "../run/score-run.ts";
import { conversationList } from "../traces/conversation-source.ts";
import { traceRun } from "../traces/trace-run.ts";
import { timedSpans } from "./emit/timed-spans.ts";

// these stand for words that were left out on purpose, wherever traces are read
const absent = ["<REDACTED>", "<elided>", "<not specified>"];
const text = fc
  .oneof(fc.constantFrom("on its way", "a b c", '[{"text":"x"}]', '{"role":"user"}'), fc.string())
  .filter((each) => each !== "" && !absent.includes(each));
const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), text);
const args = fc.dictionary(fc.string(), value, { maxKeys: 3, noNullPrototype: true });
const tool = fc.constantFrom("look_up", "book", "transfer_to_agent");
const author = fc.constantFrom(undefined, "agent", "helper");
const counts = fc.record({ input: fc.nat(99), output: fc.nat(99), reasoning: fc.nat(9) });

type Did = (at: number, id: string) => readonly Step[];

const did: fc.Arbitrary<Did> = fc.oneof(
  fc.tuple(text, fc.boolean(), author).map(([said, thought, by]): Did => {
    return (at) => [{ type: "text", at, text: said, thought, author: by }];
  }),
  fc.tuple(tool, args, author, fc.nat(3)).map(([name, given, by, sameId]): Did => {
    return (at, id) => [
      { type: "call", at, id: sameId === 0 ? "same" : id, tool: name, args: given, author: by },
    ];
  }),
  fc.tuple(tool, args, value, fc.boolean()).map(([name, given, output, failed]): Did => {
    const outcome = failed ? { error: "broken" } : { output };
    return (at, id) => [
      { type: "call", at, id, tool: name, args: given },
      { type: "result", at: at + 7, id, tool: name, ...outcome },
    ];
  }),
  fc.tuple(counts, fc.constantFrom(undefined, "gpt-5-mini"), fc.nat(2)).map((given): Did => {
    const [usage, model, calls] = given;
    const counted = { ...usage, calls: calls + 1 };
    return (at) => [{ type: "usage", at, usage: counted, model, milliseconds: Math.min(at, 9) }];
  }),
);

const turn = fc.record({
  user: text,
  answer: fc.option(text, { nil: undefined }),
  dids: fc.array(did, { maxLength: 5 }),
  pace: fc.constantFrom(0, 0.1, 13.7),
  begun: fc.constantFrom(0, 1_790_000_000.123),
});

function invocation(given: TurnInput, at: number): Invocation {
  const { user, answer, dids, pace, begun } = given;
  const steps = dids.flatMap((make, place) => make(place * pace, `call-${place}`));
  const said: Step[] = answer === undefined ? [] : [{ type: "text", at: 99, text: answer }];
  const last = [...steps, ...said].at(-1)?.at ?? 0;
  const whole = invocationFromTurn(
    {
      steps: [...steps, ...said],
      final: answer,
      milliseconds: pace === 0 ? 0 : last,
      status: "done",
    },
    {
      invocationId: `turn-${at}`,
      userContent: textContent("user", user),
      author: "agent",
      startedAt: begun === 0 ? 0 : begun + at,
    },
  );
  // whoever does not know when a turn began does not know how long it took
  return begun === 0 ? { ...whole, duration: undefined } : whole;
}

interface TurnInput {
  readonly user: string;
  readonly answer: string | undefined;
  readonly dids: readonly Did[];
  readonly pace: number;
  readonly begun: number;
}

const conversation = fc
  .tuple(fc.array(turn, { minLength: 1, maxLength: 3 }), fc.option(args, { nil: undefined }))
  .map(([turns, finalState]): CaseResult => {
    // known of all turns, or of none
    const begun = turns[0]?.begun ?? 0;
    const invocations = turns.map((each, at) => invocation({ ...each, begun }, at));
    const result: CaseResult = {
      evalSetId: "set-1",
      evalId: "case-1",
      trial: 0,
      index: 0,
      status: "passed",
      metrics: [],
      invocations,
      finalState,
      evalCase: caseOf(invocations),
      sessionId: "session-1",
      userId: "user",
      startedAt: "2026-11-16T02:53:12.000Z",
      duration: 0.5,
    };
    // as a journal gives it back, with every digit of long numbers
    return parseJson(JSON.stringify(result)) as CaseResult;
  });

/** What is expected is near to what was done, so that scores lie between none and all. */
function caseOf(invocations: readonly Invocation[]): EvalCase {
  return {
    evalId: "case-1",
    creationTimestamp: 0,
    finalSessionState: { a: 1 },
    conversation: invocations.map(({ userContent, intermediateData }, at) => ({
      invocationId: `expected-${at}`,
      userContent,
      finalResponse: textContent("model", "on its way b"),
      intermediateData: {
        toolUses: [
          ...toolCallsOf({ intermediateData } as Invocation).slice(at),
          { name: "helper" },
        ],
        toolResponses: toolResponsesOf({ intermediateData } as Invocation).slice(at),
        intermediateResponses: [["agent", [{ text: "on its way" }]]],
      },
      creationTimestamp: 0,
    })),
  };
}

const criteria = {
  tool_trajectory_avg_score: { threshold: 1, match_type: "ANY_ORDER" },
  tool_trajectory_f1: 0.5,
  response_match_score: 0.5,
  intermediate_response_match: 0.5,
  tool_response_match: 0.5,
  no_tool_errors: 1,
  final_session_state: 1,
  total_tokens: 100,
};

async function scoresOf(run: SavedRun) {
  const config = await readConfigObject({ criteria }, process.cwd());
  const request = { config, references: [], cwd: process.cwd(), version: "0" };
  const planned = await planScoring(run, request);
  const never = new AbortController().signal;
  const found: CaseResult[] = [];
  await runScoring(planned, {
    store: memoryStore(),
    reporters: [{ onCase: (result) => found.push(result) }],
    stop: never,
    kill: never,
  });
  return found.flatMap(({ status, metrics }) => [
    status,
    ...metrics.map(({ name, score, status: said, reason, perInvocation }) => ({
      name,
      score,
      said,
      reason,
      turns: perInvocation.map((each) => [each.score, each.status]),
    })),
  ]);
}

function shown(turn: Invocation) {
  return {
    user: textOf(turn.userContent),
    answer: textOf(turn.finalResponse) || undefined,
    calls: toolCallsOf(turn).map(({ id, name, args }) => ({ id, name, args })),
    responses: toolResponsesOf(turn).map(({ id, name, response }) => ({ id, name, response })),
    events: (turn.intermediateData as { invocationEvents?: unknown } | undefined)?.invocationEvents,
  };
}

test("a run that is exported and read again did the same, and has the same scores", async () => {
  const { about, runId } = aRunStart({ sets: [aRunSet()] });
  await fc.assert(
    fc.asyncProperty(conversation, fc.boolean(), async (before, asText) => {
      const spans = timedSpans(conversationSpans(before, { runId, agent: "agent" }));
      const written = spansExport(spans);
      const bytes = asText ? Buffer.from(JSON.stringify(written)) : protobufExport(written);
      const content = readTraceBytes(bytes);
      if (content === undefined) throw new Error("the export was not read");
      expect(content.problems).toEqual([]);
      const { evalCase } = before;
      const evalSet = evalSetSource({
        evalSetId: "set-1",
        evalCases: [evalCase],
        creationTimestamp: 0,
      });
      const after = await traceRun({
        conversations: (options) => conversationList(groupTraces(readTraces(content), options)),
        evalSet,
        version: "0",
        from: "export",
      });
      const [read, ...more] = await Array.fromAsync(after.cases());
      expect(more).toEqual([]);
      const json = (value: unknown) => JSON.parse(JSON.stringify(value));
      expect(json(read?.invocations.map(shown))).toEqual(json(before.invocations.map(shown)));
      expect(JSON.stringify(read?.finalState)).toBe(JSON.stringify(before.finalState));
      const saved: SavedRun = {
        summary: { runId, about },
        cases: async function* () {
          yield before;
        },
      };
      expect(await scoresOf(after)).toEqual(await scoresOf(saved));
    }),
    { numRuns: 60 },
  );
});
