import { naturalOrder } from "../../core/text/natural-order.ts";
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
  const last = turns.at(-1);
  if (last === undefined) return { ...own, course: steadyCourse(own) };
  // broken once and mended once is a story; more is noise
  if (turns.length > 2) return { ...own, course: "flaky" };
  const course = verdicts[last] === "passed" ? "fixed" : "broke";
  return { ...own, course, at: runs[last]?.runId };
}

/** What was not evaluated has not passed. */
function steadyCourse({ passed, failed, notEvaluated }: CaseCounts): TrendCase["course"] {
  if (failed > 0) return "always-failed";
  if (passed === 0) return "never-evaluated";
  return notEvaluated > 0 ? "passed-when-evaluated" : "always-passed";
}

type CaseCounts = Pick<TrendCase, "passed" | "failed" | "notEvaluated">;

const order: readonly TrendCase["course"][] = [
  "broke",
  "flaky",
  "always-failed",
  "never-evaluated",
  "passed-when-evaluated",
  "fixed",
  "always-passed",
];

/** What needs a look first, the latest change before older ones. */
export function byCourse(one: TrendCase, other: TrendCase): number {
  return (
    order.indexOf(one.course) - order.indexOf(other.course) ||
    lastTurn(other) - lastTurn(one) ||
    other.failed - one.failed ||
    naturalOrder(one.evalId, other.evalId)
  );
}

/** The run at which it last changed: the first that says so after the last that said otherwise, however many say nothing. */
function lastTurn({ course, verdicts }: TrendCase): number {
  if (course !== "broke" && course !== "fixed") return 0;
  const [now, before] =
    course === "broke" ? (["failed", "passed"] as const) : (["passed", "failed"] as const);
  return verdicts.indexOf(now, verdicts.lastIndexOf(before));
}
