import type { Reply } from "../../lib/api.ts";

type Run = Pick<Reply<"GET /runs/:run">, "state" | "totals" | "gates">;

/** The one sentence that outranks all numbers. */
export function runSentence({ state, totals, gates }: Run): string {
  const { cases, passed, failed, notEvaluated, notRun } = totals;
  const ended = cases - notRun;
  const unclear = notEvaluated - notRun;
  if (state === "running") {
    const failing = failed === 0 ? "none has failed" : `${failed} failed`;
    return `${ended} of ${cases} cases have ended; ${failing} so far.`;
  }
  const held = gatesText(gates);
  const rest = notRun === 0 ? "" : ` ${casesText(notRun)} never ran.`;
  if (failed > 0) {
    const others = unclear === 0 ? "" : ` ${casesText(unclear)} could not be evaluated.`;
    return `${casesText(failed)} failed of ${cases}.${others}${rest}${held}`;
  }
  if (unclear > 0)
    return `Nothing failed, but ${casesText(unclear)} could not be evaluated.${rest}${held}`;
  if (passed === 0) return `Nothing was evaluated.${rest}${held}`;
  return notRun === 0
    ? `All ${cases} cases passed.${held}`
    : `${passed} of ${cases} passed.${rest}${held}`;
}

function casesText(count: number): string {
  return count === 1 ? "1 case" : `${count} cases`;
}

function gatesText(gates: Run["gates"]): string {
  if (gates === undefined || gates.length === 0) return "";
  const words = { met: "is met", "not-met": "is not met", undecided: "is undecided" };
  return ` ${gates.map(({ gate, outcome }) => `“${gate}” ${words[outcome]}.`).join(" ")}`;
}
