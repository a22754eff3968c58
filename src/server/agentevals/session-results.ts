import { isObject } from "../../core/schema/parse-context.ts";

/** What an evaluation says of each session, as little of it as this route has. */
export function sessionResults(result: object): readonly object[] {
  const { traceResults } = result as { traceResults?: readonly Row[] };
  return (traceResults ?? []).map(({ groupKey, traceId, numInvocations, metricResults }) => ({
    sessionId: groupKey,
    traceId,
    numInvocations,
    metricResults: metricResults.filter(isObject).map((metric) => ({
      metricName: metric.metricName,
      score: metric.score,
      evalStatus: metric.evalStatus,
      error: metric.error,
      perInvocationScores: metric.perInvocationScores,
      details: metric.details,
    })),
    error: null,
  }));
}

interface Row {
  readonly groupKey: string;
  readonly traceId: string;
  readonly numInvocations: number;
  readonly metricResults: readonly unknown[];
}
