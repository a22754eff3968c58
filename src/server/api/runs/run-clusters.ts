import { z } from "zod";
import { changedFiles, filesText } from "../../../analysis/changed-files.ts";
import { clusterFailures } from "../../../analysis/clusters/cluster-failures.ts";
import type {
  FailureCluster,
  FailureClusters,
} from "../../../analysis/clusters/failure-clusters.ts";
import { caseKeyOf } from "../../../core/folds/case-key.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import { shortId } from "../../../core/text/short-id.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { readCases } from "../../../project/history/load-run.ts";
import { route } from "../route.ts";
import type { PastRun, PastStatus } from "./run-history.ts";

/** Causes of a run's failures, each with how its cases came out in the runs before. */
export interface RunClusters extends Omit<FailureClusters, "clusters"> {
  readonly clusters: readonly PlacedCluster[];
  /** The runs before, oldest first. */
  readonly before: readonly { readonly runId: string; readonly shortId: string }[];
}

export interface PlacedCluster extends FailureCluster {
  /** The worst that any of its cases came to in each run before; null where it had none of them. */
  readonly marks: readonly (PastStatus | null)[];
  /** The first of the last runs in a row in which none of its cases was well; undefined for this run. */
  readonly since?: { readonly runId: string; readonly shortId: string; readonly runs: number };
  /** What changed when it began, as far as the runs tell. */
  readonly changed?: string | undefined;
}

const RUNS_BEFORE = 10;

export const runClusters = route({
  summary:
    "The failures of a run by what went wrong: causes, their cases, since when and whose doing.",
  reply: z.custom<RunClusters>(),
  async handle({ params, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const { summary, seq } = await parts.views.open(runId);
    setTag(`${seq}`);
    const found = await clusterFailures(summary, () => readCases(parts.runs, runId));
    const past = await parts.history.before(runId, summary.about, RUNS_BEFORE);
    const ids = (await parts.runs.list()).map((each) => each.runId);
    const name = (id: string) => shortId(id, ids);
    return {
      ...found,
      clusters: found.clusters.map((cluster) => placed(cluster, past, summary.about, name)),
      before: past.map((run) => ({ runId: run.runId, shortId: name(run.runId) })),
    };
  },
});

function placed(
  cluster: FailureCluster,
  past: readonly PastRun[],
  about: RunInfo,
  nameOf: (runId: string) => string,
): PlacedCluster {
  const keys = cluster.cases.map(caseKeyOf);
  const marks = past.map(({ statuses }) => worst(keys.flatMap((key) => statuses.get(key) ?? [])));
  let first = marks.length;
  while (first > 0 && isBad(marks[first - 1])) first -= 1;
  const began = past[first];
  const since = began && {
    runId: began.runId,
    shortId: nameOf(began.runId),
    runs: marks.length - first + 1,
  };
  const changed = changeText(past[first - 1]?.about, began?.about ?? about);
  return { ...cluster, marks, ...(since && { since }), ...(changed && { changed }) };
}

const order: readonly PastStatus[] = ["errored", "failed", "not-evaluated", "passed"];

function worst(statuses: readonly PastStatus[]): PastStatus | null {
  return order.find((status) => statuses.includes(status)) ?? null;
}

function isBad(mark: PastStatus | null | undefined): boolean {
  return mark === "failed" || mark === "errored";
}

function changeText(before: RunInfo | undefined, after: RunInfo): string | undefined {
  if (before === undefined) return undefined;
  const files = changedFiles(before, after);
  const commit = after.git?.commit;
  const isNew = commit !== undefined && commit !== before.git?.commit;
  const where = isNew ? `Commit ${commit.slice(0, 7)}` : undefined;
  if (files.length > 0)
    return `${where === undefined ? "" : `${where}: `}${filesText(files)} changed`;
  return where === undefined
    ? "Nothing is known to have changed then"
    : `${where}, no file of the agent`;
}
