import fc from "fast-check";
import { expect, test } from "vitest";
import type { EvalCase } from "../../core/eval-set.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { evalSet } from "../../testing/arbitraries.ts";
import { newRunId } from "../run/run-prepared.ts";
import { scoreRun } from "../run/score-run.ts";

const never = new AbortController().signal;

/** What a case expects, written, empty or simulated: it need not be what was said. */
const expected: fc.Arbitrary<Partial<EvalCase>> = fc.oneof(
  fc.constant({ conversation: [] }),
  fc.constant({ conversationScenario: { startingPrompt: "hi", conversationPlan: "chat" } }),
  evalSet.map(({ evalCases: [first] }) => ({ conversation: first?.conversation ?? [] })),
);

const ending = fc.constantFrom<Partial<CaseResult>>(
  { status: "passed" },
  { status: "not-evaluated", reason: "unsupported", detail: "Nothing was said." },
  { status: "failed", reason: "timeout", detail: "Turn 2: The turn's 5 s passed." },
  { status: "failed", reason: "agent-error", detail: "It did not start." },
  { status: "not-evaluated", reason: "simulator-fault", detail: "It gave its plan away." },
);

const state = fc.option(fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true }), {
  nil: undefined,
});
const output = fc.option(fc.constantFrom("printed\n"), { nil: undefined });

const recorded = fc
  .tuple(evalSet, expected, ending, state, output)
  .map(([{ evalCases }, reference, how, finalState, printed]): CaseResult => {
    const invocations = evalCases[0]?.conversation ?? [];
    return {
      evalSetId: "set",
      evalId: "case",
      trial: 0,
      index: 0,
      status: "passed",
      metrics: [],
      invocations,
      // a state is known after a turn
      finalState: invocations.length === 0 ? undefined : finalState,
      evalCase: { evalId: "case", ...reference } as EvalCase,
      sessionId: "session",
      userId: "user",
      startedAt: "",
      duration: 0,
      // what nobody said was printed by nobody, unless it ended the case
      output: invocations.length === 0 && how.reason === undefined ? undefined : printed,
      ...how,
    };
  });

test("a recorded conversation goes through the runner as it was, and ends as it had ended", async () => {
  await fc.assert(
    fc.asyncProperty(recorded, async (before) => {
      const isEnded = ["timeout", "agent-error", "simulator-fault"].includes(before.reason ?? "");
      fc.pre(isEnded || before.invocations.length > 0 || before.output === undefined);
      const after = await scoredAgain(before);
      for (const key of ["invocations", "finalState", "output", "sessionId", "userId"] as const) {
        expect(after?.[key]).toEqual(before[key]);
      }
      if (!isEnded) return;
      const { status, reason, detail } = before;
      expect(after).toMatchObject({ status, reason, detail });
    }),
    { numRuns: 150 },
  );
});

async function scoredAgain(before: CaseResult): Promise<CaseResult | undefined> {
  const about: RunInfo = {
    kind: "eval",
    agent: { name: "recorded" },
    sets: [{ evalSetId: "set", hash: "", caseCount: 1, config: { metrics: [] } }],
    caseCount: 1,
    trials: 1,
    require: "pooled",
    concurrency: 1,
    version: "",
  };
  let after: CaseResult | undefined;
  await scoreRun({
    store: memoryStore(),
    loaded: {
      summary: { runId: "before", about },
      async *cases() {
        yield before;
      },
    },
    metricsFor: () => [],
    reporters: [
      {
        onCase(result) {
          after = result;
        },
      },
    ],
    runId: newRunId(),
    version: "",
    stop: never,
    kill: never,
  });
  return after;
}
