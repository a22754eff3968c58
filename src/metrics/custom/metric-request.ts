import type { Content, FunctionResponse } from "../../core/content.ts";
import { type Invocation, toolCallsOf, toolResponsesOf } from "../../core/invocation.ts";
import type { MetricInput } from "../../core/metric.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { isToolError } from "../tool-use/is-tool-error.ts";

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
    invocations: input.actual.map(invocation),
    expected_invocations: input.expected?.map(invocation) ?? null,
  };
}

function invocation(turn: Invocation): object {
  return {
    invocation_id: turn.invocationId,
    trace_id: null,
    span_id: turn.invocationId,
    user_content: joined(turn.userContent) ?? "",
    final_response: joined(turn.finalResponse) ?? null,
    intermediate_steps: {
      tool_calls: toolCallsOf(turn).map(({ id = null, name = null, args = {} }) => ({
        id,
        name,
        args,
      })),
      tool_responses: toolResponsesOf(turn).map(toolResponse),
    },
    performance_metrics: null,
  };
}

/** The protocol joins parts without anything between them, unlike ADK. */
function joined(content: Content | undefined): string | undefined {
  return content?.parts?.map((part) => part.text ?? "").join("");
}

function toolResponse(answer: FunctionResponse): object {
  const { id = null, name = null, response = null } = answer;
  return {
    id,
    name,
    response,
    output: response === null ? "" : JSON.stringify(withSortedKeys(response)),
    status: isToolError(answer) ? "error" : null,
  };
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, withSortedKeys(value[key])]));
}
