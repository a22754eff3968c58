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
  const same = others.size === 1 && others.has(rate);
  const holm = holmText(metrics.length);
  const named = [...others].map(of).join("; ");
  const parts = [
    ...(rate === "none" ? [] : [`${same ? "pass rate and metrics" : "pass rate"}: ${of(rate)}`]),
    ...(others.size === 0 || same ? [] : [`metrics: ${named}`]),
    ...(others.size === 0 || holm === "" ? [] : [holm]),
    ...(efficiency.length === 0 ? [] : ["medians: sign test"]),
  ];
  return parts.length === 0 ? "" : `${parts.join(". ")}.`;
}

function holmText(count: number): string {
  return count > 1 ? `p of metrics after Holm over ${count}` : "";
}
