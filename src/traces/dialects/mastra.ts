import { textAt } from "./attribute-values.ts";
import type { Dialect, SpanRole } from "./span-facts.ts";

/** What Mastra adds to OpenTelemetry's names: which of its spans repeat another one. */
export const mastra: Dialect = ({ span: { attributes } }) => {
  const type = textAt(attributes, "mastra.span.type");
  if (type === undefined) return undefined;
  const [thread, run] = ["mastra.metadata.threadId", "mastra.metadata.runId"];
  return {
    role: Object.hasOwn(roles, type) ? roles[type] : "other",
    conversation: textAt(attributes, thread, run),
  };
};

const roles: Readonly<Record<string, SpanRole | undefined>> = {
  agent_run: "agent",
  workflow_run: "workflow",
  model_generation: "model",
  model_step: "model",
  model_inference: "model",
  model_chunk: "ignored",
  tool_call: "tool",
  mcp_tool_call: "tool",
  provider_tool_call: "tool",
};
