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
  if (runs.length === 0) return ["It was never run.", wrong];
  const lead = leadOf(cases);
  const flaky = countOf(cases, "flaky");
  const never = countOf(cases, "never");
  const more = [
    flaky === 0 ? "" : `${flaky === 1 ? "1 case is" : `${flaky} cases are`} flaky.`,
    never === 0 ? "" : `${never === 1 ? "1 was" : `${never} were`} never run.`,
    wrong,
  ];
  return [lead, more.filter(Boolean).join(" ")];
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
