import { type Measure, metricTable } from "./meters.ts";

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** As Prometheus reads it. */
export function prometheusText(measures: readonly Measure[]): string {
  const byName = Map.groupBy(measures, ({ name }) => name);
  const lines = [...byName].flatMap(([name, all]) => [
    `# HELP ${name} ${metricTable[name]?.help ?? ""}`,
    `# TYPE ${name} ${metricTable[name]?.kind ?? "untyped"}`,
    ...all.map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
  ]);
  return lines.map((line) => `${line}\n`).join("");
}

function labelText(labels: Measure["labels"]): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}
