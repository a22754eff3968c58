import fc from "fast-check";
import { expect, test } from "vitest";
import type { EvalCase } from "../../core/eval-set.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import { caseFold } from "../../core/folds/case-result.ts";
import { runFold } from "../../core/folds/run-summary.ts";
import type { CaseEndEvent, CaseResult, MetricResult, RunEvent } from "../../core/run.ts";
import type { ReasonCode } from "../../core/verdict.ts";
import {
  aMetricResult,
  anEvalCase,
  anExpectedTurn,
  aRunSet,
  aRunStart,
  caseEvents,
} from "../../testing/builders.ts";
import { attributeFailures, attributionFold, excusedCases } from "./attribute-failures.ts";

interface Told {
  readonly id: string;
  readonly evalCase?: Partial<EvalCase>;
  readonly trial?: number;
  readonly end: Partial<CaseEndEvent>;
}

function played(told: readonly Told[], trials = 1) {
  const ids = [...new Set(told.map(({ id }) => id))];
  const events: readonly RunEvent[] = [
    aRunStart({ sets: [aRunSet({ caseCount: ids.length })], trials }),
    ...told.flatMap(({ id, evalCase, trial = 0, end }) =>
      caseEvents({
        evalId: id,
        index: ids.indexOf(id),
        trial,
        evalCase: anEvalCase({ evalId: id, ...evalCase }),
        end,
      }),
    ),
  ];
  const run = runFold();
  const fold = caseFold();
  const results: CaseResult[] = [];
  for (const event of events) {
    run.apply(event);
    const result = fold.apply(event);
    if (result !== undefined) results.push(result);
  }
  return { run: run.summary(), results };
}

async function attributed(told: readonly Told[], trials = 1) {
  const { run, results } = played(told, trials);
  return attributeFailures(run, async function* () {
    yield* results;
  });
}

const failed = (overrides: Partial<MetricResult> = {}) =>
  aMetricResult({ status: "failed", score: 0, ...overrides });
const gap = (reason: ReasonCode, overrides: Partial<MetricResult> = {}) =>
  aMetricResult({
    status: "not-evaluated",
    score: undefined,
    reason,
    detail: `It says ${reason}.`,
    perInvocation: [],
    ...overrides,
  });

test.each<[string, Partial<CaseEndEvent>, string]>([
  ["a metric that failed", { status: "failed", metrics: [failed()] }, "agent"],
  ["an agent that threw", { status: "failed", metrics: [], reason: "agent-error" }, "agent"],
  ["an agent that hung", { status: "failed", metrics: [], reason: "timeout" }, "agent"],
  [
    "a simulated user that said nothing",
    { status: "not-evaluated", metrics: [], reason: "simulator-fault", simulated: "user" },
    "user-simulator",
  ],
  [
    "a simulated environment that could not answer",
    { status: "not-evaluated", metrics: [], reason: "simulator-fault", simulated: "environment" },
    "environment",
  ],
  ["a judge that babbled", { status: "not-evaluated", metrics: [gap("judge-parse")] }, "judge"],
  [
    "a judge that could not be asked",
    { status: "not-evaluated", metrics: [gap("judge-error")] },
    "infrastructure",
  ],
  [
    "a metric that broke",
    { status: "not-evaluated", metrics: [gap("metric-error")] },
    "infrastructure",
  ],
  ["no reference", { status: "not-evaluated", metrics: [gap("missing-reference")] }, "eval-set"],
  [
    "an agent that said nothing to check",
    {
      status: "not-evaluated",
      metrics: [gap("missing-reference", { name: "hallucinations_v1" })],
    },
    "agent",
  ],
  [
    "a user who played badly, which only its own metric says",
    { status: "failed", metrics: [failed({ name: "per_turn_user_simulator_quality_v1" })] },
    "user-simulator",
  ],
  [
    "a user who played badly and an agent who failed too",
    {
      status: "failed",
      metrics: [failed({ name: "per_turn_user_simulator_quality_v1" }), failed()],
    },
    "agent",
  ],
  [
    "a judge beside a failure",
    { status: "failed", metrics: [gap("judge-parse", { name: "safety_v1" }), failed()] },
    "agent",
  ],
])("%s", async (_, end, fault) => {
  const { cases, counts } = await attributed([{ id: "one", end }]);
  expect(cases).toMatchObject([{ evalId: "one", status: end.status, fault }]);
  expect(cases[0]?.evidence).not.toBe("");
  expect(counts).toMatchObject({ [fault]: 1 });
});

