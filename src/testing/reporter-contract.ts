import { describe, expect, test } from "vitest";
import type { Reporter } from "../core/reporter.ts";
import type { RunEvent } from "../core/run.ts";
import { anInvocation, aRunEnd, aRunSet, aRunStart, caseEvents } from "./builders.ts";
import { playRun } from "./play-run.ts";

export interface ReporterUnderTest {
  readonly reporter: Reporter;
  /** Everything that it has written by now. */
  text(): string | Promise<string>;
}

interface ReporterContract {
  /** Whether a report names the cases that did not pass; so it is unless said otherwise. */
  readonly namesFailures?: boolean | undefined;
}

/** Every reporter passes the same tests. A new reporter's test file is one call to this. */
export function describeReporter(
  name: string,
  makeReporter: () => ReporterUnderTest | Promise<ReporterUnderTest>,
  { namesFailures = true }: ReporterContract = {},
): void {
  async function reportOf(events: readonly RunEvent[], from = 0): Promise<string> {
    const { reporter, text } = await makeReporter();
    await playRun(reporter, events, { from });
    return text();
  }

  describe(`${name} keeps the Reporter contract`, () => {
    test("reports a run, and reports it the same again", async () => {
      const events = aRun({ kitchen: "passed", cellar: "failed" });
      const report = await reportOf(events);
      expect(report).not.toBe("");
      expect(await reportOf(events)).toBe(report);
    });

    test("never reports a case that failed, or was not evaluated, as one that passed", async () => {
      const green = await reportOf(aRun({ kitchen: "passed", cellar: "passed" }));
      for (const status of ["failed", "not-evaluated"] as const) {
        const report = await reportOf(aRun({ kitchen: "passed", cellar: status }));
        expect(report).not.toBe(green);
        if (namesFailures) expect(report).toContain("cellar");
      }
    });

    test("reports a run that was stopped, and one without any case", async () => {
      const whole = aRun({ kitchen: "passed", cellar: "passed" });
      const stopped = [...whole.slice(0, -1).slice(0, 4), aRunEnd({ status: "interrupted" })];
      expect(await reportOf(stopped)).not.toBe(await reportOf(whole));
      const [start] = whole;
      if (start === undefined) throw new Error("a run begins with run-start");
      const none = await reportOf([start, aRunEnd({ status: "interrupted" })]);
      expect(none).not.toBe(await reportOf(whole));
    });

    test("reports a run that goes on, and what an earlier process had finished", async () => {
      const [start, ...rest] = aRun({ cellar: "failed", kitchen: "passed" });
      if (start === undefined) throw new Error("a run begins with run-start");
      const resume = { type: "run-resume", runId: "run-1", at: LATER } as const;
      const events = [start, ...rest.slice(0, 3), resume, ...rest.slice(3)];
      const report = await reportOf(events, 4);
      if (namesFailures) expect(report).toContain("cellar");
    });

    test("reports trials that disagree", async () => {
      const set = aRunSet({ caseCount: 1 });
      const trial = (at: number, status: Status) =>
        caseEvents({ evalId: "cellar", trial: at, end: { status } });
      const start = aRunStart({ trials: 2, require: "all", sets: [set] });
      const events = [start, ...trial(0, "passed"), ...trial(1, "failed"), aRunEnd()];
      const report = await reportOf(events);
      if (namesFailures) expect(report).toContain("cellar");
    });

    test("lets no word of an agent move the cursor, and fails at none", async () => {
      for (const said of ["\x1b]0;owned\x07", "\x1b[2J\r", "\u009b31m", "\ud800", "]]>", ""]) {
        const report = await reportOf(aRun({ cellar: "failed" }, said));
        for (const control of ["\x1b]", "\x1b[2J", "\x07", "\u009b"]) {
          expect(report.includes(control), JSON.stringify(said)).toBe(false);
        }
      }
    });

    test("two of them at once keep apart", async () => {
      const [one, two] = await Promise.all([
        reportOf(aRun({ kitchen: "failed" })),
        reportOf(aRun({ cellar: "failed" })),
      ]);
      expect(one).not.toContain("cellar");
      expect(two).not.toContain("kitchen");
    });
  });
}

const LATER = "2026-11-16T02:54:00.000Z";

type Status = "passed" | "failed" | "not-evaluated";

/** A run of these cases, in which the agent says this. */
function aRun(cases: Readonly<Record<string, Status>>, said = "Hello."): readonly RunEvent[] {
  const named = Object.entries(cases);
  const invocations = [anInvocation({ answer: said })];
  return [
    aRunStart({ sets: [aRunSet({ caseCount: named.length })] }),
    ...named.flatMap(([evalId, status], index) =>
      caseEvents({ evalId, index, invocations, end: { status, output: said } }),
    ),
    aRunEnd(),
  ];
}
