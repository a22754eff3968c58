import { setOwn } from "../../core/json/set-own.ts";
import type { Attributes, LogRecord, Span } from "../../core/traces/span.ts";
import type { TraceContent } from "../../traces/formats/trace-content.ts";
import { MOST_ATTRIBUTES, MOST_FLAT_ATTRIBUTES } from "./limits.ts";

export interface LimitedContent {
  readonly spans: readonly Span[];
  readonly logs: readonly LogRecord[];
  /** Attributes that were one too many. Each is counted where it was. */
  readonly dropped: number;
}

/** Drops the attributes that are beyond the limit, the first ones stay. */
export function limitAttributes({ spans, logs }: TraceContent): LimitedContent {
  let dropped = 0;
  function limited<T extends Attributed>(thing: T): T {
    const kept = firstAttributes(thing.attributes);
    if (kept === thing.attributes) return thing;
    const count = Object.keys(thing.attributes).length - Object.keys(kept).length;
    dropped += count;
    const droppedAttributesCount = (thing.droppedAttributesCount ?? 0) + count;
    return { ...thing, attributes: kept, droppedAttributesCount };
  }
  function limitedSpan(span: Span): Span {
    if (span.events.length === 0 && span.links.length === 0) return limited(span);
    return { ...limited(span), events: span.events.map(limited), links: span.links.map(limited) };
  }
  const kept = { spans: spans.map(limitedSpan), logs: logs.map(limited) };
  return { ...kept, dropped };
}

interface Attributed {
  readonly attributes: Attributes;
  readonly droppedAttributesCount?: number | undefined;
}

/** The same object where nothing has to go. */
function firstAttributes(attributes: Attributes): Attributes {
  const keys = Object.keys(attributes);
  if (keys.length <= MOST_ATTRIBUTES) return attributes;
  let plain = 0;
  const kept = keys.filter((key) => {
    if (isFlat(key)) return true;
    plain += 1;
    return plain <= MOST_ATTRIBUTES;
  });
  if (kept.length === keys.length && kept.length <= MOST_FLAT_ATTRIBUTES) return attributes;
  const limited: Record<string, unknown> = {};
  for (const key of kept.slice(0, MOST_FLAT_ATTRIBUTES)) setOwn(limited, key, attributes[key]);
  return limited;
}

/** One of a conversation that is written message by message: OpenInference and OpenLLMetry do, with five to a message. */
function isFlat(key: string): boolean {
  return /^(gen_ai|llm)\..*\.\d+(\.|$)/.test(key);
}
