import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { type SpanDetail, spanDetail } from "../../../project/trace-view/span-detail.ts";
import type { TraceView } from "../../../project/trace-view/trace-view.ts";
import { viewTrace } from "../../../project/trace-view/view-trace.ts";
import { logLine, spanLine } from "../../../traces/formats/write-otlp-json.ts";
import { route } from "../route.ts";
import { openTrace, traceQuery } from "./trace-source.ts";

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
    const { spans, logs } = await openTrace(query, parts, { withRequests: true });
    return {
      text: [...spans.map(spanLine), ...logs.map(logLine)].map((line) => `${line}\n`).join(""),
    };
  },
});
