import { z } from "zod";
import type { EvalCase } from "../../../core/eval-set.ts";
import { ParseContext } from "../../../core/schema/parse-context.ts";
import { evalCaseSchema } from "../../../eval-sets/schema/eval-case-schema.ts";
import { appOf, needApp } from "../adk-app.ts";
import { addSessionBody } from "../adk-bodies.ts";
import { AdkRefusal, type AdkRequest, type AdkRoutes } from "../adk-route.ts";
import { devPaths } from "../dev-paths.ts";
import { findSession } from "../sessions/find-session.ts";
import { appSets } from "./app-sets.ts";
import { caseForPage, pageFreeCase } from "./case-for-page.ts";
import { caseFromChat } from "./case-from-chat.ts";
import { keepUnsaid } from "./keep-unsaid.ts";
import { noSet } from "./set-routes.ts";

const oneCase = devPaths("/eval-sets/:set/eval-cases/:case");
/** As web pages made for ADK spell it. */
const casePage = devPaths("/eval_sets/:set/evals/:case");

/** Cases: listed, captured from a session, read, changed and deleted. */
export const caseRoutes: AdkRoutes = [
  [
    "GET",
    devPaths("/eval_sets/:set/evals", "/eval-sets/:set/eval-cases"),
    async ({ param, parts }) => {
      const app = appOf(param("app"), parts);
      const found = app && (await appSets(app, parts).get(param("set")));
      if (found === undefined) throw noSet(400, param("set"));
      return found.evalCases.map(({ evalId }) => evalId).toSorted();
    },
  ],
  ["GET", oneCase, async (request) => evalCaseSchema.write(await caseOf(request), "http")],
  ["GET", casePage, async (request) => caseForPage(await caseOf(request))],
  ["PUT", [...oneCase, ...casePage], async (request) => await changeCase(request)],
  [
    "DELETE",
    [...oneCase, ...casePage],
    async (request) => {
      const { evalId } = await caseOf(request);
      const { param, parts } = request;
      await appSets(needApp(param("app"), parts), parts).folder.deleteCase(param("set"), evalId);
    },
  ],
  [
    "POST",
    devPaths("/eval-sets/:set/add-session"),
    async (request) => await addSession(request, { replaces: false }),
  ],
  [
    "POST",
    devPaths("/eval_sets/:set/add_session"),
    // the page has asked whether to overwrite by then
    async (request) => await addSession(request, { replaces: true }),
  ],
];

async function caseOf({ param, parts }: AdkRequest): Promise<EvalCase> {
  const app = appOf(param("app"), parts);
  const found = app && (await appSets(app, parts).get(param("set")));
  const evalCase = found?.evalCases.find(({ evalId }) => evalId === param("case"));
  if (evalCase !== undefined) return evalCase;
  const what = `${JSON.stringify(param("set"))} or its case ${JSON.stringify(param("case"))}`;
  throw new AdkRefusal(404, `Eval set ${what} was not found.`);
}

/** What a page does not send stays as it was: it knows of four fields. */
async function changeCase(request: AdkRequest): Promise<void> {
  const { param, parts } = request;
  const body = await request.body(z.record(z.string(), z.unknown()));
  const app = appOf(param("app"), parts);
  const found = app && (await appSets(app, parts).get(param("set")));
  const sent = pageFreeCase(
    body,
    found?.evalCases.find(({ evalId }) => evalId === param("case")),
  );
  const context = new ParseContext("The case");
  const read = evalCaseSchema.read(sent, context);
  if (context.problems.length > 0) {
    const detail = context.problems.map(({ path, message }) => {
      return { type: "value_error", loc: ["body", ...path], msg: message };
    });
    throw new AdkRefusal(422, detail);
  }
  if (read.evalId !== param("case")) {
    throw new AdkRefusal(400, "The case's id and the one of the address differ.");
  }
  const before = await caseOf(request);
  const after = keepUnsaid(read, before);
  const sets = appSets(needApp(param("app"), parts), parts);
  await sets.folder.updateCase(param("set"), after);
}

async function addSession(
  request: AdkRequest,
  { replaces }: { readonly replaces: boolean },
): Promise<void> {
  const { param, parts } = request;
  const { evalId, sessionId, userId } = await request.body(addSessionBody);
  const app = needApp(param("app"), parts);
  const chat = await findSession({ app, userId, sessionId }, parts);
  if (chat === undefined) throw new AdkRefusal(404, "The session was not found.");
  const sets = appSets(app, parts);
  const found = await sets.get(param("set"));
  if (found === undefined) throw noSet(404, param("set"));
  const evalCase = await caseFromChat(evalId, chat, { app, parts });
  const isThere = found.evalCases.some((each) => each.evalId === evalId);
  if (isThere && !replaces) {
    throw new AdkRefusal(400, `The eval set has a case ${JSON.stringify(evalId)} already.`);
  }
  if (isThere) await sets.folder.updateCase(param("set"), evalCase);
  else await sets.folder.addCase(param("set"), evalCase);
}
