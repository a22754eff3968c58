import type { SessionKey } from "../../core/traces/session.ts";
import type { Span } from "../../core/traces/span.ts";
import type { TraceReading } from "../turns/find-turns.ts";

/** What makes traces one conversation; the first that a trace has counts. */
export interface ConversationKey {
  readonly kind: SessionKey["kind"] | "trace";
  readonly key: string;
}

/** Which conversation a trace belongs to: by the name that its sender gave, else by its ids, else it stands alone. */
export function conversationKey({ tree, traceId }: TraceReading): ConversationKey {
  return spanKey(tree.views)?.key ?? { kind: "trace", key: traceId };
}

/** A key, and the span that has it. */
export interface SpanKey {
  readonly key: SessionKey;
  readonly span: Span;
}

/** A span with the word of its framework for the conversation that it is of. */
interface Keyed {
  readonly span: Span;
  readonly conversation: string | undefined;
}

/** What may be the key, the strongest first. */
const sources: readonly (readonly [
  kind: SessionKey["kind"],
  read: (keyed: Keyed) => unknown,
  other?: (keyed: Keyed) => unknown,
])[] = [
  ["name", ({ span }) => span.resource.attributes["agentevals.session_name"]],
  [
    "conversation",
    ({ span }) => span.attributes["gen_ai.conversation.id"],
    ({ span }) => span.resource.attributes["gen_ai.conversation.id"],
  ],
  [
    "session",
    ({ span }) => span.attributes["session.id"],
    ({ span }) => span.resource.attributes["session.id"],
  ],
  ["session", ({ conversation }) => conversation],
];

/** The strongest key that spans have; of several, that of the span which started first. They come in that order. */
export function spanKey(spans: readonly Keyed[]): SpanKey | undefined {
  for (const [kind, read, other] of sources) {
    for (const keyed of spans) {
      const key = keyText(read(keyed)) ?? (other && keyText(other(keyed)));
      if (key !== undefined) return { key: { kind, key }, span: keyed.span };
    }
  }
  return undefined;
}

const LONGEST = 256;

/** A key as a text, where it is one that can be shown: a scalar of printable characters, not too long. */
export function keyText(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value);
  return text !== "" && text.length <= LONGEST && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)
    ? text
    : undefined;
}
