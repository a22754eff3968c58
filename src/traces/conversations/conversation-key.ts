import type { SessionKey } from "../../core/traces/session.ts";
import type { Attributes, Span } from "../../core/traces/span.ts";
import type { TraceReading } from "../turns/find-turns.ts";
import { byStart } from "../turns/span-tree.ts";

/** What makes traces one conversation; the first that a trace has counts. */
export interface ConversationKey {
  readonly kind: SessionKey["kind"] | "trace";
  readonly key: string;
}

/** Which conversation a trace belongs to: by the name that its sender gave, else by its ids, else it stands alone. */
export function conversationKey({ tree, viewOf, traceId }: TraceReading): ConversationKey {
  const found = spanKey(tree.spans, (span) => viewOf(span).conversation);
  return found?.key ?? { kind: "trace", key: traceId };
}

/** A key, and the span that has it. */
export interface SpanKey {
  readonly key: SessionKey;
  readonly span: Span;
}

/** The strongest key that spans have; of several, that of the span which started first. */
export function spanKey(
  given: readonly Span[],
  conversationOf: (span: Span) => string | undefined,
): SpanKey | undefined {
  const spans = given.toSorted(byStart);
  return (
    firstKey(spans, "name", (span) => [span.resource.attributes["agentevals.session_name"]]) ??
    firstKey(spans, "conversation", (span) => both(span, "gen_ai.conversation.id")) ??
    firstKey(spans, "session", (span) => both(span, "session.id")) ??
    firstKey(spans, "session", (span) => [conversationOf(span)])
  );
}

function both(span: Span, key: string): readonly unknown[] {
  const of = (attributes: Attributes) => attributes[key];
  return [of(span.attributes), of(span.resource.attributes)];
}

const LONGEST = 256;

function firstKey(
  spans: readonly Span[],
  kind: SessionKey["kind"],
  read: (span: Span) => readonly unknown[],
): SpanKey | undefined {
  for (const span of spans) {
    for (const value of read(span)) {
      const key = keyText(value);
      if (key !== undefined) return { key: { kind, key }, span };
    }
  }
  return undefined;
}

/** A key as a text, where it is one that can be shown: a scalar of printable characters, not too long. */
export function keyText(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value);
  return text !== "" && text.length <= LONGEST && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)
    ? text
    : undefined;
}
