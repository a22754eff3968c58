import type { RunInfo } from "../../../core/run-info.ts";
import { unreadSentence } from "../../../core/text/unread-sentence.ts";
import { casesText, numberText } from "../../lib/amounts.ts";
import type { Run } from "./use-run.ts";

interface Told extends Pick<Run, "state" | "totals" | "gates"> {
  /** Of traces: what could not be read. */
  readonly about: Pick<RunInfo, "unread" | "unreadCount">;
}

/** The one sentence that outranks all numbers, and what of the traces is in none of them. */
export function runSentence(run: Told): string {
  const unread = unreadSentence(run.about);
  return unread === undefined ? verdictSentence(run) : `${verdictSentence(run)} ${unread}`;
}

function verdictSentence({ state, totals, gates }: Told): string {
  const { cases, passed, failed, notEvaluated, notRun } = totals;
  const ended = cases - notRun;
  const unclear = notEvaluated - notRun;
  if (state === "running") {
    const failing = failed === 0 ? "none has failed" : `${numberText(failed)} failed`;
    return `${numberText(ended)} of ${casesText(cases)} have ended; ${failing} so far.`;
  }
  const held = gatesText(gates);
  const rest = notRun === 0 ? "" : ` ${casesText(notRun)} never ran.`;
  if (failed > 0) {
    const others = unclear === 0 ? "" : ` ${casesText(unclear)} could not be evaluated.`;
    return `${casesText(failed)} failed of ${numberText(cases)}.${others}${rest}${held}`;
  }
  if (unclear > 0)
    return `Nothing failed, but ${casesText(unclear)} could not be evaluated.${rest}${held}`;
  if (passed === 0) return `Nothing was evaluated.${rest}${held}`;
  if (notRun > 0) return `${numberText(passed)} of ${numberText(cases)} passed.${rest}${held}`;
  return cases === 1 ? `The one case passed.${held}` : `All ${casesText(cases)} passed.${held}`;
}

function gatesText(gates: Run["gates"]): string {
  if (gates === undefined || gates.length === 0) return "";
  const words = { met: "is met", "not-met": "is not met", undecided: "is undecided" };
  return ` ${gates.map(({ gate, outcome }) => `“${gate}” ${words[outcome]}.`).join(" ")}`;
}

/** How long the rest takes when it goes on like this; undefined where that cannot be said. */
export function timeLeft({
  state,
  conversations,
  startedAt,
  resumes,
}: Pick<Run, "state" | "conversations" | "startedAt" | "resumes">): number | undefined {
  const { ended, planned } = conversations;
  // what lay between two attempts is no time that it took
  if (state !== "running" || ended === 0 || resumes > 0) return undefined;
  const seconds = (Date.now() - Date.parse(startedAt)) / 1000;
  return (seconds / ended) * (planned - ended);
}
