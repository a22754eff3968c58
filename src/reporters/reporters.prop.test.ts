import fc from "fast-check";
import { expect, test } from "vitest";
import { replay } from "../../tests/fixtures/reporters/replay.ts";
import type { TrajectoryStep } from "../core/analysis/trajectory-diff.ts";
import type { RunEvent } from "../core/run.ts";
import {
  aCaseEnd,
  aMetricResult,
  anEvalCase,
  anExpectedTurn,
  anInvocation,
  aRunEnd,
  aRunSet,
  aRunStart,
  aTurnEnd,
  caseEvents,
} from "../testing/builders.ts";
import { reporterNames } from "./index.ts";

const nasty = [
  "\x1b]0;owned\x07",
  "\x1b[2J\r",
  "\u009b31m",
  "a\u202eb\u2066c",
  "z\u200bw\ufeff",
  "\u2028\u2029\u0085",
  "\ud800",
  "\u{e0041}\u{e0020}",
  "]]>&lt;<b a='\"'>-->",
  "::error::x\n::set-output name=a::b ##[error]x",
  "@everyone [x](https://x.example) <img src=x> | `` ` ``` #1",
  "👩‍👩‍👧 日本語 e\u0301",
];
const text = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 200 }),
);

test("no report contains a control character, whatever agents say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...reporterNames), text, text, async (spec, said, other) => {
      const shown = await replay(spec, runThatSays(said, other));
      expect(shown).not.toMatch(forbidden);
      expect(shown).not.toMatch(
        /^\s*::(?!error file|warning file|error title|warning title|notice title)/m,
      );
    }),
    { numRuns: 400 },
  );
});

test("JUnit is well-formed XML for any text, and JSON gives any text back", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (said, other) => {
      expectWellFormed(await replay("junit", runThatSays(said, other)));
      const report = JSON.parse(await replay("json", runThatSays(said, other)));
      expect(report.cases[0].invocations[0].finalResponse.parts[0].text).toBe(said);
      expect(report.cases[0].evalId).toBe(other);
    }),
    { numRuns: 150 },
  );
});

test("in Markdown whatever agents say stands in code", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (said, other) => {
      const shown = await replay("markdown", runThatSays(said, other));
      const ours = shown
        .replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, "")
        .replace(/<code>[^<>]*<\/code>/g, "")
        .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, "");
      expect(ours).not.toMatch(/@|\]\(|<(?!\/?(?:details|summary)>)|https/);
      expect(shown.length).toBeLessThanOrEqual(65_000);
    }),
    { numRuns: 150 },
  );
});

