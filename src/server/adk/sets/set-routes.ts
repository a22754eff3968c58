import { rm } from "node:fs/promises";
import type { EvalSet } from "../../../core/eval-set.ts";
import { evalCaseSchema } from "../../../eval-sets/schema/eval-case-schema.ts";
import { appOf, needApp } from "../adk-app.ts";
import { createSetBody } from "../adk-bodies.ts";
import { AdkRefusal, type AdkRequest, type AdkRoutes, orRefusal } from "../adk-route.ts";
import { devPaths } from "../dev-paths.ts";
import { appSets } from "./app-sets.ts";

/** Eval sets: listed, made, read and deleted. */
export const setRoutes: AdkRoutes = [
  ["GET", devPaths("/eval_sets"), async (request) => await idsOf(request)],
  ["GET", devPaths("/eval-sets"), async (request) => ({ evalSetIds: await idsOf(request) })],
  [
    "POST",
    devPaths("/eval-sets"),
    async (request) => {
      const { evalSet } = await request.body(createSetBody);
      return await created(request, evalSet.evalSetId);
    },
  ],
  [
    "POST",
    devPaths("/eval_sets/:set"),
    async (request) => {
      await created(request, request.param("set"));
    },
  ],
  [
    "GET",
    devPaths("/eval_sets/:set", "/eval-sets/:set"),
    async (request) => {
      const sets = appSets(needApp(request.param("app"), request.parts), request.parts);
      const found = await sets.get(request.param("set"));
      if (found === undefined) throw noSet(404, request.param("set"));
      return setJson(found);
    },
  ],
  [
    "DELETE",
    devPaths("/eval_sets/:set", "/eval-sets/:set"),
    async (request) => {
      const sets = appSets(needApp(request.param("app"), request.parts), request.parts);
      const file = sets.fileOf(request.param("set"));
      if (file === undefined) throw noSet(404, request.param("set"));
      await rm(file);
    },
  ],
];

async function idsOf({ param, parts }: AdkRequest): Promise<readonly string[]> {
  const app = appOf(param("app"), parts);
  return app === undefined ? [] : await appSets(app, parts).folder.list();
}

async function created({ param, parts }: AdkRequest, evalSetId: string): Promise<unknown> {
  const app = needApp(param("app"), parts);
  // stricter than our own names: what clients made for ADK count on
  if (!/^[A-Za-z0-9_]+$/.test(evalSetId)) {
    const rule = "letters, digits and underscores";
    throw new AdkRefusal(400, `${JSON.stringify(evalSetId)} is no id of an eval set: ${rule}.`);
  }
  return await orRefusal(400, async () =>
    setJson(await appSets(app, parts).folder.create(evalSetId)),
  );
}

/** A set is answered in the spelling of files; what is in its cases is not. */
function setJson({ evalSetId, name, description, evalCases, creationTimestamp }: EvalSet): unknown {
  return {
    eval_set_id: evalSetId,
    name,
    description,
    eval_cases: evalCases.map((each) => evalCaseSchema.write(each, "http")),
    creation_timestamp: creationTimestamp,
  };
}

export function noSet(status: number, evalSetId: string): AdkRefusal {
  return new AdkRefusal(status, `Eval set ${JSON.stringify(evalSetId)} was not found.`);
}
