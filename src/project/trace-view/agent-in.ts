import type { SpanView } from "../../traces/dialects/span-view.ts";
import { kindOf } from "./span-row.ts";

/** The agent that a span stands for. */
export function agentIn(view: SpanView): string | undefined {
  return kindOf(view) === "agent" ? view.agentName : undefined;
}
