import type { ToolFacts, TraceFacts } from "../../core/traces/trace-facts.ts";
import type { TraceToolCall } from "../../core/traces/trace-turn.ts";
import type { TraceConversation } from "../conversations/group-traces.ts";
import { tracePerformance } from "../performance/trace-performance.ts";
import { argumentsOf } from "./to-invocation.ts";

/** What a conversation of a trace tells beyond its invocations. */
export function traceFacts(conversation: TraceConversation): TraceFacts {
  return {
    performance: tracePerformance(conversation),
    turns: conversation.turns.map(({ traceId, tools }) => ({
      traceId,
      tools: tools.map(toolFacts),
    })),
  };
}

function toolFacts({ name, id, args, result, errorType }: TraceToolCall): ToolFacts {
  return { name, id, args: argumentsOf(args), result, isError: errorType !== undefined };
}
