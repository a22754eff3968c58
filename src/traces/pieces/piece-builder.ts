import type { LogRecord, Span } from "../../core/traces/span.ts";
import { ContentBuilder } from "../formats/trace-content.ts";
import { recordText } from "../records/record-text.ts";
import { type TraceRecord, traceRecord } from "../records/trace-record.ts";
import { findTurns } from "../turns/find-turns.ts";
import { spanTree } from "../turns/span-tree.ts";
import { MOST_SENTENCES, type PieceResult, type PieceTraces } from "./piece-result.ts";
import { traceHash } from "./trace-hash.ts";

/** What a piece has of one trace. */
interface OpenTrace {
  /** How many were met before it. */
  readonly order: number;
  readonly spans: Span[];
  readonly logs: LogRecord[];
  readonly from: number;
  to: number;
}

/** A trace that nobody has mentioned for so many bytes is taken apart, so that its spans can be forgotten. */
const QUIET = 256 * 1024;
/** How often somebody looks for such. */
const LOOK_EVERY = 64 * 1024;
/** So often a root may come before the rest of its trace; then roots say nothing in this file. */
const MOST_MISTAKES = 4;

/**
 * Puts what is read of a piece to its traces. One that is mentioned again after it was taken apart is there twice, as one is
 * that two pieces mention.
 *
 * Spans are written when they end, and the root of a trace ends last: with its line the trace is taken apart. What is
 * forgotten at once is not copied by V8.
 */
export class PieceBuilder {
  /** Readers write here, and `settle` puts it where it belongs. */
  readonly content = new ContentBuilder();
  readonly #traces = new Map<string, OpenTrace>();
  readonly #mentioned = new Map<string, OpenTrace>();
  readonly #columns = new Columns();
  readonly #quiet: number;
  /** Those that their root has ended; undefined where roots are not to be trusted. */
  #ended: Set<string> | undefined = new Set();
  #mistakes = 0;
  #spanCount = 0;
  #met = 0;
  #lookedAt = 0;

  constructor(quiet: number = QUIET) {
    this.#quiet = quiet;
  }

  /** What was read since the last time stands between these places of the piece. */
  settle(from: number, to: number): void {
    const { spans, logs } = this.content;
    for (const span of spans) this.#find(this.#traces, span.traceId, from, to).spans.push(span);
    // records of what was said may come in an export of their own, behind the spans
    if (logs.length > 0) this.#ended = undefined;
    else this.#closeEnded(spans);
    for (const log of logs) {
      if (log.traceId === undefined) continue;
      this.#find(this.#mentioned, log.traceId, from, to).logs.push(log);
    }
    this.#spanCount += spans.length;
    spans.length = 0;
    logs.length = 0;
    if (to - this.#lookedAt < Math.min(this.#quiet, LOOK_EVERY)) return;
    this.#lookedAt = to;
    this.#closeBefore(to - this.#quiet);
  }

  result(lineCount: number, needsWhole = false): PieceResult {
    const { problems, warnings } = this.content;
    this.#closeBefore(Number.POSITIVE_INFINITY);
    for (const [traceId, own] of this.#mentioned) this.#columns.add(traceId, own);
    this.#mentioned.clear();
    return {
      needsWhole,
      lineCount,
      problems: problems.slice(0, MOST_SENTENCES),
      problemCount: problems.length,
      warnings: warnings.slice(0, MOST_SENTENCES),
      warningCount: warnings.length,
      spanCount: this.#spanCount,
      traces: this.#columns.finish(),
    };
  }

  #find(map: Map<string, OpenTrace>, traceId: string, from: number, to: number): OpenTrace {
    const known = map.get(traceId);
    if (known !== undefined) {
      known.to = to;
      return known;
    }
    if (this.#ended?.has(traceId) === true) {
      this.#mistakes += 1;
      if (this.#mistakes >= MOST_MISTAKES) this.#ended = undefined;
    }
    const trace: OpenTrace = { order: this.#met, spans: [], logs: [], from, to };
    this.#met += 1;
    map.set(traceId, trace);
    return trace;
  }

  /** Takes apart what was mentioned last before this place. */
  #closeBefore(place: number): void {
    for (const [traceId, own] of this.#traces) {
      const log = this.#mentioned.get(traceId);
      if (own.to > place || (log !== undefined && log.to > place)) continue;
      this.#close(traceId, own, log);
    }
  }

  /** Takes apart what these spans are the roots of. */
  #closeEnded(spans: readonly Span[]): void {
    if (this.#ended === undefined) return;
    for (const { traceId, parentSpanId } of spans) {
      const own = parentSpanId === undefined ? this.#traces.get(traceId) : undefined;
      if (own === undefined) continue;
      this.#close(traceId, own, undefined);
      this.#ended.add(traceId);
    }
  }

  #close(traceId: string, own: OpenTrace, log: OpenTrace | undefined): void {
    const tree = spanTree(traceId, own.spans, log?.logs);
    this.#columns.add(traceId, own, log, traceRecord(findTurns(tree)));
    this.#traces.delete(traceId);
    this.#mentioned.delete(traceId);
  }
}

interface Column {
  /** Those that only log records mention come last. */
  readonly order: number;
  readonly hash: number;
  readonly spanCount: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly key: string | null;
}

class Columns {
  readonly #all: Column[] = [];
  /** Of all records. */
  #bytes = 0;
  #hasNames = false;
  #hasAgentNames = false;

  add(traceId: string, own: OpenTrace, other?: OpenTrace, record?: TraceRecord): void {
    const text = record === undefined ? "" : recordText(record);
    this.#bytes += Buffer.byteLength(text);
    this.#all.push({
      order: record === undefined ? Number.POSITIVE_INFINITY : own.order,
      hash: traceHash(traceId),
      spanCount: own.spans.length,
      from: Math.min(own.from, other?.from ?? own.from),
      to: Math.max(own.to, other?.to ?? own.to),
      text,
      key: record === undefined ? null : groupKey(record),
    });
    if (record === undefined) return;
    this.#hasNames ||= record.key.kind === "name";
    this.#hasAgentNames ||= hasAgentName(record);
  }

  /** In the order of their first spans, whichever was taken apart first. */
  finish(): PieceTraces {
    const all = this.#all.sort((a, b) => (a.order === b.order ? 0 : a.order - b.order));
    const hashes = new Float64Array(all.length);
    const numbers = () => new Uint32Array(all.length);
    const [spanCounts, from, to, lengths] = [numbers(), numbers(), numbers(), numbers()];
    const keys: (string | null)[] = [];
    const records = new Uint8Array(this.#bytes);
    const written = Buffer.from(records.buffer);
    let end = 0;
    for (const [place, column] of all.entries()) {
      hashes[place] = column.hash;
      spanCounts[place] = column.spanCount;
      from[place] = column.from;
      to[place] = column.to;
      keys.push(column.key);
      const length = column.text === "" ? 0 : written.write(column.text, end);
      lengths[place] = length;
      end += length;
    }
    const [hasNames, hasAgentNames] = [this.#hasNames, this.#hasAgentNames];
    return { hashes, spanCounts, from, to, records, lengths, keys, hasNames, hasAgentNames };
  }
}

/** Traces with the same one are a conversation; null where a trace stands alone. */
export function groupKey({ key: { kind, key } }: TraceRecord): string | null {
  return kind === "trace" ? null : `${kind}\n${key}`;
}

export function hasAgentName({ turns }: TraceRecord): boolean {
  return turns.some(({ agentName }) => agentName !== undefined);
}
