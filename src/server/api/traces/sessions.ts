import { z } from "zod";
import type { FilterProblem } from "../../../core/filter/filter.ts";
import {
  findSession,
  goldenSet,
  sessionConversation,
} from "../../../project/traces/session-conversation.ts";
import { route } from "../route.ts";
import type { LiveSession } from "./live-session.ts";
import { sessionFilter } from "./session-filter.ts";

export const sessionList = route({
  summary: "Conversations that were received as traces, the newest first.",
  query: z.object({
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    agent: z.string().optional(),
    /** In the language of filters: `status:failed tool:refund tokens:>5000` and words. */
    filter: z.string().max(2000).optional(),
  }),
  reply: z.object({
    /** That match what is asked for, and of all. */
    count: z.number(),
    all: z.number(),
    /** Of the newest thousand, how many each agent has. */
    agents: z.array(z.object({ name: z.string(), count: z.number() })).readonly(),
    sessions: z.array(z.custom<LiveSession>()).readonly(),
    /** What of the filter could not be read, and does nothing. */
    problems: z.array(z.custom<FilterProblem>()).readonly(),
    receiver: z.object({
      http: z.string().nullable(),
      grpc: z.string().nullable(),
      /** Stored in the last ten seconds; null where none came. */
      spansPerSecond: z.number().nullable(),
      refusal: z.object({ at: z.string(), message: z.string() }).nullable(),
    }),
  }),
  async handle({ query, parts }) {
    const agentic = (await parts.traces.sessions()).filter(({ isAgent }) => isAgent);
    const all = agentic.toSorted((a, b) => Number((b.firstStart ?? 0n) - (a.firstStart ?? 0n)));
    const { offset, limit } = query;
    const { matches, problems, isAll } = sessionFilter(query.filter ?? "");
    const isNarrowed = query.agent !== undefined || !isAll;
    // a line is a whole conversation: of thousands only those are read that are asked for
    const newest = await parts.live.lines(all.slice(0, COUNTED));
    const agents = Map.groupBy(newest, agentOf);
    const older = isNarrowed ? await parts.live.lines(all.slice(COUNTED)) : [];
    const wanted = [...newest, ...older].filter(
      (line) => (query.agent === undefined || agentOf(line) === query.agent) && matches(line),
    );
    const page = isNarrowed
      ? wanted.slice(offset, offset + limit)
      : await parts.live.lines(all.slice(offset, offset + limit));
    return {
      count: isNarrowed ? wanted.length : all.length,
      all: all.length,
      agents: [...agents].map(([name, own]) => ({ name, count: own.length })),
      sessions: page,
      problems,
      receiver: parts.receiver(),
    };
  },
});

/** Of so many of the newest sessions it is said whose they are. */
const COUNTED = 1000;

function agentOf({ agent }: LiveSession): string {
  return agent ?? "unknown";
}

export const markSession = route({
  summary: "Make a session golden: what it did is what others should do. Or take that back.",
  body: z.strictObject({ golden: z.boolean() }),
  reply: z.object({ golden: z.boolean() }),
  async handle({ params, body, parts }) {
    const { id } = await findSession(parts.traces, params.session ?? "");
    // a session that does not say what the user said is nothing to compare with
    if (body.golden) goldenSet(id, await sessionConversation(parts.traces, id), 0);
    await parts.traces.markGolden(id, body.golden);
    return { golden: body.golden };
  },
});

export const removeSession = route({
  summary: "Forget a session with all its spans.",
  reply: z.object({ removed: z.boolean() }),
  async handle({ params, parts }) {
    const { id } = await findSession(parts.traces, params.session ?? "");
    return { removed: await parts.traces.remove(id) };
  },
});

export const scoreSessions = route({
  summary: "Score all sessions against a golden one, as a run.",
  body: z.strictObject({ metrics: z.array(z.string()).min(1).optional() }),
  reply: z.object({ runId: z.string() }),
  status: 201,
  async handle({ params, body, parts }) {
    const { id } = await findSession(parts.traces, params.session ?? "");
    const metrics = body.metrics ?? ["tool_trajectory_avg_score", "response_match_score"];
    const words = metrics.map((name) => `--metric=${name}`);
    return await parts.jobs.start(["sessions score", `--golden=${id}`, ...words]);
  },
});
