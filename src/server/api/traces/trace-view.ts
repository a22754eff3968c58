import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { chromeTrace } from "../../../project/trace-view/chrome-trace.ts";
import { type SpanDetail, spanDetail } from "../../../project/trace-view/span-detail.ts";
import type { TraceView } from "../../../project/trace-view/trace-view.ts";
import { viewTrace } from "../../../project/trace-view/view-trace.ts";
import { route } from "../route.ts";
import { openTrace, otlpLines, traceQuery } from "./trace-source.ts";

export const traceView = route({
  summary: "A conversation as spans, turn by turn: one that was received, or one of a run.",
  query: traceQuery,
  reply: z.object({
    view: z.custom<TraceView>(),
    isGolden: z.boolean(),
    isComplete: z.boolean(),
  }),
  async handle({ query, parts }) {
    const told = await openTrace(query, parts);
    const { isGolden, isComplete } = told;
    return { view: viewTrace(told), isGolden, isComplete };
  },
});

export const traceSpan = route({
  summary: "One span of a conversation, with all that its exporter sent.",
  query: traceQuery.extend({ trace: z.string(), span: z.string() }),
  reply: z.custom<SpanDetail>(),
  async handle({ query, parts }) {
    const told = await openTrace(query, parts, { withRequests: true });
    const detail = spanDetail(told, query.trace, query.span);
    if (detail !== undefined) return detail;
    throw new UserFacingError("session/not-found", `There is no span ${query.span} here.`, {
      hint: "It may belong to another conversation, or have been forgotten.",
    });
  },
});

export const traceExport = route({
  summary: "The spans and log records of a conversation as OTLP JSON lines.",
  query: traceQuery,
  reply: z.object({ text: z.string() }),
  async handle({ query, parts }) {
    return { text: otlpLines(await openTrace(query, parts, { withRequests: true })) };
  },
});

export const traceChrome = route({
  summary:
    "The spans of a conversation in the trace event format, for chrome://tracing and Perfetto.",
  query: traceQuery,
  reply: z.object({
    text: z.string(),
    /** Spans that do not say when they began. */
    leftOut: z.number(),
  }),
  handle: async ({ query, parts }) => chromeTrace(viewTrace(await openTrace(query, parts))),
});
