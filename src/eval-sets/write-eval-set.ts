import type { EvalSet, EvalSetHeader } from "../core/eval-set.ts";
import { evalSetShape } from "./eval-set-shape.ts";

/** The text of an eval set as ADK writes it: snake_case, indented by 2, without defaults, no newline at the end. */
export function writeEvalSet(evalSet: EvalSet): string {
  return JSON.stringify(evalSetShape.write(evalSet, "lean"), null, 2);
}

/** What a set is called where people see it. */
export function evalSetName({ name, evalSetId }: EvalSetHeader): string {
  return name === undefined || name === "" ? evalSetId : name;
}
