import type { Comparison } from "../../core/analysis/comparison.ts";

const methodNames: Readonly<Record<string, string>> = {
  "mcnemar-midp": "McNemar's mid-p, interval by Bonett and Price",
  "sign-flip": "sign flips, interval by t",
  "paired-t": "paired t",
  "clustered-t": "t by clusters",
};

/** How the numbers were come by, in a line. */
export function methodsText({ passRate, metrics, efficiency }: Comparison): string {
  const of = (method: string) => methodNames[method] ?? method;
  const rate = passRate.difference.method;
  const others = new Set(
    metrics.map(({ difference }) => difference.method).filter((method) => method !== "none"),
  );
  const parts = [
    ...(rate === "none" ? [] : [`pass rate: ${of(rate)}`]),
    ...(others.size === 0
      ? []
      : [`metrics: ${[...others].map(of).join("; ")}${holmText(metrics.length)}`]),
    ...(efficiency.length === 0 ? [] : ["medians: sign test"]),
  ];
  return parts.length === 0 ? "" : `${parts.join(". ")}.`;
}

function holmText(count: number): string {
  return count > 1 ? `, p after Holm over ${count}` : "";
}
