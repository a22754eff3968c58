import type { Reply } from "../../lib/api.ts";
import type { Draft } from "./use-draft.ts";

type DryScore = Reply<"POST /sets/:set/cases/:case/dry-score">;

/** What an edit does to the recorded runs, and what it is about. */
export function drySentence(
  dry: DryScore | undefined,
  { isChanged, edits }: Pick<Draft, "isChanged" | "edits">,
): readonly [string, string] {
  const about = isChanged ? `Edited: ${edits.join(", ")}.` : "";
  if (dry === undefined) return [" ", about];
  const { recorded, saved, edited, metrics } = dry;
  if (recorded.length === 0) return ["It was never run.", about];
  if (metrics.length === 0) {
    return ["Its metrics ask a judge or code of yours, so that no edit can be scored dry.", about];
  }
  const [was, is] = [passed(saved), passed(edited)];
  const runs = recorded.length === 1 ? "recorded run" : "recorded runs";
  if (!isChanged || was === is) {
    const of = `${is} of ${recorded.length} ${runs} ${is === 1 ? "passes" : "pass"} by what can be scored here.`;
    return [isChanged ? `The edit changes no verdict: ${of}` : of, about];
  }
  const turned = is > was ? "green" : "red";
  const count = Math.abs(is - was);
  return [`This edit turns ${count} of ${recorded.length} ${runs} ${turned}.`, about];
}

function passed(verdicts: DryScore["saved"]): number {
  return verdicts.filter(({ status }) => status === "passed").length;
}
