import type { FunctionCall } from "../../core/content.ts";
import { type Invocation, isRecorded, toolCallsOf } from "../../core/invocation.ts";

/**
 * The calls of a turn, and among them the sub-agents that an expected path names: one that was handed the conversation
 * counts where it was handed over, one that worked by plan where it first spoke. Without such names these are just the calls.
 */
export function stepsWithSubAgents(
  invocation: Invocation,
  names: ReadonlySet<string>,
): readonly FunctionCall[] {
  const { intermediateData: data } = invocation;
  const calls = toolCallsOf(invocation);
  if (!isRecorded(data)) return calls.map((call) => asStep(call, names));
  // an agent that is called as a tool is a call already
  const called = new Set(calls.map((call) => asStep(call, names).name));
  const steps: FunctionCall[] = [];
  let before: string | undefined;
  for (const { author, content } of data.invocationEvents) {
    if (author !== before && names.has(author) && !called.has(author)) steps.push({ name: author });
    before = author;
    for (const { functionCall } of content?.parts ?? []) {
      if (functionCall !== undefined) steps.push(asStep(functionCall, names));
    }
  }
  return steps;
}

/** A hand-over by the name of whom it was handed to, where the expected path speaks of that one. */
function asStep(call: FunctionCall, names: ReadonlySet<string>): FunctionCall {
  const to = handedTo(call, names);
  return to === undefined ? call : { ...call, name: to };
}

function handedTo({ name = "", args = {} }: FunctionCall, names: ReadonlySet<string>) {
  if (names.has(name)) return undefined;
  const agent = args.agent_name ?? args.agentName;
  if (name === "transfer_to_agent") {
    return typeof agent === "string" && names.has(agent) ? agent : undefined;
  }
  // others have a tool for each agent, named after it
  return [...names].find(
    (each) => name === `transfer_to_${each.toLowerCase().replace(/\W+/g, "_")}`,
  );
}
