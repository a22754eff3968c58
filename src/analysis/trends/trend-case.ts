import type { TrendCase, TrendRun } from "./trend.ts";

/** What a row of verdicts shows, and when it changed. */
export function trendCase(
  evalId: string,
  verdicts: TrendCase["verdicts"],
  runs: readonly Pick<TrendRun, "runId">[],
): TrendCase {
  const count = (wanted: TrendCase["verdicts"][number]) =>
    verdicts.filter((verdict) => verdict === wanted).length;
  const [passed, failed, notEvaluated] = [count("passed"), count("failed"), count("not-evaluated")];
  const own = { evalId, verdicts, passed, failed, notEvaluated };
  const places = verdicts.flatMap((verdict, place) =>
    verdict === "passed" || verdict === "failed" ? [place] : [],
  );
  const turns = places.filter(
    (place, at) => at > 0 && verdicts[place] !== verdicts[places[at - 1] ?? 0],
  );
  const [turn] = turns;
  if (passed + failed === 0) return { ...own, course: "never-evaluated" };
  if (turn === undefined) {
    return { ...own, course: passed > 0 ? "always-passed" : "always-failed" };
  }
  // broken once and mended once is a story; more is noise
  const last = turns.at(-1) ?? turn;
  if (turns.length > 2) return { ...own, course: "flaky" };
  const course = verdicts[last] === "passed" ? "fixed" : "broke";
  return { ...own, course, at: runs[last]?.runId };
}

const order: readonly TrendCase["course"][] = [
  "broke",
  "flaky",
  "always-failed",
  "never-evaluated",
  "fixed",
  "always-passed",
];

/** What needs a look first, the latest change before older ones. */
export function byCourse(one: TrendCase, other: TrendCase): number {
  return (
    order.indexOf(one.course) - order.indexOf(other.course) ||
    lastTurn(other) - lastTurn(one) ||
    other.failed - one.failed ||
    names.compare(one.evalId, other.evalId) ||
    (one.evalId < other.evalId ? -1 : 1)
  );
}

const names = new Intl.Collator("en", { numeric: true });

function lastTurn({ course, verdicts }: TrendCase): number {
  if (course !== "broke" && course !== "fixed") return 0;
  return verdicts.lastIndexOf(course === "broke" ? "passed" : "failed");
}
