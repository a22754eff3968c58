import type { FailureClusters } from "../../analysis/clusters/failure-clusters.ts";
import { trialPattern } from "../../analysis/reliability/run-reliability.ts";
import { passRateText } from "../text/amount-text.ts";
import { cell, code, fenced, html } from "../text/markdown-text.ts";
import { paint } from "../text/paint.ts";
import type { SafeText } from "../text/safe-text.ts";
import { trajectoryLines } from "../text/trajectory-text.ts";
import { clusterFaults, faultsText } from "./fault-text.ts";

const mostCases = 20;

/** Clusters for a pull request. Everything foreign stands in code. */
export function clusterMarkdown(found: FailureClusters, say: SafeText): string {
  const whose = faultsText(found.faults);
  const rows = found.clusters.map(({ name, count, status, cases }) => {
    const fault = clusterFaults(cases) || "the agent";
    return `| ${count} | ${status === "failed" ? "failed" : "not evaluated"} | ${cell(say.line(name))} | ${fault} |`;
  });
  const table =
    rows.length === 0
      ? []
      : ["", "| cases | | cause | whose |", "| ---: | --- | --- | --- |", ...rows];
  return [
    `### Why cases of ${code(say.line(found.agent))} did not pass`,
    "",
    `${code(say.line(found.sentence))} ${passRateText(found.passRate)}. Run ${code(say.line(found.runId))}.`,
    ...(whose === undefined ? [] : ["", whose]),
    ...table,
    ...found.clusters.flatMap((cluster) => details(cluster, say)),
    "",
  ].join("\n");
}

function details(
  { name, count, cases, example }: FailureClusters["clusters"][number],
  say: SafeText,
): readonly string[] {
  const shown = cases.slice(0, mostCases).map(({ evalId, trials }) => {
    const pattern = trials.length > 1 ? ` ${trialPattern(trials)}` : "";
    return `${code(say.line(evalId))}${pattern}`;
  });
  const left = cases.length - shown.length;
  const drawing = { say, paint: paint(false), columns: 100 };
  const diff = example.trajectory === undefined ? [] : trajectoryLines(example.trajectory, drawing);
  const answers = [
    ...(example.expected === undefined ? [] : [`expected  ${say.line(example.expected)}`]),
    ...(example.actual === undefined ? [] : [`actual    ${say.line(example.actual)}`]),
  ];
  return [
    "",
    `<details><summary>${count} × ${html(say.line(name))}</summary>`,
    "",
    `${shown.join(", ")}${left > 0 ? ` and ${left} more` : ""}`,
    "",
    fenced([`${say.line(example.evalId)}: ${say.line(example.why)}`, ...diff, ...answers]),
    "",
    "</details>",
  ];
}