test("passed, failed and not evaluated add up to all cases, in every report", async () => {
  const status = fc.constantFrom("passed", "failed", "not-evaluated");
  const runs = fc.record({
    trials: fc.integer({ min: 1, max: 3 }),
    sets: fc.array(fc.array(status, { maxLength: 6 }), { minLength: 1, maxLength: 3 }),
    cut: fc.integer({ min: 0, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(runs, async ({ trials, sets, cut }) => {
      const events = randomRun(trials, sets, cut);
      const { totals } = JSON.parse(await replay("json", events));
      const counts = [totals.passed, totals.failed, totals.notEvaluated];
      expect(sum(counts)).toBe(totals.cases);
      expect(totals.cases).toBe(sets.flat().length);

      const line = `${totals.passed} passed, ${totals.failed} failed, ${totals.notEvaluated} not evaluated`;
      expect((await replay("terminal", events)).replace(/ \(\d+ not run\)/, "")).toContain(line);
      expect(await replay("markdown", events)).toContain(line);
      expect(await replay("github", events)).toContain(line);

      const last = (await replay("jsonl", events)).trimEnd().split("\n").at(-1) ?? "";
      expect(JSON.parse(last)).toMatchObject(totals);

      const junit = await replay("junit", events);
      expectWellFormed(junit);
      const all = (element: string) => junit.split(`<${element}`).length - 1;
      expect([all("testcase "), all("failure "), all("error ")]).toEqual([
        totals.cases,
        totals.failed,
        totals.notEvaluated,
      ]);

      const adk = await replay("adk", events);
      const told = (words: string) =>
        sum([...adk.matchAll(new RegExp(`Tests ${words}: (\\d+)`, "g"))].map(([, n]) => Number(n)));
      expect([told("passed"), told("failed"), told("not evaluated")]).toEqual(counts);
    }),
    { numRuns: 100 },
  );
});

// controls other than the line break, directions, zero widths, separators, tags, half surrogates
const forbidden =
  /[\p{Cc}--\n]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]|\p{Cs}/v;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A failed, a broken and an unevaluated case, with foreign text in every place that takes some. */
function runThatSays(said: string, id: string): readonly RunEvent[] {
  const set = { evalSetId: `set ${said}` };
  const call = { name: said, args: { [id]: said, deep: { list: [said] } } };
  const steps: TrajectoryStep[] = [
    { kind: "matched", expected: call, actual: call },
    { kind: "changed", expected: call, actual: call, changes: [{ name: id, actual: said }] },
    { kind: "missing", expected: call },
    { kind: "extra", actual: call, forbidden: true },
    { kind: "moved", expected: call, actual: call, expectedAt: 1, actualAt: 0 },
  ];
  const turn = { user: said, answer: said, calls: [call] };
  const failing = { status: "failed", score: 0 } as const;
  return [
    aRunStart({
      runId: `run ${said}`,
      agent: { name: said, subAgent: id },
      sets: [aRunSet({ ...set, path: `/x/${said}`, caseCount: 4 })],
    }),
    ...caseEvents({
      ...set,
      evalId: id,
      evalCase: anEvalCase({ evalId: id, conversation: [anExpectedTurn(turn)] }),
      invocations: [anInvocation(turn)],
      end: {
        status: "failed",
        metrics: [
          aMetricResult({
            ...failing,
            perInvocation: [{ ...failing, trajectory: { steps, why: said } }],
          }),
          aMetricResult({
            ...failing,
            name: said,
            detail: said,
            details: { rubricScores: [{ rubricId: said, score: 0, rationale: said }] },
            perInvocation: [{ ...failing, why: said }],
          }),
        ],
      },
    }),
    ...caseEvents({
      ...set,
      evalId: `${id} 2`,
      index: 1,
      end: { status: "failed", reason: "agent-error", detail: said, metrics: [], output: said },
    }),
    ...caseEvents({
      ...set,
      evalId: `${id} 3`,
      index: 2,
      end: {
        status: "not-evaluated",
        metrics: [aMetricResult({ status: "not-evaluated", detail: said, reason: "metric-error" })],
      },
    }),
    aRunEnd(),
  ];
}

function randomRun(
  trials: number,
  sets: readonly (readonly ("passed" | "failed" | "not-evaluated")[])[],
  cut: number,
): readonly RunEvent[] {
  const runSets = sets.map((cases, at) =>
    aRunSet({ evalSetId: `set-${at}`, caseCount: cases.length }),
  );
  const conversations = sets.flatMap((cases, at) =>
    cases.flatMap((status, place) =>
      Array.from({ length: trials }, (_, trial) => {
        const index = at * 10 + place;
        const key = { evalSetId: `set-${at}`, evalId: `case-${place}`, trial, index };
        // the first trial of every case passes, so that some are flaky
        const own = trial === 0 && trials > 1 ? "passed" : status;
        return [...caseEvents(key).slice(0, 1), aTurnEnd(key), aCaseEnd({ ...key, status: own })];
      }),
    ),
  );
  const kept = conversations.slice(0, cut).flat();
  const whole = cut >= conversations.length;
  return [
    aRunStart({ trials, sets: runSets }),
    ...kept,
    aRunEnd({ status: whole ? "ended" : "interrupted" }),
  ];
}

/** As much of XML 1.0 as matters here: nesting, quoting, entities, allowed characters. */
function expectWellFormed(document: string): void {
  expect(document).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
  const open: string[] = [];
  const body = document.replace(/^<\?xml [^?]*\?>\n/, "");
  let at = 0;
  const token =
    /<\/([a-z-]+)>|<([a-z-]+)((?: [a-z]+="(?:[^<&"]|&(?:amp|lt|gt|quot|apos);)*")*)(\/?)>|(?:[^<&]|&(?:amp|lt|gt|quot|apos);)+/gy;
  while (at < body.length) {
    token.lastIndex = at;
    const found = token.exec(body);
    expect(found, `not XML: ${body.slice(at, at + 80)}`).not.toBeNull();
    if (found === null) return;
    at = token.lastIndex;
    if (found[1] !== undefined) expect(open.pop()).toBe(found[1]);
    else if (found[2] !== undefined && found[4] === "") open.push(found[2]);
  }
  expect(open).toEqual([]);
}
