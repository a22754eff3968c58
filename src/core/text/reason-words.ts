import type { MetricResult } from "../run.ts";
import type { ReasonCode } from "../verdict.ts";

/** A reason code in a few words. */
export function reasonWords(reason: ReasonCode): string {
  return words[reason];
}

/** What a metric was missing, in its own words. */
export function lackWords({ name, detail }: Pick<MetricResult, "name" | "detail">): string {
  const known = lacks.find(([metrics]) => metrics.test(name))?.[1];
  if (known !== undefined) return known;
  // a metric of the user's own may need anything, and its detail says what
  return detail?.startsWith(`${name} `) ? detail.replace(/\.$/, "") : words["missing-reference"];
}

const lacks: readonly (readonly [metrics: RegExp, lack: string])[] = [
  [/^rubric_based_/, "no rubrics to judge by"],
  [/^final_session_state$/, "no final_session_state to compare with"],
  [
    /^(?:response_match_score|final_response_match_v2|response_similarity)$/,
    "no reference answer to compare with",
  ],
  [/^(?:tool_trajectory_\w+|single_tool_use)$/, "no expected tool calls to compare with"],
];

const words: Readonly<Record<ReasonCode, string>> = {
  "missing-reference": "no reference to compare with",
  "judge-parse": "the judge's answer could not be read",
  "judge-refused": "the judge refused",
  "judge-error": "the judge could not be asked",
  "judge-no-quorum": "too few judge answers",
  "judge-window": "too long for the judge",
  "judge-contradiction": "the judge contradicted itself",
  "judge-unfit": "the judge failed its control questions",
  "agent-error": "the agent failed",
  "simulator-fault": "the simulation failed",
  "turn-mismatch": "not the expected number of turns",
  timeout: "timed out",
  unsupported: "cannot be measured here",
  cancelled: "stopped before it ended",
  "metric-error": "the metric broke",
  "partly-scored": "only some turns were scored",
  "no-metrics": "no metric looked at it",
  "not-recorded": "the trace does not say enough",
};
