import { greatest, least } from "../../core/traces/extremes.ts";
import type { TimeRange, TraceSighting } from "../../core/traces/session.ts";
import type { Span } from "../../core/traces/span.ts";
import { keyText, spanKey } from "../conversations/conversation-key.ts";
import { SpanView } from "../dialects/span-view.ts";

/** What a batch of spans shows of each of their traces. */
export function sightTraces(spans: readonly Span[]): readonly TraceSighting[] {
  const byTrace = Map.groupBy(spans, ({ traceId }) => traceId);
  return [...byTrace].map(([traceId, own]) => sightTrace(traceId, own));
}

function sightTrace(traceId: string, spans: readonly Span[]): TraceSighting {
  const views = new Map<Span, SpanView>();
  function viewOf(span: Span): SpanView {
    const view = views.get(span) ?? new SpanView(span, []);
    views.set(span, view);
    return view;
  }
  const found = spanKey(spans, (span) => viewOf(span).conversation);
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
    isAgent: spans.some((span) => viewOf(span).role !== undefined),
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
