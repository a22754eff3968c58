import type { Attributes, Span } from "../../core/traces/span.ts";
import type { TraceReading } from "../turns/find-turns.ts";
import { byStart } from "../turns/span-tree.ts";

/** What makes traces one conversation; the first that a trace has counts. */
export interface ConversationKey {
  readonly kind: "name" | "conversation" | "session" | "trace";
  readonly key: string;
}

/** Which conversation a trace belongs to: by the name that its sender gave, else by its ids, else it stands alone. */
export function conversationKey({ tree, viewOf, traceId }: TraceReading): ConversationKey {
  const spans = tree.spans.toSorted(byStart);
  const name = firstText(spans, (span) => [span.resource.attributes["agentevals.session_name"]]);
  if (name !== undefined) return { kind: "name", key: name };
  const conversation = firstText(spans, (span) => both(span, "gen_ai.conversation.id"));
  if (conversation !== undefined) return { kind: "conversation", key: conversation };
  const session =
    firstText(spans, (span) => both(span, "session.id")) ??
    firstText(spans, (span) => [viewOf(span).conversation]);
  if (session !== undefined) return { kind: "session", key: session };
  return { kind: "trace", key: traceId };
}

function both(span: Span, key: string): readonly unknown[] {
  const of = (attributes: Attributes) => attributes[key];
  return [of(span.attributes), of(span.resource.attributes)];
}

const LONGEST = 256;

function firstText(
  spans: readonly Span[],
  read: (span: Span) => readonly unknown[],
): string | undefined {
  for (const span of spans) {
    for (const value of read(span)) {
      if (typeof value !== "string" && typeof value !== "number") continue;
      const text = String(value);
      if (text !== "" && text.length <= LONGEST && !/[\p{Cc}\p{Cf}]/u.test(text)) return text;
    }
  }
  return undefined;
}
