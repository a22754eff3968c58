import { metricsTarget } from "../emit/otlp-target.ts";
import { postExport } from "../emit/post-export.ts";
import type { Meters } from "./meters.ts";
import { otlpMetrics } from "./otlp-metrics.ts";

interface PushOptions {
  readonly meters: Meters;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told when it does not arrive, and when it does again. */
  readonly note: (text: string) => void;
}

const USUAL_INTERVAL = 60_000;

/**
 * Sends metrics where `OTEL_EXPORTER_OTLP_ENDPOINT` says, every minute or as `OTEL_METRIC_EXPORT_INTERVAL` says, and once
 * more at the end. Undefined where no address is set.
 */
export function pushMetrics({ meters, version, env, note }: PushOptions) {
  const target = metricsTarget(env);
  if (target === undefined) return undefined;
  const { signal, resource } = target;
  let isLost = false;

  async function push(): Promise<void> {
    const measures = await meters.read();
    const { since } = meters;
    const exported = otlpMetrics({ measures, resource, version, since, now: Date.now() });
    const result = await postExport(exported, signal, new AbortController().signal);
    const isTaken = result.kind === "taken";
    if (!isTaken && !isLost) note(`Metrics did not arrive at ${signal.url}: ${result.why}.`);
    if (isTaken && isLost) note("Metrics arrive again.");
    isLost = !isTaken;
  }
  const interval = Number(env.OTEL_METRIC_EXPORT_INTERVAL) || USUAL_INTERVAL;
  const timer = setInterval(() => void push().catch(() => {}), interval);
  timer.unref();
  return {
    async close(): Promise<void> {
      clearInterval(timer);
      await push().catch(() => {});
    },
  };
}
