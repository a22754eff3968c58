import { parsed } from "../../core/messages/parsed.ts";
import { readMessage, readMessages } from "../../core/messages/read-messages.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import type { Message } from "../../core/traces/message.ts";
import type { Attributes } from "../../core/traces/span.ts";
import { recordedValue, textAt } from "./attribute-values.ts";
import type { Dialect, SpanRole } from "./span-facts.ts";

/** What Pydantic AI writes for Logfire: its own names of before, and messages of a whole run on the agent's span. */
export const pydanticAi: Dialect = ({ span: { attributes, name } }) => {
  const role = roleOf(name, attributes);
  const all = attributes["pydantic_ai.all_messages"] ?? attributes.all_messages_events;
  if (role === undefined && all === undefined && attributes.events === undefined) return undefined;
  const { final_result, tool_arguments, tool_response, events } = attributes;
  return {
    role,
    agentName: textAt(attributes, "agent_name"),
    input: all !== undefined ? () => runInput(all) : () => eventMessages(events)?.input,
    output: () => finalOf(final_result) ?? eventMessages(events)?.output,
    tool: { args: recordedValue(tool_arguments), result: recordedValue(tool_response) },
    hasContent: [all, events, final_result, tool_arguments].some((value) => value !== undefined),
  };
};

function roleOf(name: string, attributes: Attributes): SpanRole | undefined {
  if (name === "agent run" || attributes["pydantic_ai.all_messages"] !== undefined) return "agent";
  if (name === "running tool" || /^running tool: /.test(name)) return "tool";
  return /^running \d+ tools?$/.test(name) || name === "running tools" ? "other" : undefined;
}

/** A run begins with the last thing that the user said before anybody answered. */
function runInput(all: unknown): readonly Message[] | undefined {
  const messages = eventMessages(all)?.input ?? readMessages(all);
  const last = messages?.findLastIndex(({ role }) => role === "user") ?? -1;
  return messages?.slice(0, last + 1);
}

function finalOf(result: unknown): readonly Message[] | undefined {
  if (result === undefined) return undefined;
  const text = typeof result === "string" ? result : JSON.stringify(result);
  return [{ role: "assistant", parts: [{ type: "text", text }] }];
}

/** Messages as a list of events, each with its name and its fields; the choice is what the model said. */
function eventMessages(
  value: unknown,
):
  | { readonly input: readonly Message[]; readonly output: readonly Message[] | undefined }
  | undefined {
  const events = parsed(value);
  if (!Array.isArray(events) || !events.some((each) => isObject(each) && "event.name" in each)) {
    return undefined;
  }
  const input: Message[] = [];
  let output: readonly Message[] | undefined;
  for (const event of events.filter(isObject)) {
    const inner = isObject(event.message) ? event.message : event;
    const message = readMessage(inner);
    if (message === undefined) continue;
    if (event["event.name"] === "gen_ai.choice") output = [message];
    else input.push(message);
  }
  return { input, output };
}
