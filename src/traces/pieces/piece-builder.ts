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
  readonly spans: Span[];
  readonly logs: LogRecord[];
  readonly from: number;
  to: number;
}

/** Puts what is read of a piece to its traces. */
export class PieceBuilder {
  /** Readers write here, and `settle` puts it where it belongs. */
  readonly content = new ContentBuilder();
  readonly #traces = new Map<string, OpenTrace>();
  readonly #mentioned = new Map<string, OpenTrace>();
  #spanCount = 0;

  /** What was read since the last time stands between these places of the piece. */
  settle(from: number, to: number): void {
    const { spans, logs } = this.content;
    for (const span of spans) this.#find(this.#traces, span.traceId, from, to).spans.push(span);
    for (const log of logs) {
      if (log.traceId === undefined) continue;
      this.#find(this.#mentioned, log.traceId, from, to).logs.push(log);
    }
    this.#spanCount += spans.length;
    spans.length = 0;
    logs.length = 0;
  }

  result(lineCount: number, needsWhole = false): PieceResult {
    const { problems, warnings } = this.content;
    return {
      needsWhole,
      lineCount,
      problems: problems.slice(0, MOST_SENTENCES),
      problemCount: problems.length,
      warnings: warnings.slice(0, MOST_SENTENCES),
      warningCount: warnings.length,
      spanCount: this.#spanCount,
      traces: this.#columns(),
    };
  }

  #find(map: Map<string, OpenTrace>, traceId: string, from: number, to: number): OpenTrace {
    const known = map.get(traceId);
    if (known !== undefined) {
      known.to = to;
      return known;
    }
    const trace: OpenTrace = { spans: [], logs: [], from, to };
    map.set(traceId, trace);
    return trace;
  }

  #columns(): PieceTraces {
    const columns = new Columns();
    for (const [traceId, own] of this.#traces) {
      const log = this.#mentioned.get(traceId);
      const tree = spanTree(traceId, own.spans, log?.logs);
      columns.add(traceId, own, log, traceRecord(findTurns(tree)));
    }
    for (const [traceId, own] of this.#mentioned) {
      if (!this.#traces.has(traceId)) columns.add(traceId, own, undefined, undefined);
    }
    return columns.finish();
  }
}

class Columns {
  readonly #hashes: number[] = [];
  readonly #spanCounts: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #lengths: number[] = [];
  readonly #keys: (string | null)[] = [];
  readonly #texts: string[] = [];
  #hasNames = false;
  #hasAgentNames = false;

  add(
    traceId: string,
    own: OpenTrace,
    other: OpenTrace | undefined,
    record: TraceRecord | undefined,
  ): void {
    const text = record === undefined ? "" : recordText(record);
    this.#hashes.push(traceHash(traceId));
    this.#spanCounts.push(own.spans.length);
    this.#from.push(Math.min(own.from, other?.from ?? own.from));
    this.#to.push(Math.max(own.to, other?.to ?? own.to));
    this.#texts.push(text);
    this.#lengths.push(Buffer.byteLength(text));
    this.#keys.push(record === undefined ? null : groupKey(record));
    if (record === undefined) return;
    this.#hasNames ||= record.key.kind === "name";
    this.#hasAgentNames ||= hasAgentName(record);
  }

  finish(): PieceTraces {
    return {
      hashes: Float64Array.from(this.#hashes),
      spanCounts: Uint32Array.from(this.#spanCounts),
      from: Uint32Array.from(this.#from),
      to: Uint32Array.from(this.#to),
      records: new TextEncoder().encode(this.#texts.join("")),
      lengths: Uint32Array.from(this.#lengths),
      keys: this.#keys,
      hasNames: this.#hasNames,
      hasAgentNames: this.#hasAgentNames,
    };
  }
}

/** Traces with the same one are a conversation; null where a trace stands alone. */
export function groupKey({ key: { kind, key } }: TraceRecord): string | null {
  return kind === "trace" ? null : `${kind}\n${key}`;
}

export function hasAgentName({ turns }: TraceRecord): boolean {
  return turns.some(({ agentName }) => agentName !== undefined);
}
