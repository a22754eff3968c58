import type { Content, FunctionCall, FunctionResponse } from "../../core/content.ts";
import { type Invocation, toolCallsOf, toolResponsesOf } from "../../core/invocation.ts";
import type { MetricInput } from "../../core/metric.ts";
import type { ToolFacts, TraceFacts } from "../../core/traces/trace-facts.ts";
import { isToolError } from "../tool-use/is-tool-error.ts";
import { pythonJson } from "./python-json.ts";

const PROTOCOL_VERSION = "1.1";

interface MetricRequest {
  readonly name: string;
  readonly threshold: number | undefined;
  readonly config: Readonly<Record<string, unknown>>;
  readonly input: MetricInput;
}

/** What a program that measures is given to read, in the protocol's own spelling. */
export function metricRequest({ name, threshold, config, input }: MetricRequest): object {
  return {
    protocol_version: PROTOCOL_VERSION,
    metric_name: name,
    threshold: threshold ?? null,
    config,
    invocations: input.actual.map((turn, place) => invocation(turn, input.trace, place)),
    expected_invocations: input.expected?.map((turn) => invocation(turn)) ?? null,
  };
}

function invocation(turn: Invocation, trace?: TraceFacts, place = 0): object {
  const facts = trace?.turns[place];
  return {
    invocation_id: turn.invocationId,
    trace_id: facts?.traceId ?? null,
    span_id: turn.invocationId,
    user_content: joined(turn.userContent) ?? "",
    final_response: joined(turn.finalResponse) ?? null,
    intermediate_steps:
      facts === undefined
        ? {
            tool_calls: toolCallsOf(turn).map(toolCall),
            tool_responses: toolResponsesOf(turn).map(toolResponse),
          }
        : {
            tool_calls: facts.tools.map(toolCall),
            tool_responses: facts.tools.filter(isAnswered).map(recordedResponse),
          },
    performance_metrics: trace?.performance ?? null,
  };
}

/** The protocol joins parts without anything between them, unlike ADK. */
function joined(content: Content | undefined): string | undefined {
  return content?.parts?.map((part) => part.text ?? "").join("");
}

function toolCall({ id, name, args = {} }: Pick<FunctionCall, "id" | "name" | "args">): object {
  return { id: id ?? null, name: name ?? null, args };
}

function toolResponse(answer: FunctionResponse): object {
  const { id = null, name = null, response = null } = answer;
  const status = isToolError(answer) ? "error" : null;
  return { id, name, response, output: outputOf(response), status };
}

/** A call that failed has answered, if only by that. */
function isAnswered({ result, isError }: ToolFacts): boolean {
  return isError || (result !== undefined && result !== null);
}

function recordedResponse({ id, name, result = null, isError }: ToolFacts): object {
  const status = isError ? "error" : null;
  return { id: id ?? null, name, response: result, output: outputOf(result), status };
}

/** Words stay as they are; anything else is written as JSON. */
function outputOf(result: unknown): string {
  if (result === null) return "";
  return typeof result === "string" ? result : pythonJson(result);
}
