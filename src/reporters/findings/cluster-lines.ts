import type {
  ClusterExample,
  ClusteredCase,
  FailureCluster,
  FailureClusters,
} from "../../analysis/clusters/failure-clusters.ts";
import { trialPattern } from "../../analysis/reliability/run-reliability.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { passRateText } from "../text/amount-text.ts";
import { labelled } from "../text/labelled-lines.ts";
import { storeWords } from "../text/next-text.ts";
import { truncate, wrap } from "../text/text-width.ts";
import { type DrawOptions, trajectoryLines } from "../text/trajectory-text.ts";
import { clusterFaults, faultsText } from "./fault-text.ts";

interface ClusterDrawing extends DrawOptions {
  /** How a run is called on the command line. */
  readonly nameOf: (runId: string) => string;
}

const mostCases = 10;

/** Clusters for reading: what stands out, then each cause with its cases and one example. */
export function clusterLines(found: FailureClusters, options: ClusterDrawing): readonly string[] {
  const { say, columns } = options;
  const whose = faultsText(found.faults);
  const head = [
    "",
    `  ${say.line(`${found.agent} · run ${found.runId} · ${passRateText(found.passRate)}`)}`,
    "",
    ...wrap(say.line(found.sentence), columns - 4).map((line) => `  ${line}`),
    ...(whose === undefined ? [] : wrap(whose, columns - 4).map((line) => `  ${line}`)),
  ];
  const clusters = found.clusters.flatMap((each) => oneCluster(each, found, options));
  return [...head, ...clusters, ...nextLines(found, options), ""];
}

/** The example of the largest cluster, whole, is what somebody looks at next. */
function nextLines(
  { runId, clusters }: FailureClusters,
  drawing: ClusterDrawing,
): readonly string[] {
  const { say, nameOf } = drawing;
  const [largest] = clusters;
  if (largest === undefined) return [];
  const evalId = shellWord(say.line(largest.example.evalId));
  return [
    "",
    `  Look closer:  assay runs show ${nameOf(runId)} --case ${evalId}${storeWords(drawing)}`,
  ];
}

function oneCluster(
  cluster: FailureCluster,
  { totals }: FailureClusters,
  options: DrawOptions,
): readonly string[] {
  const { say, paint, columns } = options;
  const isFailed = cluster.status === "failed";
  const all = isFailed ? totals.failed : totals.notEvaluated - totals.notRun;
  const glyph = isFailed ? paint.bad("✗") : paint.doubt("–");
  const verdict = isFailed ? "" : " not evaluated";
  const [first = "", ...rest] = wrap(
    `${grouped(cluster.count)} of ${grouped(all)}${verdict}: ${say.line(cluster.name)}`,
    columns - 6,
  );
  const whose = clusterFaults(cluster.cases);
  const shown = cluster.cases.slice(0, mostCases);
  const left = cluster.cases.length - shown.length;
  return [
    "",
    `  ${glyph} ${paint.strong(first)}`,
    ...rest.map((line) => `    ${paint.strong(line)}`),
    ...shown.map((each) => truncate(`      ${caseText(each, options)}`, columns)),
    ...(left > 0 ? [`      and ${left} more`] : []),
    ...exampleLines(cluster.example, options),
    ...(whose === "" ? [] : labelled("fault", [faultSentence(cluster, whose)], options)),
  ];
}

function caseText({ evalId, trials }: ClusteredCase, { say }: DrawOptions): string {
  const pattern = trials.length > 1 ? `  ${trialPattern(trials)}` : "";
  return `${say.line(evalId)}${pattern}`;
}

/** The evidence of the first that was not the agent's stands for all of them. */
function faultSentence({ cases, example }: FailureCluster, whose: string): string {
  const evidence = cases.find(({ fault }) => fault !== "agent")?.evidence ?? "";
  const told = evidence.endsWith(example.why) ? "" : ` ${evidence}`;
  return `Not the agent's: ${whose}.${told}`;
}

function exampleLines(example: ClusterExample, options: DrawOptions): readonly string[] {
  const { say, paint, columns } = options;
  const turn = example.turn === undefined ? "" : `, turn ${example.turn + 1}`;
  const lines = [
    paint.quiet(
      truncate(`    for example ${say.line(example.evalId)}`, columns - turn.length) + turn,
    ),
    ...(example.user ? labelled("user", [example.user], options) : []),
  ];
  if (example.trajectory !== undefined) {
    lines.push("", ...trajectoryLines(example.trajectory, options), "");
  }
  if (example.expected !== undefined)
    lines.push(...labelled("expected", [example.expected], options));
  if (example.actual !== undefined) lines.push(...labelled("actual", [example.actual], options));
  return [...lines, ...labelled("why", [example.why], options)];
}