test("the evidence is what was said", async () => {
  const detail = "The simulated user failed at turn 1: It said nothing.";
  const end = { status: "not-evaluated", metrics: [], reason: "simulator-fault", detail } as const;
  const { cases } = await attributed([{ id: "one", end: { ...end, simulated: "user" } }]);
  expect(cases[0]?.evidence).toBe(detail);
});

test("cases that passed are nobody's, and no conversation is read for them", async () => {
  const { run } = played([{ id: "one", end: { status: "passed" } }]);
  const { cases } = await attributeFailures(run, () => {
    throw new Error("read");
  });
  expect(cases).toEqual([]);
});

const expecting = (on: boolean) => ({
  conversation: [anExpectedTurn({ user: "Light!", calls: [{ name: "set_light", args: { on } }] })],
});
const passes: Partial<CaseEndEvent> = { status: "passed" };
const fails: Partial<CaseEndEvent> = { status: "failed", metrics: [failed()] };

test("two cases that ask the same and expect different calls: whoever meets one cannot meet the other", async () => {
  const { cases } = await attributed([
    { id: "a", evalCase: expecting(true), end: passes },
    { id: "b", evalCase: expecting(false), end: fails },
  ]);
  expect(cases).toEqual([
    {
      evalSetId: "set-1",
      evalId: "b",
      status: "failed",
      fault: "eval-set",
      evidence:
        'The set contradicts itself: "a" asks exactly the same and expects other calls, which the agent gave.',
    },
  ]);
});

test("an agent that threw in one trial is not excused by what the set asks in the others", async () => {
  const threw: Partial<CaseEndEvent> = { status: "failed", metrics: [], reason: "agent-error" };
  const told = (second: Partial<CaseEndEvent>) => [
    { id: "a", evalCase: expecting(true), trial: 0, end: passes },
    { id: "a", evalCase: expecting(true), trial: 1, end: passes },
    { id: "b", evalCase: expecting(false), trial: 0, end: fails },
    { id: "b", evalCase: expecting(false), trial: 1, end: second },
  ];
  expect((await attributed(told(fails), 2)).cases).toMatchObject([{ fault: "eval-set" }]);
  expect((await attributed(told(threw), 2)).cases).toMatchObject([{ fault: "agent" }]);
});

test("an agent that meets neither of two contradicting references has failed both", async () => {
  const { cases } = await attributed([
    { id: "a", evalCase: expecting(true), end: fails },
    { id: "b", evalCase: expecting(false), end: fails },
  ]);
  expect(cases.map(({ fault }) => fault)).toEqual(["agent", "agent"]);
});

test("another state to begin with is another question", async () => {
  const sessionInput = { appName: "home", userId: "user", state: { night: true } };
  const { cases } = await attributed([
    { id: "a", evalCase: expecting(true), end: passes },
    { id: "b", evalCase: { ...expecting(false), sessionInput }, end: fails },
  ]);
  expect(cases).toMatchObject([{ fault: "agent" }]);
});

test("a case that stands twice excuses nobody, and that it does is told", async () => {
  const { cases, counts } = await attributed([
    { id: "b", evalCase: expecting(true), end: fails },
    { id: "a", evalCase: expecting(true), end: fails },
  ]);
  expect(cases.map(({ evidence }) => evidence)).toEqual([
    expect.stringContaining('"a" asks and expects exactly the same'),
    expect.stringContaining('"b" asks and expects exactly the same'),
  ]);
  expect(counts).toMatchObject({ agent: 2, "eval-set": 0 });
});

