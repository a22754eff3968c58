import fc from "fast-check";
import { expect, test } from "vitest";
import type { TrajectoryStep } from "../../core/analysis/trajectory-diff.ts";
import { caseFold } from "../../core/folds/case-result.ts";
import { runFold } from "../../core/folds/run-summary.ts";
import type { CaseEndEvent, CaseResult, RunEvent } from "../../core/run.ts";
import {
  aMetricResult,
  anInvocation,
  aRunSet,
  aRunStart,
  caseEvents,
} from "../../testing/builders.ts";
import { clusterFailures } from "./cluster-failures.ts";

type Told = readonly [id: string, end: Partial<CaseEndEvent>];

async function clustered(told: readonly Told[], caseCount = told.length) {
  return clusteredEvents([
    aRunStart({ sets: [aRunSet({ caseCount })] }),
    ...told.flatMap(([evalId, end], index) => caseEvents({ evalId, index, end })),
  ]);
}

async function clusteredEvents(events: readonly RunEvent[]) {
  const run = runFold();
  const fold = caseFold();
  const results: CaseResult[] = [];
  for (const event of events) {
    run.apply(event);
    const result = fold.apply(event);
    if (result !== undefined) results.push(result);
  }
  return clusterFailures(run.summary(), async function* () {
    yield* results;
  });
}

function trajectory(...steps: readonly TrajectoryStep[]): Partial<CaseEndEvent> {
  const turn = { score: 0, status: "failed", trajectory: { steps, why: "It differs." } } as const;
  return {
    status: "failed",
    metrics: [aMetricResult({ status: "failed", score: 0, perInvocation: [turn] })],
  };
}

function explained(why: string, name = "rubrics"): Partial<CaseEndEvent> {
  const turn = { score: 0, status: "failed", why } as const;
  const metric = { name, status: "failed", score: 0, threshold: 0.8 } as const;
  return { status: "failed", metrics: [aMetricResult({ ...metric, perInvocation: [turn] })] };
}

const call = (name: string, args?: Readonly<Record<string, unknown>>) => ({ name, args });
const wrong = (argument: string) =>
  trajectory({
    kind: "changed",
    expected: call("set_light", { [argument]: 1 }),
    actual: call("set_light", { [argument]: 2 }),
    changes: [{ name: argument, expected: 1, actual: 2 }],
  });
const missing = (name: string) => trajectory({ kind: "missing", expected: call(name) });
const threw = (detail: string): Partial<CaseEndEvent> => ({
  status: "failed",
  metrics: [],
  reason: "agent-error",
  detail,
});
const names = async (told: readonly Told[]) =>
  (await clustered(told)).clusters.map(({ name, count }) => `${count} ${name}`);

test("failures of one tool and argument are one cluster, the largest first", async () => {
  const found = await clustered([
    ["c-10", wrong("on")],
    ["c-2", wrong("on")],
    ["c-3", missing("set_light")],
    ["c-4", wrong("level")],
    ["c-5", { status: "passed" }],
  ]);
  expect(found.clusters).toMatchObject([
    {
      name: "set_light: on is wrong",
      kind: "argument",
      tool: "set_light",
      arguments: ["on"],
      count: 2,
      cases: [{ evalId: "c-2", fault: "agent" }, { evalId: "c-10" }],
      example: { evalId: "c-2", turn: 0, why: "It differs.", trajectory: { why: "It differs." } },
    },
    { name: "set_light never called", kind: "missing", count: 1 },
    { name: "set_light: level is wrong", count: 1 },
  ]);
  expect(found.sentence).toBe(
    "2 of 4 failures share one cause: set_light: on is wrong. Putting it right would bring the pass rate from 20 % to 60 %.",
  );
});

test("what putting it right would bring is never rounded to all", async () => {
  const passed = Array.from({ length: 500 }, (_, at): Told => [`p-${at}`, { status: "passed" }]);
  const { sentence } = await clustered([
    ...passed,
    ["a", missing("look")],
    ["b", missing("look")],
    ["c", wrong("on")],
  ]);
  expect(sentence).toContain("from 99 % to 99.8 %.");
});

test.each<[TrajectoryStep, string]>([
  [{ kind: "extra", actual: call("pay") }, "pay called though not expected"],
  [{ kind: "extra", actual: call("pay"), forbidden: true }, "pay called though forbidden"],
  [
    { kind: "moved", expected: call("pay"), actual: call("pay"), expectedAt: 1, actualAt: 0 },
    "pay called out of order",
  ],
  [
    {
      kind: "changed",
      expected: call("pay", { to: "a" }),
      actual: call("pay", {}),
      changes: [{ name: "to", expected: "a" }],
    },
    "pay: to is missing",
  ],
])("a cluster is named after what happened: %#", async (step, name) => {
  expect(await names([["one", trajectory(step)]])).toEqual([`1 ${name}`]);
});

test("similar explanations are one cause, others are their own", async () => {
  expect(
    await names([
      ["a", explained("The reply promises money while a fraud hold is on.")],
      ["b", explained("The reply promises the money while the fraud hold is on.")],
      ["c", explained("It answers in Spanish.")],
    ]),
  ).toEqual([
    "2 rubrics: The reply promises the money while the fraud hold is on",
    "1 rubrics: It answers in Spanish",
  ]);
});

