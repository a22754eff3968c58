import { fieldsOf } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import { readMessage, readMessages } from "../../core/messages/read-messages.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import type { Message } from "../../core/traces/message.ts";
import type { Attributes } from "../../core/traces/span.ts";
import type { Dialect, SpanSource } from "./span-facts.ts";

const DETAILS = "gen_ai.client.inference.operation.details";

/** What was said, in events: one with everything, or one a message as it was before. Of the span, else of its log records. */
export const genaiEvents: Dialect = (source) => {
  const events = eventsOf(source);
  if (events.length === 0) return undefined;
  const details = detailsIn(events);
  return {
    input: () =>
      readMessages(details["gen_ai.input.messages"]) ??
      listed(events, (event) => (isSaidTo(event.name) ? messageOf(event) : promptOf(event))),
    output: () =>
      readMessages(details["gen_ai.output.messages"]) ??
      listed(events, (event) =>
        event.name === "gen_ai.choice" ? choiceOf(event) : completionOf(event),
      ),
    hasContent: true,
  };
};

/** Strands tells what a span was given in one event, and what it made in another of the same name. */
function detailsIn(events: readonly SaidEvent[]): Attributes {
  const all = events.filter(({ name }) => name === DETAILS).map(({ fields }) => fields);
  return Object.assign({}, ...all.toReversed());
}

interface SaidEvent {
  readonly name: string;
  readonly fields: Attributes;
}

const NAMES =
  /^gen_ai\.(client\.inference\.operation\.details|(system|user|assistant|tool)\.message|choice|content\.(prompt|completion))$/;

function eventsOf({ span, logs }: SpanSource): readonly SaidEvent[] {
  if (span.events.length === 0 && logs.length === 0) return [];
  const own = span.events
    .filter(({ name }) => NAMES.test(name))
    .toSorted(byTime)
    .map(({ name, attributes }) => ({ name, fields: attributes }));
  if (own.length > 0) return own;
  return logs
    .filter(({ eventName }) => eventName !== undefined && NAMES.test(eventName))
    .toSorted(byTime)
    .map(({ eventName = "", attributes, body }) => ({
      name: eventName,
      fields: { ...attributes, ...fieldsOf(parsed(body)) },
    }));
}

function byTime(
  a: { readonly time?: bigint | undefined },
  b: { readonly time?: bigint | undefined },
) {
  const [one, other] = [a.time ?? 0n, b.time ?? 0n];
  return one < other ? -1 : one > other ? 1 : 0;
}

function listed(
  events: readonly SaidEvent[],
  read: (event: SaidEvent) => readonly Message[],
): readonly Message[] | undefined {
  const messages = events.flatMap(read);
  return messages.length === 0 ? undefined : messages;
}

function isSaidTo(name: string): boolean {
  return name.endsWith(".message");
}

function messageOf({ name, fields }: SaidEvent): readonly Message[] {
  const [, role = "user"] = /^gen_ai\.(\w+)\.message$/.exec(name) ?? [];
  const given = fields.role;
  const message = readMessage({
    ...fields,
    role: typeof given === "string" && given !== "" ? given : role,
  });
  return message === undefined ? [] : [message];
}

function choiceOf({ fields }: SaidEvent): readonly Message[] {
  const inner = parsed(fields.message);
  const said = isObject(inner) ? inner : { content: inner, ...fields };
  const message = readMessage({ ...said, role: "assistant" });
  return message === undefined ? [] : [message];
}

function promptOf({ name, fields }: SaidEvent): readonly Message[] {
  if (name !== "gen_ai.content.prompt") return [];
  return readMessages(fields["gen_ai.prompt"]) ?? [];
}

function completionOf({ name, fields }: SaidEvent): readonly Message[] {
  if (name !== "gen_ai.content.completion") return [];
  return readMessages(fields["gen_ai.completion"]) ?? [];
}