test.each<[string, Partial<EvalCase>, Partial<MetricResult>]>([
  [
    "a call that is expected and forbidden",
    { ...expecting(true), assay: { forbiddenTools: ["set_light"] } },
    {},
  ],
  [
    "an answer without a word",
    { conversation: [anExpectedTurn({ answer: "…!" })] },
    { name: "response_match_score" },
  ],
])("nobody can meet %s", async (_, evalCase, metric) => {
  const end = { status: "failed", metrics: [failed(metric)] } as const;
  const { cases } = await attributed([{ id: "one", evalCase, end }]);
  expect(cases).toMatchObject([
    { fault: "eval-set", evidence: expect.stringMatching(/^Nobody can meet/) },
  ]);
});

test("one trial that was the agent's makes the case the agent's", async () => {
  const judge = { status: "not-evaluated", metrics: [gap("judge-parse")] } as const;
  const told = (second: Partial<CaseEndEvent>) => [
    { id: "one", trial: 0, end: judge },
    { id: "one", trial: 1, end: second },
  ];
  expect((await attributed(told(fails), 2)).counts.agent).toBe(1);
  expect((await attributed(told(judge), 2)).counts.judge).toBe(1);
  const three = [...told(judge), { id: "one", trial: 2, end: fails }];
  expect((await attributed(three, 3)).counts.agent).toBe(1);
});

test("where one gap is the agent's, a judge that babbled excuses nothing", async () => {
  const silent = gap("missing-reference", { name: "hallucinations_v1" });
  const end = { status: "not-evaluated", metrics: [gap("judge-parse"), silent] } as const;
  expect((await attributed([{ id: "one", end }])).counts).toMatchObject({ agent: 1, judge: 0 });
});

test("what could have been met is the agent's, also beside what could not", async () => {
  const wordless = anExpectedTurn({ answer: "…!" });
  const response = failed({ name: "response_match_score" });
  const faultOf = async (
    turns: readonly ReturnType<typeof anExpectedTurn>[],
    ...metrics: readonly MetricResult[]
  ) => {
    const end = { status: "failed", metrics } as const;
    const { cases } = await attributed([{ id: "one", evalCase: { conversation: turns }, end }]);
    return cases[0]?.fault;
  };
  expect(await faultOf([wordless], response)).toBe("eval-set");
  expect(await faultOf([wordless, anExpectedTurn({ answer: "Done." })], response)).toBe("agent");
  expect(await faultOf([wordless], response, failed())).toBe("agent");
});

test("excused are the cases that were not the agent's", async () => {
  const found = await attributed([
    { id: "mine", end: fails },
    { id: "judged", end: { status: "not-evaluated", metrics: [gap("judge-refused")] } },
  ]);
  expect([...excusedCases(found)]).toEqual([caseKeyOf({ evalSetId: "set-1", evalId: "judged" })]);
});

test("whatever the order of the conversations, the answer is the same", () => {
  const ends = [passes, fails, { status: "not-evaluated", metrics: [gap("judge-parse")] }] as const;
  const told = fc.array(
    fc.record({ at: fc.nat(5), trial: fc.constant(0), end: fc.nat(2), on: fc.boolean() }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(told, fc.infiniteStream(fc.nat()), (given, chance) => {
      const { run, results } = played(
        given.map(({ on, end }, at) => ({
          id: `case ${at}`,
          evalCase: expecting(on),
          end: ends[end] ?? passes,
        })),
      );
      const inOrder = attributionFold(run);
      const shuffled = attributionFold(run);
      for (const result of results) inOrder.add(result);
      const keys = new Map(results.map((result) => [result, chance.next().value ?? 0]));
      for (const result of results.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))) {
        shuffled.add(result);
      }
      expect(shuffled.attributions()).toEqual(inOrder.attributions());
    }),
  );
});
