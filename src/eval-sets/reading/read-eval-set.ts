import { errorFromProblems, type Problem } from "../../core/errors.ts";
import type { EvalSet } from "../../core/eval-set.ts";
import { type ParseOptions, parseEvalSet } from "./parse-eval-set.ts";

interface ReadOptions extends ParseOptions {
  /** ADK's reader does not mind two cases of one id, its runner does. Refused unless allowed here. */
  readonly duplicates?: "allow" | undefined;
}

export interface EvalSetReading {
  readonly evalSet: EvalSet;
  readonly warnings: readonly Problem[];
  /** Forms in it that ADK itself would not read. */
  readonly adkIncompatibilities: readonly Problem[];
}

/** How many mistakes of one file are reported at once. */
export const mostProblems = 5;

/** Reads the text of an eval set in any form that people write, or throws with the first mistakes in it. */
export function readEvalSet(text: string, options: ReadOptions = {}): EvalSetReading {
  const { evalSet, problems, duplicates, warnings, adkIncompatibilities } = parseEvalSet(
    text,
    options,
  );
  if (problems.length > 0) {
    throw errorFromProblems("eval-set/invalid", problems.slice(0, mostProblems));
  }
  if (duplicates.length > 0 && options.duplicates !== "allow") {
    throw errorFromProblems("eval-set/duplicate", duplicates.slice(0, mostProblems));
  }
  return { evalSet, warnings, adkIncompatibilities };
}
