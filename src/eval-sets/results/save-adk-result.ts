import type { CaseResult } from "../../core/run.ts";
import type { MetricSetting } from "../../core/run-info.ts";
import { adkCaseResults } from "./adk-case-result.ts";
import type { EvalCaseResult } from "./eval-result-schema.ts";
import { writeResultInto } from "./result-file.ts";

interface SavedRun {
  /** The agent's own folder, or its `.adk/eval_history`, where the file goes. */
  readonly folder: string;
  readonly appName: string;
  readonly evalSetId: string;
  /** Unix seconds. */
  readonly time: number;
  readonly cases: AsyncIterable<CaseResult>;
  readonly metrics: readonly MetricSetting[];
}

/** Keeps what a run made of one eval set where ADK and its web page look for it. Returns the path. */
export async function saveAdkResult({
  folder,
  cases,
  metrics,
  ...header
}: SavedRun): Promise<string> {
  return writeResultInto(folder, header, translate(cases, metrics), "lean");
}

async function* translate(
  cases: AsyncIterable<CaseResult>,
  metrics: readonly MetricSetting[],
): AsyncGenerator<EvalCaseResult> {
  const toAdk = adkCaseResults(metrics);
  for await (const result of cases) yield toAdk(result);
}
