import { numberText } from "../../lib/amounts.ts";
import type { Reply } from "../../lib/api.ts";
import { countOf, stateOf } from "./case-rows.ts";

type SetDetail = Pick<Reply<"GET /sets/:set">, "cases" | "problems" | "runs">;

/** How a set stands: the sentence that outranks the rest, and the rest. */
export function setSentence({ cases, problems, runs }: SetDetail): readonly [string, string] {
  const wrong =
    problems.length === 0
      ? ""
      : `The file has ${problems.length === 1 ? "1 problem" : `${problems.length} problems`}.`;
  if (cases.length === 0) {
    return wrong === ""
      ? ["There is no case in it yet.", "Add one, or import a file."]
      : ["The file cannot be read.", wrong];
  }
  if (runs.length === 0) return ["No run of it has ended yet.", wrong];
  const lead = leadOf(cases);
  const more = [
    sayCount(countOf(cases, "flaky"), ["1 case is", "cases are", "flaky"]),
    sayCount(countOf(cases, "never"), ["1 was", "were", "never run"]),
    sayCount(countOf(cases, "quarantined"), ["1 is", "are", "quarantined"]),
    wrong,
  ];
  return [lead, more.filter(Boolean).join(" ")];
}

function sayCount(count: number, [one, many, what]: readonly [string, string, string]): string {
  if (count === 0) return "";
  return count === 1 ? `${one} ${what}.` : `${count} ${many} ${what}.`;
}

function leadOf(cases: SetDetail["cases"]): string {
  const states = cases.map(stateOf);
  const failed = states.filter((state) => state === "failed" || state === "errored").length;
  const passed = states.filter((state) => state === "passed").length;
  const evaluated = failed + passed;
  if (failed > 0)
    return `${numberText(failed)} of ${numberText(evaluated)} evaluated cases failed when they ran last.`;
  if (evaluated === 0) return "None of them could be evaluated when they ran last.";
  return passed === cases.length
    ? `All ${passed} cases passed when they ran last.`
    : `${passed} of ${cases.length} cases passed when they ran last, and none failed.`;
}
