import { greatest, least } from "../../core/traces/extremes.ts";
import type { TimeRange, TraceSighting } from "../../core/traces/session.ts";
import type { Span } from "../../core/traces/span.ts";
import { keyText, spanKey } from "../conversations/conversation-key.ts";
import { SpanView } from "../dialects/span-view.ts";
import { inOrder } from "../turns/by-start.ts";

/** What a batch of spans shows of each of their traces. */
export function sightTraces(spans: readonly Span[]): readonly TraceSighting[] {
  const byTrace = Map.groupBy(spans, ({ traceId }) => traceId);
  return [...byTrace].map(([traceId, own]) => sightTrace(traceId, own));
}

function sightTrace(traceId: string, spans: readonly Span[]): TraceSighting {
  const seen = inOrder(spans).map(onlyIfAsked);
  const found = spanKey(seen);
  return {
    traceId,
    key: found?.key,
    keyStart: found?.span.start,
    runId: firstOf(spans, "agentevals.session.run_id"),
    instanceId: firstOf(spans, "service.instance.id"),
    firstStart: least(spans.map(({ start }) => start)),
    lastEnd: greatest(spans.map(({ end }) => end)),
    hasRoot: spans.some(({ parentSpanId }) => parentSpanId === undefined),
    remoteRoot: remoteRoot(spans),
    isAgent: seen.some(({ role }) => role !== undefined),
  };
}

/** A view costs something, and most spans name their session in plain words. */
function onlyIfAsked(span: Span): Pick<SpanView, "span" | "role" | "conversation"> {
  let view: SpanView | undefined;
  const own = (): SpanView => {
    view ??= new SpanView(span, []);
    return view;
  };
  return {
    span,
    get role() {
      return own().role;
    },
    get conversation() {
      return own().conversation;
    },
  };
}

function firstOf(spans: readonly Span[], key: string): string | undefined {
  for (const { resource } of spans) {
    const text = keyText(resource.attributes[key]);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Bits of a span's flags: whether its parent is known to be, and is, in another process. */
const REMOTE_PARENT = 0x100 | 0x200;

function remoteRoot(spans: readonly Span[]): TimeRange | undefined {
  let longest: TimeRange | undefined;
  for (const { flags = 0, start, end } of spans) {
    if ((flags & REMOTE_PARENT) !== REMOTE_PARENT) continue;
    if (start === undefined || end === undefined) continue;
    if (longest === undefined || end - start > longest.end - longest.start)
      longest = { start, end };
  }
  return longest;
}
