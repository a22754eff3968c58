import type { ScoredConversation } from "../../project/traces/trace-run.ts";
import { tracePerformance } from "../../traces/performance/trace-performance.ts";
import { camelKeys } from "./camel-keys.ts";
import { safeJson } from "./reply.ts";
import { traceMetadata } from "./trace-metadata.ts";

/** What comes of an evaluation on the way, as server-sent events. */
export function eventStream(write: (frame: string) => void) {
  const say = (event: object, name?: string) =>
    write(`${name === undefined ? "" : `event: ${name}\n`}data: ${safeJson(event)}\n\n`);
  return {
    /** Times and tokens are known before anything is measured. */
    onBegin(conversations: readonly ScoredConversation[]): void {
      for (const { conversation } of conversations) {
        const performanceMetrics = camelKeys(tracePerformance(conversation));
        const traceMeta = traceMetadata(conversation);
        const { traceId } = conversation;
        say({ traceId, performanceMetrics, traceMetadata: traceMeta }, "performance_metrics");
      }
      const { length } = conversations;
      say({ message: `Evaluating ${length} trace${length === 1 ? "" : "s"}...` });
    },
    onResult(partialResult: object): void {
      const { traceId } = partialResult as { traceId?: string };
      say({ traceProgress: { traceId, partialResult } });
    },
    done(result: object): void {
      say({ message: "Evaluation complete" });
      say({ done: true, result });
    },
    failed(error: string): void {
      say({ error });
    },
  };
}
