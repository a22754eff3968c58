import type { Reply } from "../../lib/api.ts";

export type TraceView = Reply<"GET /trace">["view"];
export type TurnView = TraceView["turns"][number];
export type SpanRow = TurnView["spans"][number];
export type SpanDetail = Reply<"GET /trace/span">;
export type TraceMessage = NonNullable<SpanDetail["input"]>[number];
