import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { isUserFacingError, type UserFacingError } from "../../../core/errors.ts";
import type { EvalSet } from "../../../core/eval-set.ts";
import { metricDefinitions } from "../../../metrics/index.ts";
import { runState } from "../../../project/history/list-runs.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import type { ServerParts } from "../../api/server-parts.ts";
import { needApp } from "../adk-app.ts";
import { runEvalBody } from "../adk-bodies.ts";
import { AdkRefusal, type AdkRequest, type AdkRoutes } from "../adk-route.ts";
import { devPaths } from "../dev-paths.ts";
import { appSets } from "../sets/app-sets.ts";
import { noSet } from "../sets/set-routes.ts";
import { casesOf } from "./result-routes.ts";
import { keepSetAside } from "./set-aside.ts";

/** Running an eval set: a run like any other, which is on record before it is answered. */
export const runEvalRoutes: AdkRoutes = [
  ["POST", devPaths("/eval_sets/:set/run_eval"), async (request) => await runEval(request)],
  [
    "POST",
    devPaths("/eval-sets/:set/run"),
    async (request) => ({ runEvalResults: await runEval(request) }),
  ],
];

type Asked = z.output<typeof runEvalBody>;
type AskedMetric = Asked["evalMetrics"][number];

async function runEval(request: AdkRequest): Promise<readonly object[]> {
  const body = await request.body(runEvalBody);
  const { param, parts } = request;
  if (body.liveModelConfig || body.userSimulatorConfig?.type === "llm_audio") {
    throw new AdkRefusal(400, "Evals over live sessions and spoken words are not run here.");
  }
  const app = needApp(param("app"), parts);
  const sets = appSets(app, parts);
  const [found, file] = [await sets.get(param("set")), sets.fileOf(param("set"))];
  if (found === undefined || file === undefined) throw noSet(400, param("set"));
  const cases = casesAsked(found, body);
  if (cases.length === 0) return [];
  const { runId, aside } = await startRun({ app, file, cases, metrics: body.evalMetrics }, parts);
  const unmeasured = aside.map(({ metricName, threshold }) => {
    return { metricName, threshold: threshold ?? undefined };
  });
  await keepSetAside(runId, unmeasured, parts);
  await ended(runId, parts);
  const [start] = await parts.runs.runEvents(runId);
  if (start?.type !== "run-start") throw new AdkRefusal(422, "The run cannot be read.");
  const { about } = start;
  const results = await casesOf(app, { runId, evalSetId: found.evalSetId, about }, parts);
  return results.map(({ sessionDetails: _, ...each }) => ({ evalMetricResults: [], ...each }));
}

/** All of them where none is named; ids that are none of the set's are passed over, as ADK does. */
function casesAsked({ evalCases }: EvalSet, { evalCaseIds, evalIds }: Asked): readonly string[] {
  const ids = evalCases.map(({ evalId }) => evalId);
  const asked = evalCaseIds?.length ? evalCaseIds : (evalIds ?? []);
  return asked.length === 0 ? ids : ids.filter((id) => asked.includes(id));
}

interface RunAsked {
  readonly app: WorkspaceAgent;
  readonly file: string;
  readonly cases: readonly string[];
  readonly metrics: readonly AskedMetric[];
}

interface StartedRun {
  readonly runId: string;
  /** What could not be measured. */
  readonly aside: readonly AskedMetric[];
}

/** Metrics that nobody knows, or whose judge cannot be asked, are set aside: the others are measured. */
async function startRun(asked: RunAsked, parts: ServerParts): Promise<StartedRun> {
  const known = asked.metrics.filter(({ metricName }) => definitionOf(metricName) !== undefined);
  const unknown = asked.metrics.filter((metric) => !known.includes(metric));
  try {
    return { runId: await startWith(known, asked, parts), aside: unknown };
  } catch (error) {
    const plain = known.filter(({ metricName }) => !asksJudge(metricName));
    if (!isUserFacingError(error) || plain.length === known.length || !isOfMetric(error))
      throw error;
    return {
      runId: await startWith(plain, asked, parts),
      aside: asked.metrics.filter((metric) => !plain.includes(metric)),
    };
  }
}

function isOfMetric({ code }: UserFacingError): boolean {
  return code.startsWith("model/") || code.startsWith("metric/") || code === "config/invalid";
}

async function startWith(
  metrics: readonly AskedMetric[],
  { app, file, cases }: RunAsked,
  { jobs, workspace }: ServerParts,
): Promise<string> {
  const flags = [
    ...cases.map((id) => `--case=${id}`),
    ...(metrics.length === 0 ? [await noCriteria(workspace)] : metrics.map(criterionFlag)),
  ];
  return (await jobs.start(["eval", ...flags, "--adk_results=never", "--", app.folder, file]))
    .runId;
}

/** An empty list of metrics is none, and not what the folder's config says. */
async function noCriteria(workspace: string): Promise<string> {
  const file = join(workspace, "no-criteria.json");
  await writeFile(file, JSON.stringify({ criteria: {} }));
  return `--config_file_path=${file}`;
}

function criterionFlag({ metricName, threshold, criterion }: AskedMetric): string {
  const limit = threshold ?? undefined;
  if (criterion === null || criterion === undefined) {
    return `--criterion=${metricName}=${limit ?? defaultOf(metricName)}`;
  }
  const whole = { ...criterion, ...(limit !== undefined && { threshold: limit }) };
  return `--criterion=${metricName}=${JSON.stringify(whole)}`;
}

function definitionOf(metricName: string) {
  return metricDefinitions.find(({ name }) => name === metricName);
}

function asksJudge(metricName: string): boolean {
  return definitionOf(metricName)?.needs.includes("judge") === true;
}

/** A metric without a threshold is held against the best there is. */
function defaultOf(metricName: string): number {
  return definitionOf(metricName)?.range.max ?? 1;
}

const LOOK_MS = 2_000;

async function ended(runId: string, { runs, clock }: ServerParts): Promise<void> {
  for (let position = await runs.position(); ; ) {
    if ((await runState(runs, runId)) !== "running") return;
    position = await clock.next(position, AbortSignal.timeout(LOOK_MS)).catch(() => position);
  }
}
