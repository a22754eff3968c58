import { isObject } from "../../../core/schema/parse-context.ts";
import { evalCaseResultSchema } from "../../../eval-sets/results/eval-result-schema.ts";
import { readStoredResult } from "../../../eval-sets/results/result-file.ts";
import { readCases } from "../../../project/history/load-run.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import type { ServerParts } from "../../api/server-parts.ts";
import { appOf } from "../adk-app.ts";
import { AdkRefusal, type AdkRequest, type AdkRoutes } from "../adk-route.ts";
import { devPaths } from "../dev-paths.ts";
import { turnForPage } from "../sets/case-for-page.ts";
import { agentDetails } from "./agent-details.ts";
import { type AppResult, appResults, storedResults } from "./app-results.ts";
import { caseResultJson } from "./case-result-json.ts";
import { sessionDetails } from "./eval-session.ts";
import { setAsideOf } from "./set-aside.ts";

/** Results of eval runs, whoever started them. */
export const resultRoutes: AdkRoutes = [
  ["GET", devPaths("/eval_results"), async (request) => await idsOf(request)],
  ["GET", devPaths("/eval-results"), async (request) => ({ evalResultIds: await idsOf(request) })],
  ["GET", devPaths("/eval-results/:result"), async (request) => await resultOf(request)],
  [
    "GET",
    devPaths("/eval_results/:result"),
    async (request) => resultForPage(await resultOf(request)),
  ],
];

async function idsOf({ param, parts }: AdkRequest): Promise<readonly string[]> {
  const app = appOf(param("app"), parts);
  if (app === undefined) return [];
  const own = (await appResults(app, parts)).map(({ id }) => id);
  const stored = (await storedResults(app)).filter((id) => !own.includes(id.replace(/\.0$/, "")));
  return [...new Set([...stored, ...own])].toSorted();
}

async function resultOf({ param, parts }: AdkRequest): Promise<ResultJson> {
  const id = param("result");
  const app = appOf(param("app"), parts);
  const found = app && (await appResults(app, parts)).find((each) => each.id === id);
  if (app !== undefined && found !== undefined) {
    const { evalSetId, time } = found;
    const cases = await casesOf(app, found, parts);
    return resultJson(id, { evalSetId, time, cases });
  }
  if (app !== undefined && (await storedResults(app)).includes(id)) {
    const stored = await readStoredResult(app.folder, id);
    const cases = stored.evalCaseResults.map((each) => evalCaseResultSchema.write(each, "http"));
    const { evalSetId, creationTimestamp: time } = stored;
    return resultJson(id, { evalSetId, time, cases: cases as readonly Record<string, unknown>[] });
  }
  throw new AdkRefusal(404, `Eval set result ${JSON.stringify(id)} was not found.`);
}

interface ResultJson {
  readonly evalCaseResults: readonly Record<string, unknown>[];
  readonly [other: string]: unknown;
}

function resultJson(
  id: string,
  {
    evalSetId,
    time,
    cases,
  }: { evalSetId: string; time: number; cases: readonly Record<string, unknown>[] },
): ResultJson {
  return {
    evalSetResultId: id,
    evalSetResultName: id.replaceAll(/[\\/]/g, "_"),
    evalSetId,
    evalCaseResults: cases,
    creationTimestamp: time,
  };
}

/** Every case of a run's set. */
export async function casesOf(
  app: WorkspaceAgent,
  { runId, evalSetId, about }: Pick<AppResult, "runId" | "evalSetId" | "about">,
  parts: ServerParts,
): Promise<readonly Record<string, unknown>[]> {
  const set = about.sets.find((each) => each.evalSetId === evalSetId);
  if (set === undefined) return [];
  const agents = await agentDetails(app, about, parts);
  const aside = await setAsideOf(runId, parts);
  const cases: Record<string, unknown>[] = [];
  for await (const result of readCases(parts.runs, runId)) {
    if (result.evalSetId !== evalSetId) continue;
    const json = caseResultJson(result, { set, aside, agents });
    cases.push({ ...json, sessionDetails: sessionDetails(result, app.name) });
  }
  return cases;
}

/** With what pages need to draw a result, also where there was nothing. */
function resultForPage(result: ResultJson): ResultJson {
  return { ...result, evalCaseResults: result.evalCaseResults.map(caseForPage) };
}

function caseForPage(each: Record<string, unknown>): Record<string, unknown> {
  const { evalMetricResults: _, evalMetricResultPerInvocation: turns, ...rest } = each;
  if (!Array.isArray(turns)) return rest;
  return {
    ...rest,
    evalMetricResultPerInvocation: turns.filter(isObject).map((turn) => ({
      ...turn,
      actualInvocation: pageTurn(turn.actualInvocation),
      expectedInvocation: pageTurn(turn.expectedInvocation),
    })),
  };
}

function pageTurn(turn: unknown): unknown {
  return isObject(turn) ? turnForPage(turn as unknown as Parameters<typeof turnForPage>[0]) : turn;
}
