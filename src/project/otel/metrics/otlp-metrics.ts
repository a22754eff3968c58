import type { Attributes } from "../../../core/traces/span.ts";
import { type Measure, metricTable } from "./meters.ts";

interface Export {
  readonly measures: readonly Measure[];
  readonly resource: Attributes;
  readonly version: string;
  readonly since: number;
  readonly now: number;
}

/** As OpenTelemetry's collectors read it: OTLP in JSON. */
export function otlpMetrics({ measures, resource, version, since, now }: Export): object {
  const byName = Map.groupBy(measures, ({ name }) => name);
  const metrics = [...byName].map(([name, all]) => {
    const about = metricTable[name];
    const dataPoints = all.map(({ labels, value }) => ({
      attributes: attributesOf(labels),
      startTimeUnixNano: nanoseconds(since),
      timeUnixNano: nanoseconds(now),
      asDouble: value,
    }));
    const data =
      about?.kind === "counter"
        ? { sum: { dataPoints, aggregationTemporality: 2, isMonotonic: true } }
        : { gauge: { dataPoints } };
    return { name, description: about?.help, unit: about?.unit, ...data };
  });
  const scopeMetrics = [{ scope: { name: "assay", version }, metrics }];
  return {
    resourceMetrics: [{ resource: { attributes: attributesOf(resource) }, scopeMetrics }],
  };
}

function attributesOf(given: Readonly<Record<string, unknown>>) {
  return Object.entries(given).map(([key, value]) => ({
    key,
    value: { stringValue: String(value) },
  }));
}

function nanoseconds(milliseconds: number): string {
  return `${BigInt(Math.round(milliseconds)) * 1_000_000n}`;
}
