import { Hono } from "hono";
import type { SessionListing, TraceStore } from "../../core/traces/trace-store.ts";
import { writeEvalSet } from "../../eval-sets/write-eval-set.ts";
import { maskedCase } from "../../project/traces/case-from-trace.ts";
import { goldenSet, sessionConversation } from "../../project/traces/session-conversation.ts";
import { type EvaluateSetup, evaluate } from "./evaluate.ts";
import { RequestProblem, reply, safeJson } from "./reply.ts";
import { measuredBy } from "./request-config.ts";
import { sessionDocument } from "./session-document.ts";
import { sessionResults } from "./session-results.ts";
import { readJsonBody, textField } from "./uploads.ts";

interface SessionSetup extends EvaluateSetup {
  readonly store: TraceStore;
}

/** The sessions that were received. */
export function sessionRoutes(setup: SessionSetup): Hono {
  const { store } = setup;
  const app = new Hono();
  app.get("/sessions", async (c) => {
    const sessions = await store.sessions();
    return reply(c, sessions.filter(({ isAgent }) => isAgent).map(sessionRow));
  });
  app.get("/sessions/:id/otlp", async (c) => {
    const { id } = await found(store, c.req.param("id"), "Session not found");
    const text = safeJson(await sessionDocument(store, id));
    return c.body(text, 200, { "Content-Type": "application/json" });
  });
  app.post("/get-trace", async (c) => {
    const body = await readJsonBody(c);
    const { id, spanCount } = await found(
      store,
      textField(body, "session_id"),
      "Session not found",
    );
    const traceContent = JSON.stringify(await sessionDocument(store, id));
    return reply(c, { sessionId: id, traceContent, numSpans: spanCount });
  });
  app.post("/create-eval-set", async (c) => {
    const body = await readJsonBody(c);
    const { id } = await found(store, textField(body, "session_id"), "Session not found");
    const set = await setOf(store, id, textField(body, "eval_set_id"));
    const evalCases = set.evalCases.map((each) => maskedCase(each).evalCase);
    return reply(c, {
      evalSet: JSON.parse(writeEvalSet({ ...set, evalCases })),
      numInvocations: set.evalCases[0]?.conversation?.length ?? 0,
    });
  });
  app.post("/evaluate-sessions", async (c) => {
    const body = await readJsonBody(c);
    refuseUnknown(body);
    const golden = textField(body, "golden_session_id");
    const { id } = await found(store, golden, "Golden session not found");
    const evalSetId = textField(body, "eval_set_id");
    const asked = measuredBy(body.evaluators ?? usual);
    const evalSet = await setOf(store, id, evalSetId);
    const others = await finished(store, id);
    const content = await Promise.all(others.map((each) => sessionConversation(store, each)));
    const evaluation = {
      content,
      evalSet,
      caseId: CASE_ID,
      asked: { ...asked, groupBy: "auto" as const },
      errors: [],
      signal: c.req.raw.signal,
    };
    const result = others.length === 0 ? {} : await evaluate(evaluation, setup);
    return reply(c, { goldenSessionId: id, evalSetId, results: sessionResults(result) });
  });
  return app;
}

const CASE_ID = "case_1";
const usual = [{ name: "tool_trajectory_avg_score", type: "builtin" }];
const known = ["golden_session_id", "eval_set_id", "evaluators"];

function refuseUnknown(body: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw new RequestProblem(400, `There is no "${unknown}" here. Known are ${known.join(", ")}.`);
}

async function found(store: TraceStore, id: string, problem: string): Promise<SessionListing> {
  const session = (await store.sessions()).find((each) => each.id === id);
  if (session === undefined) throw new RequestProblem(404, problem);
  return session;
}

/** All that nothing more is expected of, but the golden one. */
async function finished(store: TraceStore, golden: string): Promise<readonly string[]> {
  const sessions = await store.sessions();
  const complete = sessions.filter(({ isAgent, completeAt }) => isAgent && isPast(completeAt));
  return complete.map(({ id }) => id).filter((id) => id !== golden);
}

async function setOf(store: TraceStore, id: string, evalSetId: string) {
  const conversation = await sessionConversation(store, id);
  const set = goldenSet(id, conversation, Date.now() / 1000);
  const evalCases = set.evalCases.map((each) => ({ ...each, evalId: CASE_ID }));
  return { ...set, evalSetId, name: undefined, evalCases };
}

function sessionRow(session: SessionListing) {
  const { id, traceIds, spanCount, firstStart, completeAt } = session;
  return {
    sessionId: id,
    traceId: traceIds[0] ?? "",
    evalSetId: null,
    spanCount,
    isComplete: isPast(completeAt),
    startedAt:
      firstStart === undefined ? null : new Date(Number(firstStart / 1_000_000n)).toISOString(),
    metadata: {},
  };
}

function isPast(time: number): boolean {
  return time <= Date.now();
}