test("single words of one case do not name them all", async () => {
  expect(
    await names([
      ["a", explained('The answer lacks "lamp" and adds "light".', "response_match_score")],
      ["b", explained('The answer lacks "door" and adds "gate".', "response_match_score")],
    ]),
  ).toEqual(["2 response below its threshold of 0.8"]);
});

test("agents that throw the same with other numbers fail for one reason, whichever turn", async () => {
  expect(
    await names([
      ["a", threw("Turn 1: The model answered 503 after 12 s")],
      ["b", threw("Turn 3: The model answered 503 after 9 s")],
      ["c", threw("Turn 1: Cannot read the file")],
    ]),
  ).toEqual(["2 The model answered 503 after 12 s", "1 Cannot read the file"]);
});

test("what was not evaluated comes after what failed, with whose doing it was", async () => {
  const gap = aMetricResult({
    status: "not-evaluated",
    score: undefined,
    reason: "judge-refused",
    detail: "It refused.",
    perInvocation: [],
  });
  const { clusters, faults } = await clustered([
    ["a", { status: "not-evaluated", metrics: [gap] }],
    ["b", missing("look")],
  ]);
  expect(clusters).toMatchObject([
    { status: "failed", name: "look never called" },
    {
      status: "not-evaluated",
      name: "trajectory: the judge refused",
      cases: [{ fault: "judge" }],
    },
  ]);
  expect(faults).toMatchObject({ agent: 1, judge: 1 });
});

test("a run in which nothing failed says so", async () => {
  const found = await clustered([["a", { status: "passed" }]]);
  expect(found).toMatchObject({
    clusters: [],
    sentence: "Nothing failed: the one case that ran passed.",
  });
});

test.each<[string, readonly Told[], number, string]>([
  [
    "what has not run",
    [["a", { status: "passed" }]],
    2,
    "the one case that ran passed. 1 case has not run.",
  ],
  [
    "one cause of all",
    [
      ["a", missing("look")],
      ["b", missing("look")],
    ],
    2,
    "All 2 failures share one cause",
  ],
  [
    "no cause in common",
    [
      ["a", missing("look")],
      ["b", wrong("on")],
    ],
    2,
    "2 cases failed, each in its own way.",
  ],
  ["a single failure", [["a", missing("look")]], 1, "One case failed: look never called."],
  ["nothing at all", [], 3, "Nothing has been run yet. 3 cases have not run."],
])("the sentence says %s", async (_, told, cases, sentence) => {
  expect((await clustered(told, cases)).sentence).toContain(sentence);
});

test("a case is shown by its first trial with the verdict of the case", async () => {
  const ends = [{ status: "passed" }, missing("look"), wrong("on")] as const;
  const { clusters } = await clusteredEvents([
    aRunStart({ sets: [aRunSet()], trials: 3, require: "all" }),
    ...ends.flatMap((end, trial) => caseEvents({ evalId: "a", index: 0, trial, end })),
  ]);
  expect(clusters).toMatchObject([
    {
      name: "look never called",
      cases: [{ trials: ["passed", "failed", "failed"] }],
      example: { trial: 1 },
    },
  ]);
});

test("of several turns none is shown where nothing says which it was", async () => {
  const whole = aMetricResult({
    status: "failed",
    score: 0,
    perInvocation: [],
    detail: "Too long.",
  });
  const end = { status: "failed", metrics: [whole] } as const;
  const exampleOf = async (turns: number) => {
    const invocations = Array.from({ length: turns }, () => anInvocation());
    const { clusters } = await clusteredEvents([
      aRunStart({ sets: [aRunSet()] }),
      ...caseEvents({ evalId: "a", invocations, end }),
    ]);
    return clusters[0]?.example;
  };
  expect(await exampleOf(2)).toMatchObject({ why: "Too long.", user: undefined });
  expect((await exampleOf(1))?.user).not.toBeUndefined();
});

test("a call beyond those expected is blamed last, unless it is forbidden", async () => {
  const extra = { kind: "extra", actual: call("pay") } as const;
  const lost = { kind: "missing", expected: call("look") } as const;
  expect(await names([["a", trajectory(extra, lost)]])).toEqual(["1 look never called"]);
  const forbidden = trajectory({ ...extra, forbidden: true }, lost);
  expect(await names([["a", forbidden]])).toEqual(["1 pay called though forbidden"]);
});

test("no order of the cases changes a cluster", async () => {
  const ends = [
    wrong("on"),
    wrong("level"),
    missing("look"),
    threw("The model answered 503"),
    threw("The model answered 429 again"),
    explained("The reply promises money."),
    explained("The reply promises no money."),
    { status: "passed" } as const,
  ];
  const cases = fc.array(fc.nat(ends.length - 1), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(cases, async (picked) => {
      const told = picked.map((at, index): Told => [`case ${index}`, ends[at] ?? {}]);
      const [one, other] = [await clustered(told), await clustered(told.toReversed())];
      expect(other).toEqual(one);
    }),
    { numRuns: 60 },
  );
});

test("a metric that says nothing is shown by its number", async () => {
  const metric = { name: "polite", status: "failed", score: 0.25, threshold: 0.5 } as const;
  const { clusters } = await clustered([
    ["a", { status: "failed", metrics: [aMetricResult(metric)] }],
  ]);
  expect(clusters[0]?.example.why).toBe("polite is 0.25, and its threshold is 0.5.");
});
