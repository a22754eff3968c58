import { isObject } from "../../core/schema/parse-context.ts";

/** As many as ADK asks for. */
const USUAL = 5;

/** How many verdicts a criterion asks its judge for, as a config writes it. */
export function samplesOf(criterion: Readonly<Record<string, unknown>> | undefined): number {
  const given = criterion?.judge_model_options ?? criterion?.judgeModelOptions;
  const options = isObject(given) ? given : {};
  const samples = options.num_samples ?? options.numSamples;
  return typeof samples === "number" ? samples : USUAL;
}
